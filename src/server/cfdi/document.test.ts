import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { creditNoteLines, type ReturnedLine } from "../../domain/credit-note-lines.ts";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { globalSaleLine, linesOfOrder, lineTotalCents } from "../../domain/invoice-lines.ts";
import { globalPeriod } from "../../domain/global-period.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { CHARGE_SAT_KEYS, BILLING_SERVICE_KEYS } from "../../domain/sat-keys.ts";
import { VAT_TREATMENTS, type Vat } from "../../domain/vat.ts";
import { anyOrder } from "../testing/any-order.ts";
import {
  amountsOf,
  makeIngreso,
  openTestCsd,
  makeInvoiceLine,
  addTestStamp,
  TEST_STAMP_UUID,
  VAT_16,
  VAT_8,
  withNamespaces,
} from "../testing/invoices.ts";
import { hasProgram, runProgram } from "../testing/external-validators.ts";
import { NO_SAT_FILES, SAT_DIR, satFilePath } from "../testing/sat-files.ts";
import { checkSums } from "./check-sums.ts";
import { buildEgreso, buildGlobal, buildIngreso } from "./comprobante.ts";
import { originalString, UnsealableDocument } from "./original-string.ts";
import { parseXml } from "./parse-xml.ts";
import { readInvoiceLines } from "./read-invoice-lines.ts";
import { hasValidSeal, sealDocument } from "./seal.ts";
import { readStamp, verificationUrlOf } from "./stamp.ts";
import { childOf, childrenOf, serialize, UnwritableText, type XmlElement } from "./xml.ts";

const csd = openTestCsd();
const dir = mkdtempSync(path.join(tmpdir(), "escaparate-cfdi-"));
afterAll(() => rmSync(dir, { recursive: true }));

function parseOrThrow(xml: string): XmlElement {
  const document = parseXml(xml);
  if (isRefusal(document)) throw new Error(`${document.refused}: ${xml.slice(0, 300)}`);
  return document;
}

function novemberPeriod() {
  const period = globalPeriod({ periodLength: "month", day: "2026-11-30" }, "601");
  if (isRefusal(period)) throw new Error(period.refused);
  return period;
}

const saleLines = Array.from({ length: 300 }, (_, i) =>
  globalSaleLine({ reference: `${100_001 + i}`, paidCents: 99_90, parts: [{ vat: VAT_16, cents: 99_90 }] }),
);
const UNTAXED: Vat[] = VAT_TREATMENTS.filter((treatment) => treatment !== "general").map((treatment) => ({
  treatment,
  rateBps: 0,
}));
/** An invoice with one line for each treatment. */
const invoiceOf = (vats: readonly Vat[]) =>
  buildIngreso(makeIngreso({ amounts: amountsOf(vats.map((vat) => makeInvoiceLine({ vat, discountCents: 10_01 }))) }));
const mixedSales = amountsOf([
  globalSaleLine({
    reference: "1",
    paidCents: 300_07,
    parts: [VAT_16, ...UNTAXED].map((vat, i) => ({ vat, cents: 60_00 + (i === 0 ? 7 : 0) })),
  }),
  globalSaleLine({ reference: "2", paidCents: 7, parts: [{ vat: VAT_8, cents: 7 }] }),
  globalSaleLine({ reference: "3", paidCents: 50_00, parts: [{ vat: UNTAXED[2]!, cents: 50_00 }] }),
]);
const returnedGoodsLine = makeInvoiceLine({
  keys: BILLING_SERVICE_KEYS,
  description: "Devolución de mercancía",
  identification: null,
});
/** A credit note for lines that were read from the XML of a sealed invoice. */
function buildCreditNote(returnedLines: ReturnedLine[], dueCents: number, vat: Vat = VAT_16): XmlElement {
  const invoice = makeIngreso();
  const soldLines = invoice.amounts.concepts.map(({ line }) => ({ ...line, vat }));
  const lines = readInvoiceLines(sealDocument(buildIngreso({ ...invoice, amounts: amountsOf(soldLines) }), csd).xml);
  const credited = creditNoteLines(
    lines.map((line) => ({ ...line, uncreditedPieces: line.pieces })),
    returnedLines,
    dueCents,
  );
  if (isRefusal(credited)) throw new Error(credited.refused);
  const { reason } = credited;
  return buildEgreso({ ...invoice, amounts: amountsOf(credited.lines), reason, invoiceUuid: TEST_STAMP_UUID });
}

const UNUSUAL_TEXTS = [
  "Blusa\tcon\ttabulador",
  "Falda\ncon\r\nrenglones",
  "  Dos   espacios  ",
  "Rock & Roll <b>\"comillas\"</b> 'y' ]]> &amp; &#9;",
  "Ñandú, pingüino, ¿así?, ½ año, ™ y €",
  "Espacio\u00a0duro, \u2028 renglón y \u202eal revés",
  "Emoji 👗 y barra | vertical",
  "x".repeat(1_200),
  "\u0007\u0000",
  "日本のドレス",
];
const DOCUMENTS: [string, XmlElement][] = [
  ["an order's invoice", buildIngreso(makeIngreso())],
  ["an invoice at 8 % VAT", buildIngreso(makeIngreso({ amounts: amountsOf([makeInvoiceLine({ vat: VAT_8 })]) }))],
  ["an invoice that replaces another", buildIngreso(makeIngreso({ replacedUuid: TEST_STAMP_UUID, series: null }))],
  [
    "an invoice with every unusual text",
    buildIngreso(
      makeIngreso({
        amounts: amountsOf(UNUSUAL_TEXTS.map((text) => makeInvoiceLine({ description: text, identification: text }))),
        receiver: {
          ...makeIngreso().receiver,
          rfc: "OÑO120726RX3",
          name: " ORGÁNICOS\t \"ÑAVEZ\"\r\n&  <HNOS>\u00a0 ]]> 'SA' ",
        },
      }),
    ),
  ],
  [
    "an invoice of someone who lives abroad",
    buildIngreso(
      makeIngreso({
        receiver: {
          rfc: "XEXX010101000",
          name: "JANE ROE",
          postalCode: "42501",
          taxRegime: "616",
          cfdiUse: "S01",
          country: "USA",
          taxId: "123456789",
        },
      }),
    ),
  ],
  ["an invoice that is paid later", buildIngreso(makeIngreso({ paymentForm: "99", paymentPlan: "PPD" }))],
  [
    "an invoice that applies a deposit",
    buildIngreso(makeIngreso({ depositUuid: TEST_STAMP_UUID, replacedUuid: TEST_STAMP_UUID, paymentForm: "30" })),
  ],
  [
    "an egreso that applies a deposit",
    buildEgreso({
      ...makeIngreso({ amounts: amountsOf([returnedGoodsLine]), paymentForm: "30" }),
      reason: "depositApplied",
      invoiceUuid: TEST_STAMP_UUID,
    }),
  ],
  [
    "a credit note",
    buildEgreso({
      ...makeIngreso({ amounts: amountsOf([returnedGoodsLine]) }),
      reason: "return",
      invoiceUuid: TEST_STAMP_UUID,
    }),
  ],
  [
    "a credit note of returned pieces and an allowance",
    buildCreditNote(
      [
        { line: 0, pieces: 1 },
        { line: 2, pieces: 1 },
      ],
      1_600_01,
    ),
  ],
  [
    "a credit note of less than the returned pieces",
    buildCreditNote(
      [
        { line: 0, pieces: 2 },
        { line: 1, pieces: 1 },
      ],
      77_77,
    ),
  ],
  ["a credit note at 8 % VAT of money only", buildCreditNote([], 1, VAT_8)],
  ["a global invoice", buildGlobal({ ...makeIngreso({ amounts: amountsOf(saleLines) }), period: novemberPeriod() })],
  ...UNTAXED.flatMap((vat): [string, XmlElement][] => [
    [`an invoice with ${vat.treatment} only`, invoiceOf([vat])],
    [`an invoice with 16 % and ${vat.treatment}`, invoiceOf([VAT_16, vat])],
  ]),
  ["an invoice with every treatment and both rates", invoiceOf([...UNTAXED, VAT_16, VAT_8])],
  ["an invoice with not subject and not itemised", invoiceOf([UNTAXED[2]!, UNTAXED[3]!])],
  [
    "a global invoice of mixed sales in a period in which the rate changed",
    buildGlobal({ ...makeIngreso({ amounts: mixedSales }), period: novemberPeriod() }),
  ],
];

describe.each(DOCUMENTS)("%s", (name, document) => {
  const sealed = sealDocument(document, csd);
  const parsedDocument = parseOrThrow(sealed.xml);
  const file = path.join(dir, `${name.replaceAll(/\W+/g, "-")}.xml`);
  writeFileSync(file, sealed.xml);
  const stampedFile = file.replace(".xml", "-timbrado.xml");
  writeFileSync(stampedFile, serialize(addTestStamp(withNamespaces(parsedDocument))));

  test("is read back with the same, valid seal", () => {
    expect(originalString(parsedDocument)).toBe(sealed.originalString);
    expect(hasValidSeal(parsedDocument)).toBe(true);
  });
  test("satisfies SAT's rules about amounts", () => expect(checkSums(parsedDocument)).toEqual([]));
  test("has an invalid seal once one character changes", () => {
    expect(hasValidSeal({ ...parsedDocument, attributes: { ...parsedDocument.attributes, Folio: "18" } })).toBe(false);
  });
  test.skipIf(!SAT_DIR || !hasProgram("xmllint"))(
    "matches SAT's schema when stamped (needs xmllint and SAT_DIR)",
    () => {
      const schema = satFilePath("xsd/cfdi40-con-timbre.xsd");
      runProgram("xmllint", ["--nonet", "--noout", "--schema", schema, stampedFile]);
    },
  );
  test.skipIf(!SAT_DIR || !hasProgram("xsltproc"))(
    "is sealed over the original string of SAT's style sheet (needs xsltproc and SAT_DIR)",
    () => {
      const sheet = satFilePath("xslt/cadenaoriginal_4_0.xslt");
      for (const source of [file, stampedFile]) {
        expect(runProgram("xsltproc", ["--nonet", sheet, source]).toString()).toBe(sealed.originalString);
      }
    },
  );
  test.skipIf(!hasProgram("openssl"))("has a seal that openssl verifies (skipped without openssl)", () => {
    const [pem, seal] = [path.join(dir, "csd.pem"), path.join(dir, "sello")];
    const certificate = Buffer.from(parsedDocument.attributes.Certificado!, "base64");
    const publicKeyArguments = ["x509", "-inform", "DER", "-noout", "-pubkey"];
    writeFileSync(pem, runProgram("openssl", publicKeyArguments, certificate));
    writeFileSync(seal, Buffer.from(parsedDocument.attributes.Sello!, "base64"));
    const output = runProgram(
      "openssl",
      ["dgst", "-sha256", "-verify", pem, "-signature", seal],
      sealed.originalString,
    );
    expect(output.toString()).toBe("Verified OK\n");
  });
});

describe.skipIf(SAT_DIR !== null)(NO_SAT_FILES, () => test.skip("schema and original string are not checked"));

test.skipIf(!SAT_DIR || !hasProgram("xsltproc"))(
  "the original string of any text equals SAT's (needs xsltproc and SAT_DIR)",
  () => {
    const unusualText = fc.stringMatching(/^[ \t\r\n\u0085\u00a0\u2003\u2028\u3000"'&<>\]a-cñÁ😀-😅]{0,30}$/u);
    const concept = childrenOf(childOf(buildIngreso(makeIngreso()), "cfdi:Conceptos"), "cfdi:Concepto")[0]!;
    const concepts = fc.sample(fc.tuple(unusualText, unusualText), 500).map(([text, number]) => ({
      ...concept,
      attributes: { ...concept.attributes, Descripcion: text, NoIdentificacion: number },
    }));
    const document = buildIngreso(makeIngreso());
    const children = document.children.map((child) =>
      child.name === "cfdi:Conceptos" ? { ...child, children: concepts } : child,
    );
    const sealed = sealDocument({ ...document, children }, csd);
    const output = runProgram("xsltproc", ["--nonet", satFilePath("xslt/cadenaoriginal_4_0.xslt"), "-"], sealed.xml);
    expect(output.toString()).toBe(sealed.originalString);
  },
);

test("an invoice states its payment form, amounts and charges", () => {
  const document = buildIngreso(makeIngreso());
  expect(document.attributes).toMatchObject({
    Fecha: "2026-11-21T16:05:09",
    FormaPago: "04",
    MetodoPago: "PUE",
    Descuento: "112.03",
    Total: "3104.66",
    TipoDeComprobante: "I",
    LugarExpedicion: "42501",
  });
  expect(childOf(document, "cfdi:CfdiRelacionados")).toBeUndefined();
  const concepts = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto");
  expect(concepts.map(({ attributes }) => attributes.Descripcion).slice(2)).toEqual([
    "Envío",
    "Envío de piezas extra",
    "Seguro de envío",
    "Empaque",
    "Comisión por pago en línea",
  ]);
});

test("a replacement names the replaced invoice with relation 04", () => {
  const related = childOf(buildIngreso(makeIngreso({ replacedUuid: TEST_STAMP_UUID })), "cfdi:CfdiRelacionados");
  expect([related?.attributes.TipoRelacion, related?.children[0]?.attributes.UUID]).toEqual(["04", TEST_STAMP_UUID]);
});

test.each([
  ["creditNote", "601", "01", "G02"],
  ["return", "601", "03", "G02"],
  ["return", "605", "03", "S01"],
] as const)("a credit note (%s) for regime %s has relation %s and use %s", (reason, taxRegime, relation, use) => {
  const receiver = { ...makeIngreso().receiver, taxRegime };
  const document = buildEgreso({ ...makeIngreso({ receiver }), reason, invoiceUuid: TEST_STAMP_UUID });
  expect(document.attributes.TipoDeComprobante).toBe("E");
  expect(childOf(document, "cfdi:CfdiRelacionados")?.attributes.TipoRelacion).toBe(relation);
  expect(childOf(document, "cfdi:Receptor")?.attributes.UsoCFDI).toBe(use);
});

test("a global invoice is for the general public, with one line per order", () => {
  const document = buildGlobal({ ...makeIngreso({ amounts: amountsOf(saleLines) }), period: novemberPeriod() });
  expect(childOf(document, "cfdi:InformacionGlobal")?.attributes).toEqual({
    Periodicidad: "04",
    Meses: "11",
    Año: "2026",
  });
  expect(childOf(document, "cfdi:Receptor")?.attributes).toEqual({
    Rfc: "XAXX010101000",
    Nombre: "PUBLICO EN GENERAL",
    DomicilioFiscalReceptor: "42501",
    RegimenFiscalReceptor: "616",
    UsoCFDI: "S01",
  });
  const [first] = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto");
  expect(first?.attributes).toMatchObject({
    ClaveProdServ: "01010101",
    NoIdentificacion: "100001",
    Cantidad: "1",
    ClaveUnidad: "ACT",
    Descripcion: "Venta",
  });
  expect(first?.attributes, "SAT's guide of the global CFDI has no Unidad").not.toHaveProperty("Unidad");
  expect(document.attributes.Total).toBe("29970.00");
});

test("the written amounts of 1,500 random orders satisfy SAT's rules", () => {
  const heading = makeIngreso();
  fc.assert(
    fc.property(anyOrder, (order) => {
      const amounts = invoiceAmounts(linesOfOrder(order, CHARGE_SAT_KEYS));
      return isRefusal(amounts) || checkSums(buildIngreso({ ...heading, amounts })).length === 0;
    }),
    { numRuns: 1_500 },
  );
}, 180_000);

test("each treatment has SAT's tax object, and the document has one tax row for each rate", () => {
  const document = invoiceOf([...UNTAXED, VAT_16]);
  const concepts = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto");
  expect(concepts.map(({ attributes }) => attributes.ObjetoImp)).toEqual(["02", "02", "01", "03", "02"]);
  const rowsOf = (parent?: XmlElement) =>
    childrenOf(childOf(childOf(parent, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  expect(concepts.map((concept) => rowsOf(concept).length)).toEqual([1, 1, 0, 0, 1]);
  const iva = { Impuesto: "002", TipoFactor: "Tasa" };
  expect(rowsOf(document).map(({ attributes }) => attributes)).toEqual([
    { ...iva, Base: "2231.89", TasaOCuota: "0.160000", Importe: "357.10" },
    { ...iva, Base: "2588.99", TasaOCuota: "0.000000", Importe: "0.00" },
    { Impuesto: "002", TipoFactor: "Exento", Base: "2588.99" },
  ]);
  expect(childOf(document, "cfdi:Impuestos")?.attributes).toEqual({ TotalImpuestosTrasladados: "357.10" });
});

test("an invoice of exempt lines only has no total of taxes, and one without itemised lines has no taxes", () => {
  const [, exempt, notSubject, notItemised] = UNTAXED;
  expect(childOf(invoiceOf([exempt!]), "cfdi:Impuestos")?.attributes).toEqual({});
  expect(childOf(invoiceOf([notSubject!, notItemised!]), "cfdi:Impuestos")).toBeUndefined();
});

test("a sale of several treatments is one line of the global invoice, with a tax for each rate", () => {
  const document = buildGlobal({ ...makeIngreso({ amounts: mixedSales }), period: novemberPeriod() });
  const concepts = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto");
  expect(concepts.map(({ attributes }) => attributes.ObjetoImp)).toEqual(["02", "02", "01"]);
  const taxRows = childrenOf(childOf(childOf(concepts[0], "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  expect(taxRows.map(({ attributes }) => attributes.TasaOCuota ?? attributes.TipoFactor)).toEqual([
    "0.160000",
    "0.000000",
    "Exento",
  ]);
  expect(document.attributes.Total).toBe("350.14");
});

test.each<[string, (row: XmlElement) => XmlElement, string]>([
  ["an exempt row with an amount", withAttribute("Exento", { Importe: "0.00" }), "CFDI40177"],
  ["a row of 0 % without a rate", withAttribute("Tasa", { TasaOCuota: undefined }), "CFDI40178"],
  ["a rate that IVA does not have", withAttribute("Tasa", { TasaOCuota: "0.110000" }), "CFDI40179"],
  ["a rate without six decimals", withAttribute("Tasa", { TasaOCuota: "0.16" }), "CFDI40179"],
])("checkSums detects %s", (_what, change, code) => {
  const document = invoiceOf([UNTAXED[0]!, UNTAXED[1]!]);
  const changeRows = (element: XmlElement): XmlElement =>
    element.name === "cfdi:Traslado" ? change(element) : { ...element, children: element.children.map(changeRows) };
  expect(checkSums(changeRows(document)).map((error) => error.code)).toContain(code);
});

function withAttribute(factor: string, change: Record<string, string | undefined>): (row: XmlElement) => XmlElement {
  return (row) => {
    if (row.attributes.TipoFactor !== factor) return row;
    const changed = Object.entries({ ...row.attributes, ...change });
    return {
      ...row,
      attributes: Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    };
  };
}

test("checkSums detects a total of taxes in a document that is exempt", () => {
  const exempt = invoiceOf([UNTAXED[1]!]);
  const children = exempt.children.map((child) =>
    child.name === "cfdi:Impuestos" ? { ...child, attributes: { TotalImpuestosTrasladados: "0.00" } } : child,
  );
  expect(checkSums({ ...exempt, children }).map(({ code }) => code)).toEqual(["CFDI40205"]);
});

test("a credit note of random returned pieces is exactly what is due, and satisfies SAT's rules", () => {
  const heading = makeIngreso();
  fc.assert(
    fc.property(
      anyOrder,
      fc.array(fc.nat({ max: 30 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 3_000_000 }),
      (order, counts, dueCents) => {
        const soldAmounts = invoiceAmounts(linesOfOrder(order, CHARGE_SAT_KEYS));
        // Only a global invoice has two rates above zero.
        if (isRefusal(soldAmounts) || soldAmounts.taxes.filter(({ rateBps }) => rateBps > 0).length > 1) return true;
        const invoice = buildIngreso({ ...heading, amounts: soldAmounts });
        const lines = readInvoiceLines(serialize(invoice));
        const netTotalCents = lines.reduce((sum, line) => sum + lineTotalCents(line), 0);
        const returnedLines = counts
          .map((count, line) => ({ line, pieces: Math.min(count, lines[line]?.pieces ?? 0) }))
          .filter((returnedLine) => returnedLine.pieces > 0);
        const credited = creditNoteLines(
          lines.map((line) => ({ ...line, uncreditedPieces: line.pieces })),
          returnedLines,
          dueCents,
        );
        if (isRefusal(credited)) return false;
        const amounts = invoiceAmounts(credited.lines);
        if (isRefusal(amounts)) return false;
        const note = buildEgreso({ ...heading, amounts, reason: credited.reason, invoiceUuid: TEST_STAMP_UUID });
        return (
          netTotalCents === soldAmounts.totalCents && amounts.totalCents === dueCents && checkSums(note).length === 0
        );
      },
    ),
    { numRuns: 500 },
  );
}, 180_000);

test("checkSums detects a difference of one centavo", () => {
  const validDocument = buildIngreso(makeIngreso());
  const withAttributeValue = (name: string, value: string) => ({
    ...validDocument,
    attributes: { ...validDocument.attributes, [name]: value },
  });
  expect(checkSums(withAttributeValue("Total", "3104.67")).map(({ code }) => code)).toEqual(["CFDI40119"]);
  expect(checkSums(withAttributeValue("SubTotal", "2788.48")).map(({ code }) => code)).toContain("CFDI40108");
  expect(checkSums(withAttributeValue("Total", "3104.660")).map(({ code }) => code)).toEqual(["301"]);
});

describe("hostile texts never break the document", () => {
  const hostile = fc.oneof(fc.constantFrom(...UNUSUAL_TEXTS), fc.string({ unit: "binary", maxLength: 400 }));
  test("product names and SKUs are cleaned or escaped", () => {
    fc.assert(
      fc.property(hostile, hostile, (description, identification) => {
        const amounts = amountsOf([makeInvoiceLine({ description, identification })]);
        const sealed = sealDocument(buildIngreso(makeIngreso({ amounts })), csd);
        const parsedDocument = parseOrThrow(sealed.xml);
        const [concept] = childrenOf(childOf(parsedDocument, "cfdi:Conceptos"), "cfdi:Concepto");
        const { Descripcion: writtenDescription = "", NoIdentificacion: writtenIdentification = "-" } =
          concept!.attributes;
        expect(writtenDescription).toMatch(/^[^|\p{C}]{1,1000}$/u);
        expect(writtenIdentification).toMatch(/^[^|\p{C}]{1,100}$/u);
        expect(originalString(parsedDocument)).toBe(sealed.originalString);
      }),
      { numRuns: 300 },
    );
  });
  test.each([
    ['"/><cfdi:Emisor Rfc="', "escaped"],
    ["]]>", "escaped"],
    ["<!--", "escaped"],
    ["&lt;", "escaped once"],
    ["\t\n\r", "escaped"],
    ["x".repeat(300), "as it is"],
  ])("in a receiver's name, %j is written: %s", (name) => {
    const sealed = sealDocument(buildIngreso(makeIngreso({ receiver: { ...makeIngreso().receiver, name } })), csd);
    const parsedDocument = parseOrThrow(sealed.xml);
    expect(childOf(parsedDocument, "cfdi:Receptor")?.attributes.Nombre).toBe(name);
    expect(childrenOf(parsedDocument, "cfdi:Emisor")).toHaveLength(1);
    expect(hasValidSeal(parsedDocument)).toBe(true);
  });
  test.each(["\u0000", "\u0007", "\u001f", "\ufffe", "\ud800"])(
    "in a receiver's name, %j cannot be written in XML and throws",
    (name) => {
      const document = buildIngreso(makeIngreso({ receiver: { ...makeIngreso().receiver, name } }));
      expect(() => sealDocument(document, csd)).toThrow(UnwritableText);
    },
  );
});

test("a name with a bar is not sealed, because it would make the original string ambiguous", () => {
  const document = buildIngreso(makeIngreso({ receiver: { ...makeIngreso().receiver, name: "A|B" } }));
  expect(() => sealDocument(document, csd)).toThrow(UnsealableDocument);
});

test.skipIf(!SAT_DIR || !hasProgram("xmllint"))(
  "the schema rejects an invalid document (needs xmllint and SAT_DIR)",
  () => {
    const receiver = { ...makeIngreso().receiver, taxRegime: "609" };
    const { xml } = sealDocument(buildIngreso(makeIngreso({ receiver })), csd);
    const xmllintArgs = ["--nonet", "--noout", "--schema", satFilePath("xsd/cfdi40-con-timbre.xsd"), "-"];
    expect(() => runProgram("xmllint", xmllintArgs, xml)).toThrow("RegimenFiscalReceptor");
  },
);

describe("reading a stamp", () => {
  const sealedDocument = withNamespaces(parseOrThrow(sealDocument(buildIngreso(makeIngreso()), csd).xml));
  const validXml = serialize(addTestStamp(sealedDocument));
  test("returns what the PAC added and the original string that it sealed", () => {
    const result = readStamp(validXml);
    if (isRefusal(result)) throw new Error(result.refused);
    expect(result.stamp).toMatchObject({
      uuid: TEST_STAMP_UUID,
      stampedAt: "2026-11-21T16:05:12",
      providerRfc: "SPR190613I52",
      notice: "TIMBRADO LOCAL, SIN VALIDEZ FISCAL",
      satCertificateNumber: "30001000000500003456",
    });
    expect(result.stamp.originalString).toBe(
      `||1.1|${TEST_STAMP_UUID}|2026-11-21T16:05:12|SPR190613I52|TIMBRADO LOCAL, SIN VALIDEZ FISCAL|${sealedDocument.attributes.Sello}|30001000000500003456||`,
    );
    expect(readStamp(Buffer.from(validXml))).toEqual(result);
    expect(readStamp(`\ufeff${validXml}`)).toEqual(result);
  });
  test("gives the URL of SAT's page about this document, for its QR code", () => {
    const result = readStamp(validXml);
    expect(isRefusal(result) ? null : verificationUrlOf(result)).toBe(
      `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${TEST_STAMP_UUID}&re=EKU9003173C9&rr=H&amp;E951128469&tt=3104.66&fe=${sealedDocument.attributes.Sello!.slice(-8)}`,
    );
  });
  test("works with any prefix of SAT's namespace", () => {
    const renamed = validXml.replaceAll("cfdi:", "c:").replaceAll("xmlns:cfdi=", "xmlns:c=").replaceAll("tfd:", "t:");
    expect(readStamp(renamed.replaceAll("xmlns:tfd=", "xmlns:t="))).toEqual(readStamp(validXml));
  });
  test.skipIf(!SAT_DIR || !hasProgram("xsltproc"))(
    "gives the stamp's original string as SAT's style sheet does (needs xsltproc and SAT_DIR)",
    () => {
      const [tfd] = validXml.match(/<tfd:TimbreFiscalDigital.*?\/>/) ?? [];
      const stampXml = tfd!.replace(/ xsi:schemaLocation="[^"]*"/, "");
      const result = readStamp(validXml);
      const output = runProgram(
        "xsltproc",
        ["--nonet", satFilePath("xslt/cadenaoriginal_TFD_1_1.xslt"), "-"],
        stampXml,
      );
      expect(isRefusal(result) ? null : result.stamp.originalString).toBe(output.toString());
    },
  );
  const stampedTwice = addTestStamp(addTestStamp(sealedDocument));
  test.each([
    ["nothing", "", "xml_unreadable"],
    ["an error page", "<html><body>502<br></body></html>", "xml_unreadable"],
    ["JSON", '{"status":"success"}', "xml_unreadable"],
    ["a truncated document", validXml.slice(0, -20), "xml_unreadable"],
    ["a DTD", validXml.replace("?>", "?><!DOCTYPE x [<!ENTITY a 'b'>]>"), "xml_unreadable"],
    ["another encoding", Buffer.from(validXml.replace("FISCAL", "FISCÁL"), "latin1"), "xml_unreadable"],
    ["a document without a stamp", serialize(sealedDocument), "stamp_missing"],
    [
      "a stamp in an unknown namespace",
      validXml.replace('http://www.sat.gob.mx/TimbreFiscalDigital"', 'urn:x"'),
      "stamp_missing",
    ],
    [
      "a stamp without a document",
      '<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital"/>',
      "stamp_missing",
    ],
    ["two stamps", serialize(stampedTwice), "stamp_broken"],
    ["no UUID", serialize(addTestStamp(sealedDocument, { UUID: null })), "stamp_broken"],
    ["a truncated UUID", serialize(addTestStamp(sealedDocument, { UUID: "5FB2822E" })), "stamp_broken"],
    ["no SAT seal", serialize(addTestStamp(sealedDocument, { SelloSAT: "" })), "stamp_broken"],
    ["a bar in its notice", serialize(addTestStamp(sealedDocument, { Leyenda: "UNA COSA|OTRA COSA" })), "stamp_broken"],
    ["another version", serialize(addTestStamp(sealedDocument, { Version: "1.0" })), "stamp_broken"],
    ["another document's seal", serialize(addTestStamp(sealedDocument, { SelloCFD: "b3Rybw==" })), "stamp_of_another"],
  ])("%s is refused", (_what, xml, code) => expect(readStamp(xml)).toEqual({ refused: code }));
  test("a wrong encoding declaration is ignored", () => {
    const misdeclared = validXml.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    const result = readStamp(misdeclared.replace("LOCAL", "LÓCAL"));
    expect(isRefusal(result) ? result : result.stamp.notice).toBe("TIMBRADO LÓCAL, SIN VALIDEZ FISCAL");
  });
});
