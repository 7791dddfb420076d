import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { nextInstalment } from "../../domain/payment-instalment.ts";
import { VAT_TREATMENTS, type Vat } from "../../domain/vat.ts";
import { hasProgram, runProgram } from "../testing/external-validators.ts";
import {
  amountsOf,
  makeIngreso,
  openTestCsd,
  makeInvoiceLine,
  addTestStamp,
  TEST_STAMP_UUID,
  VAT_16,
  VAT_8,
} from "../testing/invoices.ts";
import { NO_SAT_FILES, SAT_DIR, satFilePath, writeSatSchema } from "../testing/sat-files.ts";
import { checkPayment } from "./check-payment.ts";
import { originalString } from "./original-string.ts";
import { parseXml } from "./parse-xml.ts";
import { buildPaymentComplement, type PaymentComplement } from "./payment-complement.ts";
import { hasValidSeal, sealDocument } from "./seal.ts";
import { childOf, serialize, type XmlElement } from "./xml.ts";

const csd = openTestCsd();
const dir = mkdtempSync(path.join(tmpdir(), "escaparate-pagos-"));
afterAll(() => rmSync(dir, { recursive: true }));

const UNTAXED: Vat[] = VAT_TREATMENTS.filter((treatment) => treatment !== "general").map((treatment) => ({
  treatment,
  rateBps: 0,
}));

/**
 * The complement of one payment of an invoice, which has one line for each of `vats`. `paymentsCents` are the invoice's
 * payments. The complement is that of the last one. If the last one is 0, it pays the rest.
 */
function buildComplement(
  vats: readonly Vat[],
  paymentsCents: readonly number[],
  change: Partial<PaymentComplement> = {},
): XmlElement {
  const { series, folio, issuedAt, issuer, receiver } = makeIngreso();
  const amounts = amountsOf(
    vats.map((vat, i) => makeInvoiceLine({ vat, unitPriceCents: 333_33 + i, discountCents: 10_01 })),
  );
  const earlierPaymentsCents = paymentsCents.slice(0, -1);
  const paidBefore = {
    instalmentCount: earlierPaymentsCents.length,
    paidCents: earlierPaymentsCents.reduce((sum, cents) => sum + cents, 0),
  };
  return buildPaymentComplement({
    series,
    folio,
    issuedAt,
    issuer,
    receiver,
    paidAt: "2026-11-20T23:59:59",
    paymentForm: "03",
    invoice: { uuid: TEST_STAMP_UUID, series: "A", folio: "16" },
    instalment: nextInstalment(amounts, paidBefore, paymentsCents.at(-1)! || amounts.totalCents - paidBefore.paidCents),
    replacedUuid: null,
    ...change,
  });
}

const DOCUMENTS: [string, XmlElement][] = [
  ["a payment of the whole invoice", buildComplement([VAT_16], [0])],
  ["a payment of one centavo", buildComplement([VAT_16, ...UNTAXED], [1])],
  ["the third instalment of every treatment", buildComplement([VAT_16, VAT_8, ...UNTAXED], [100_01, 33_33, 200_00])],
  [
    "the last instalment at 8 %",
    buildComplement([VAT_8], [1_00, 77_77, 0], { invoice: { uuid: TEST_STAMP_UUID, series: null, folio: "1" } }),
  ],
  ...UNTAXED.map((vat): [string, XmlElement] => [
    `a payment of ${vat.treatment} only`,
    buildComplement([vat], [50_00]),
  ]),
  [
    "a complement that replaces another",
    buildComplement([VAT_16], [10_00], { replacedUuid: TEST_STAMP_UUID, series: null }),
  ],
  [
    "a receiver with unusual letters",
    buildComplement([VAT_16], [10_00], { receiver: { ...makeIngreso().receiver, name: 'ORGÁNICOS "ÑAVEZ" & <HNOS>' } }),
  ],
];

/**
 * The paths of SAT's style sheet and schema for these tests. Both files include those of the payment complement, unlike
 * SAT's main files in SAT_DIR.
 */
let sheet = "";
let schema = "";
beforeAll(() => {
  if (SAT_DIR === null) return;
  sheet = path.join(dir, "cadenaoriginal.xslt");
  const included = `<xsl:include href="${satFilePath("xslt/utilerias.xslt")}"/><xsl:include href="${satFilePath("xslt/Pagos20.xslt")}"/>`;
  const text = readFileSync(satFilePath("xslt/cadenaoriginal_4_0.xslt"), "utf8");
  writeFileSync(sheet, text.replace('<xsl:include href="utilerias.xslt"/>', included));
  schema = writeSatSchema(dir);
});

/** The document with its stamp beside the payment complement, as a PAC returns it. */
function withStamp(sealed: XmlElement): XmlElement {
  const complement = childOf(sealed, "cfdi:Complemento")!;
  const others = sealed.children.filter((child) => child !== complement);
  const [stamp] = addTestStamp(sealed).children.at(-1)!.children;
  return { ...sealed, children: [...others, { ...complement, children: [...complement.children, stamp!] }] };
}

function parseOrThrow(xml: string): XmlElement {
  const document = parseXml(xml);
  if (isRefusal(document)) throw new Error(document.refused);
  return document;
}

describe.each(DOCUMENTS)("complement: %s", (name, document) => {
  const sealed = sealDocument(document, csd);
  const parsedDocument = parseOrThrow(sealed.xml);
  const file = path.join(dir, `${name.replaceAll(/\W+/g, "-")}.xml`);
  const stampedFile = file.replace(".xml", "-timbrado.xml");
  writeFileSync(file, sealed.xml);
  const { Sello, NoCertificado, Certificado } = parsedDocument.attributes as Record<string, string>;
  const attributes = {
    ...document.attributes,
    NoCertificado: NoCertificado!,
    Certificado: Certificado!,
    Sello: Sello!,
  };
  writeFileSync(stampedFile, serialize(withStamp({ ...document, attributes })));

  test("is read back with the same, valid seal, which covers the complement", () => {
    expect(originalString(parsedDocument)).toBe(sealed.originalString);
    expect(hasValidSeal(parsedDocument)).toBe(true);
    const changed = sealed.xml.replace(/ImpPagado="[^"]*"/, 'ImpPagado="999.99"');
    expect(hasValidSeal(parseOrThrow(changed))).toBe(false);
  });
  test("satisfies SAT's rules of the payment complement", () => expect(checkPayment(parsedDocument)).toEqual([]));
  test.skipIf(!SAT_DIR || !hasProgram("xmllint"))(
    "matches SAT's schemas when stamped (needs xmllint and SAT_DIR)",
    () => void runProgram("xmllint", ["--nonet", "--noout", "--schema", schema, stampedFile]),
  );
  test.skipIf(!SAT_DIR || !hasProgram("xsltproc"))(
    "is sealed over the original string of SAT's style sheets (needs xsltproc and SAT_DIR)",
    () => {
      for (const source of [file, stampedFile])
        expect(runProgram("xsltproc", ["--nonet", sheet, source]).toString()).toBe(sealed.originalString);
    },
  );
  test.skipIf(!hasProgram("openssl"))("has a seal that openssl verifies (skipped without openssl)", () => {
    const [pem, seal] = [path.join(dir, "csd.pem"), path.join(dir, "sello")];
    const publicKeyArguments = ["x509", "-inform", "DER", "-noout", "-pubkey"];
    writeFileSync(pem, runProgram("openssl", publicKeyArguments, Buffer.from(Certificado!, "base64")));
    writeFileSync(seal, Buffer.from(Sello!, "base64"));
    const verifyArguments = ["dgst", "-sha256", "-verify", pem, "-signature", seal];
    expect(runProgram("openssl", verifyArguments, sealed.originalString).toString()).toBe("Verified OK\n");
  });
});

describe.skipIf(SAT_DIR !== null)(NO_SAT_FILES, () => test.skip("schemas and original string are not checked"));

test.each<[string, RegExp, string]>([
  ["CRP20103", /SubTotal="0"/, 'SubTotal="0.00"'],
  ["CRP20105", /Moneda="XXX"/, 'FormaPago="99" Moneda="XXX"'],
  ["CRP20110", / Total="0"/, ' Total="1"'],
  ["CRP20118", /Descripcion="Pago"/, 'Descripcion="Abono"'],
  ["CRP20204", /TotalTrasladosBaseIVA16="[^"]*"/, 'TotalTrasladosBaseIVA16="1.00"'],
  ["CRP20205", /TotalTrasladosImpuestoIVA16="[^"]*" /, ""],
  ["CRP20211", /MontoTotalPagos="[^"]*"/, 'MontoTotalPagos="1.00"'],
  ["CRP20212", /FormaDePagoP="03"/, 'FormaDePagoP="99"'],
  ["CRP20217", / Monto="[^"]*"/, ' Monto="1.00"'],
  ["CRP20244", /ImpSaldoInsoluto="[^"]*"/, 'ImpSaldoInsoluto="0.00"'],
  ["CRP20247", /ObjetoImpDR="02"/, 'ObjetoImpDR="01"'],
  ["CRP20255", / BaseDR="[^"]*"/, ' BaseDR="1.0000000"'],
  ["CRP20261", /ImporteDR="[^"]*"/, 'ImporteDR="1.000000"'],
  ["CRP20261", /ImporteDR="[^"]*"/, `ImporteDR="0.${"0".repeat(19)}"`],
  ["CRP20268", /BaseP="[^"]*"/, 'BaseP="1.000000"'],
  ["CRP20274", /ImporteP="[^"]*"/, 'ImporteP="1.000000"'],
  ["CRP20999", /UsoCFDI="CP01"/, 'UsoCFDI="G03"'],
])("checkPayment detects %s", (code, pattern, replacement) => {
  const { xml } = sealDocument(buildComplement([VAT_16], [100_00, 50_00]), csd);
  const codes = checkPayment(parseOrThrow(xml.replace(pattern, replacement))).map((error) => error.code);
  expect(codes).toContain(code);
});
