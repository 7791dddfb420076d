import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, describe, expect, test } from "vitest";
import { globalSaleLine } from "../../../domain/invoice-lines.ts";
import { nextInstalment } from "../../../domain/payment-instalment.ts";
import { BILLING_SERVICE_KEYS } from "../../../domain/sat-keys.ts";
import {
  amountsOf,
  makeIngreso,
  openTestCsd,
  makeInvoiceLine,
  addTestStampToXml,
  TEST_STAMP_UUID,
  VAT_16,
} from "../../testing/invoices.ts";
import { hasProgram, runProgram } from "../../testing/external-validators.ts";
import { buildEgreso, buildGlobal, buildIngreso, type Ingreso } from "../../cfdi/comprobante.ts";
import { buildPaymentComplement } from "../../cfdi/payment-complement.ts";
import { sealDocument } from "../../cfdi/seal.ts";
import { readStamp, verificationUrlOf } from "../../cfdi/stamp.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { drawInvoice } from "./draw-invoice.ts";
import { printedAmount } from "./printed-values.ts";

const csd = openTestCsd();
const SHOP = { name: "Boutique Ñandú", color: "pink" } as const;
/** Changes a sample stamp to one of SAT's production service: no notice, and a production certificate. */
const PRODUCTION_STAMP = { Leyenda: null, NoCertificadoSAT: "00001000000708361114" };
const SELLO_SAT = "Zm".repeat(172);

const dir = mkdtempSync(path.join(tmpdir(), "escaparate-pdf-"));
afterAll(() => rmSync(dir, { recursive: true }));

function xmlOf(document: Parameters<typeof sealDocument>[0], stampChanges: Record<string, string | null> = {}): string {
  return addTestStampToXml(sealDocument(document, csd).xml, { SelloSAT: SELLO_SAT, ...stampChanges });
}
const ingresoXml = (
  change: Partial<Ingreso> = {},
  stampChanges: Record<string, string | null> = PRODUCTION_STAMP,
): string => xmlOf(buildIngreso(makeIngreso(change)), stampChanges);

/** The text of each page, with line breaks as single spaces. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

const draw = async (xml: string, options?: { isCancelled: boolean }) => {
  const pdf = await drawInvoice(SHOP, xml, options);
  const pages = await pagesOf(pdf);
  return { pdf, pages, text: pages.join(" ") };
};

test("an invoice shows everything that a printed representation must (RMF 2.7.1.7)", async () => {
  const xml = ingresoXml({ replacedUuid: TEST_STAMP_UUID });
  const stampedDocument = readStamp(xml);
  if (isRefusal(stampedDocument)) throw new Error(stampedDocument.refused);
  const { text } = await draw(xml);
  for (const words of [
    "Boutique Ñandú",
    "Factura A-17",
    "I Ingreso",
    TEST_STAMP_UUID,
    "ESCUELA KEMPER URGATE",
    "RFC EKU9003173C9",
    "HERRERIA & ELECTRICOS",
    "RFC H&E951128469",
    "C.P. 06002",
    "601 General de Ley Personas Morales",
    "G03 Gastos en general",
    "C.P. 42501",
    "21/11/2026 16:05:09",
    "21/11/2026 16:05:12",
    stampedDocument.comprobante.attributes.NoCertificado!,
    PRODUCTION_STAMP.NoCertificadoSAT,
    "SPR190613I52",
    `04 Sustitución de los CFDI previos: ${TEST_STAMP_UUID}`,
    "53102000",
    "Vestido midi Nopal Rojo T: M",
    "VES-001-M",
    "H87 Pieza",
    "$1,120.26069",
    "$112.03",
    "$2,240.521379",
    "02 Sí objeto de impuesto",
    "002 IVA 16 % (Tasa 0.160000): base $2,128.491379, importe $340.558621",
    "Comisión por pago en línea",
    "Subtotal $2,788.46",
    "-$112.03",
    "$428.23",
    "$3,104.66",
    "TRES MIL CIENTO CUATRO PESOS 66/100 M.N.",
    "04 Tarjeta de crédito",
    "PUE Pago en una sola exhibición",
    "MXN Peso mexicano",
    "Este documento es una representación impresa de un CFDI",
  ]) {
    expect(text).toContain(words);
  }
  // Seals wrap at the column's width.
  const textWithoutSpaces = text.replaceAll(" ", "");
  expect(textWithoutSpaces).toContain(stampedDocument.stamp.documentSeal);
  expect(textWithoutSpaces).toContain(SELLO_SAT);
  expect(textWithoutSpaces).toContain(stampedDocument.stamp.originalString);
  expect(text).not.toMatch(/SIN VALIDEZ|CANCELADA/);
});

test("a credit note names its invoice, and a global invoice its period", async () => {
  const returnedLine = makeInvoiceLine({
    keys: BILLING_SERVICE_KEYS,
    description: "Devolución de mercancía",
    identification: null,
  });
  const egreso = buildEgreso({
    ...makeIngreso({ amounts: amountsOf([returnedLine]) }),
    reason: "return",
    invoiceUuid: TEST_STAMP_UUID,
  });
  const note = await draw(xmlOf(egreso, PRODUCTION_STAMP));
  expect(note.text).toContain("Nota de crédito A-17");
  expect(note.text).toContain(`03 Devolución de mercancía sobre facturas o traslados previos: ${TEST_STAMP_UUID}`);
  const parts = [{ vat: VAT_16, cents: 99_90 }];
  const sales = [1, 2].map((n) => globalSaleLine({ reference: `10000${n}`, paidCents: 99_90, parts }));
  const period = { periodicity: "04", months: "11", year: "2026" };
  const global = await draw(
    xmlOf(buildGlobal({ ...makeIngreso({ amounts: amountsOf(sales) }), period }), PRODUCTION_STAMP),
  );
  expect(global.text).toContain("Factura global A-17");
  expect(global.text).toContain("04 Mensual · 11 Noviembre · 2026");
  expect(global.text).toContain("PUBLICO EN GENERAL");
  expect(global.text).toContain("No. de identificación 100002");
});

test("the taxes are shown by rate, with their bases; an exempt base has no amount", async () => {
  const lines = [
    makeInvoiceLine({ pieces: 1, unitPriceCents: 116_00 }),
    makeInvoiceLine({ pieces: 1, unitPriceCents: 50_00, vat: { treatment: "zero", rateBps: 0 } }),
    makeInvoiceLine({ pieces: 1, unitPriceCents: 30_00, vat: { treatment: "exempt", rateBps: 0 } }),
    makeInvoiceLine({ pieces: 1, unitPriceCents: 20_00, vat: { treatment: "notItemised", rateBps: 0 } }),
  ];
  const { text } = await draw(ingresoXml({ amounts: amountsOf(lines) }));
  for (const words of [
    "002 IVA Exento: base $30.00",
    "03 Sí objeto del impuesto y no obligado al desglose",
    "Subtotal $200.00",
    "Base 002 IVA 16 % (Tasa 0.160000) $100.00",
    "002 IVA 16 % (Tasa 0.160000) $16.00",
    "Base 002 IVA 0 % (Tasa 0.000000) $50.00",
    "002 IVA 0 % (Tasa 0.000000) $0.00",
    "Base 002 IVA Exento $30.00",
    "Total $216.00",
  ]) {
    expect(text).toContain(words);
  }
  // The seals are random: their text may contain "NaN".
  expect(text).not.toContain("$NaN");
});

describe("a document without legal value is marked on every page", () => {
  const longIngreso = { amounts: amountsOf(Array.from({ length: 60 }, () => makeInvoiceLine())) };
  const SANDBOX_WATERMARK = "PRUEBA – SIN VALIDEZ FISCAL";
  test.each([
    [
      "a document with a notice in its stamp",
      { NoCertificadoSAT: PRODUCTION_STAMP.NoCertificadoSAT },
      false,
      [SANDBOX_WATERMARK],
    ],
    ["a document with a certificate of SAT's test environment", { Leyenda: null }, false, [SANDBOX_WATERMARK]],
    ["a cancelled document", PRODUCTION_STAMP, true, ["CANCELADA"]],
    ["a cancelled document of the sandbox", {}, true, ["CANCELADA", SANDBOX_WATERMARK]],
  ])("%s", async (_, stamp, isCancelled, words) => {
    const { pages } = await draw(ingresoXml(longIngreso, stamp), { isCancelled });
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) for (const word of words) expect(page).toContain(word);
  });
});

test("150 lines span numbered pages; each page with lines has the table's header, each line appears once", async () => {
  const lines = Array.from({ length: 150 }, (_, n) => makeInvoiceLine({ description: `Falda [${n}]` }));
  const { pages, text } = await draw(ingresoXml({ amounts: amountsOf(lines) }));
  for (let n = 0; n < 150; n++) expect(text.split(`Falda [${n}]`)).toHaveLength(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
    if (page.includes("Falda")) expect(page).toContain("Clave Descripción");
  }
});

test("an invoice with one line has one page", async () => {
  expect((await draw(ingresoXml({ amounts: amountsOf([makeInvoiceLine()]) }))).pages).toHaveLength(1);
});

test("long, unusual or hostile names are wrapped, never cut, and never break the drawing", async () => {
  const name = `ÑANDÚ & "PINGÜINOS" <B>Á`.repeat(12);
  const lines = [
    makeInvoiceLine({ description: "W".repeat(1_000), identification: "M".repeat(100) }),
    makeInvoiceLine({ description: "日本のドレス 👗 ¿Así? %PDF-1.4 endstream (\\) ]]>", identification: "<&>" }),
    makeInvoiceLine({
      description: `palabras ${"muy largas ".repeat(80)}fin`,
      unitPriceCents: 9_999_999_99,
      pieces: 1,
    }),
  ];
  const receiver = { ...makeIngreso().receiver, rfc: "OÑO120726RX3", name };
  const { text } = await draw(ingresoXml({ receiver, amounts: amountsOf(lines) }));
  const textWithoutSpaces = text.replaceAll(" ", "");
  expect(textWithoutSpaces).toContain(name.replaceAll(" ", ""));
  expect(textWithoutSpaces).toContain("W".repeat(1_000));
  expect(textWithoutSpaces).toContain("M".repeat(100));
  expect(text).toContain("¿Así? %PDF-1.4 endstream (\\) ]]>");
  expect(textWithoutSpaces).toContain("muylargasfin");
  expect(text).toContain("$8,620,689.646551");
});

test("an invoice without a stamp is not drawn", async () => {
  await expect(drawInvoice(SHOP, sealDocument(buildIngreso(makeIngreso()), csd).xml)).rejects.toThrow("stamp_missing");
});

test.each([
  ["1120.258621", "$1,120.258621"],
  ["1234567.5", "$1,234,567.50"],
  ["0.100000", "$0.10"],
  ["100", "$100.00"],
  ["8.620690", "$8.62069"],
])("%s is printed as %s", (decimal, printedText) => expect(printedAmount(decimal)).toBe(printedText));

describe("external programs read the PDF", () => {
  const xml = ingresoXml({ amounts: amountsOf([makeInvoiceLine()]) }, {});
  const pdfPath = path.join(dir, "factura.pdf");
  const writePdf = async (): Promise<void> =>
    writeFileSync(pdfPath, await drawInvoice(SHOP, xml, { isCancelled: true }));

  test.skipIf(!hasProgram("pdftotext"))("pdftotext finds its text (skipped without pdftotext)", async () => {
    await writePdf();
    const text = runProgram("pdftotext", ["-layout", pdfPath, "-"]).toString();
    expect(text).toContain("HERRERIA & ELECTRICOS");
    expect(text).toContain("Este documento es una representación impresa de un CFDI");
  });

  const canScan = hasProgram("pdftoppm") && hasProgram("zbarimg");
  test.skipIf(!canScan)(
    "zbarimg reads SAT's URL from the printed page, under both watermarks (skipped without pdftoppm or zbarimg)",
    async () => {
      await writePdf();
      const stampedDocument = readStamp(xml);
      if (isRefusal(stampedDocument)) throw new Error(stampedDocument.refused);
      const pagePath = path.join(dir, "pagina");
      runProgram("pdftoppm", ["-r", "200", "-png", "-singlefile", pdfPath, pagePath]);
      const output = runProgram("zbarimg", ["--raw", "-q", `${pagePath}.png`]);
      expect(output.toString().trim()).toBe(verificationUrlOf(stampedDocument));
    },
  );
});

test("a payment complement shows the payment, the invoice that it pays, the balances and the taxes", async () => {
  const { series, folio, issuedAt, issuer, receiver, amounts } = makeIngreso();
  const document = buildPaymentComplement({
    series,
    folio,
    issuedAt,
    issuer,
    receiver,
    paidAt: "2026-11-20T12:30:00",
    paymentForm: "03",
    invoice: { uuid: TEST_STAMP_UUID, series: "A", folio: "16" },
    instalment: nextInstalment(amounts, { instalmentCount: 1, paidCents: 1_000_00 }, 1_160_00),
    replacedUuid: null,
  });
  const { text } = await draw(xmlOf(document, PRODUCTION_STAMP));
  for (const words of [
    "Complemento de pago A-17",
    "P Pago",
    "CP01 Pagos",
    "$1,160.00 MXN · 20/11/2026 12:30:00 · Forma de pago 03 Transferencia electrónica de fondos",
    `A-16 · ${TEST_STAMP_UUID} · Parcialidad 2 · Saldo anterior $2,104.66 · Pagado $1,160.00 · Saldo insoluto $944.66`,
    "IVA 16 %: base $999.999614, importe $159.999938",
    "Pago recibido",
    "MIL CIENTO SESENTA PESOS 00/100",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Método de pago");
});

test("a deposit, the invoice that applies it and the egreso are named on the page, with their relation", async () => {
  const line = makeInvoiceLine({
    keys: BILLING_SERVICE_KEYS,
    description: "Anticipo del bien o servicio",
    identification: null,
  });
  expect((await draw(ingresoXml({ amounts: amountsOf([line]) }))).text).toContain("Factura de anticipo A-17");
  const saleInvoice = await draw(ingresoXml({ depositUuid: TEST_STAMP_UUID, paymentForm: "30" }));
  expect(saleInvoice.text).toContain(`07 CFDI por aplicación de anticipo: ${TEST_STAMP_UUID}`);
  expect(saleInvoice.text).toContain("30 Aplicación de anticipos");
  const depositApplication = buildEgreso({
    ...makeIngreso({ paymentForm: "30" }),
    reason: "depositApplied",
    invoiceUuid: TEST_STAMP_UUID,
  });
  expect((await draw(xmlOf(depositApplication, PRODUCTION_STAMP))).text).toContain("Aplicación de anticipo A-17");
});

test("a receiver who lives abroad is shown with their country and tax id", async () => {
  const receiver = { ...makeIngreso().receiver, rfc: "XEXX010101000", country: "ESP", taxId: "B12345678" };
  const { text } = await draw(ingresoXml({ receiver }));
  expect(text).toContain("Residencia fiscal ESP España");
  expect(text).toContain("Identificación fiscal B12345678");
});
