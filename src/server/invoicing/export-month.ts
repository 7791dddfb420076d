import { sql, type RawBuilder } from "kysely";
import { daysOf } from "../../domain/global-period.ts";
import type { TaxRow } from "../../domain/invoice-amounts.ts";
import type { InvoiceKind } from "../../domain/invoice-state.ts";
import type { App } from "../app.ts";
import { localTime } from "../cfdi/local-time.ts";
import { writeCsv } from "../csv/write-csv.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import type { ZipEntry } from "../zip/write-zip.ts";
import { listCancellations, findReceipt } from "./cancellations.ts";
import { invoiceFile, receiptFile } from "./invoice-files.ts";
import { findInvoice, type Invoice } from "./queries.ts";
import { findIssuer } from "./issuers.ts";

const FOLDERS: Record<InvoiceKind, string> = {
  invoice: "facturas",
  creditNote: "notas-de-credito",
  global: "globales",
  payment: "pagos",
  deposit: "anticipos",
  depositApplied: "anticipos",
};
const KINDS: Record<InvoiceKind, string> = {
  invoice: "Factura",
  creditNote: "Nota de crédito",
  global: "Factura global",
  payment: "Complemento de pago",
  deposit: "Factura de anticipo",
  depositApplied: "Aplicación de anticipo",
};
const STATES: Record<string, string> = {
  stamped: "Vigente",
  replaced: "Sustituida, cancelándose",
  cancelAsked: "Cancelación pedida",
  cancelled: "Cancelada",
};
const HEADERS = [
  "Folio fiscal",
  "Serie",
  "Folio",
  "Fecha",
  "Tipo",
  "RFC receptor",
  "Nombre receptor",
  "Régimen",
  "Uso",
  "Subtotal",
  "Descuento",
  "Base 16 %",
  "IVA 16 %",
  "Base 8 %",
  "IVA 8 %",
  "Base 0 %",
  "Exento",
  "Sin objeto o sin desglosar",
  "Total",
  "Forma de pago",
  "Método de pago",
  "Tipo de relación",
  "Folio fiscal relacionado",
  "Estado",
  "Motivo de cancelación",
  "Cancelada el",
  "Pago recibido",
  "Parcialidad",
];

/**
 * The files of a month's stamped documents of a shop, for the accountant: each XML as it was stamped, its PDF, SAT's
 * receipts of its cancellations, and index.csv at the end. A document belongs to the month of its date, in the issuer's
 * time zone. One document at a time is in memory. `month`: "2026-10". `onProgress` is called after each document.
 */
export async function* exportMonth(
  app: App,
  shop: Shop,
  month: string,
  onProgress: (done: number, total: number) => void = () => {},
): AsyncGenerator<ZipEntry> {
  const timeZone = (await findIssuer(app.db, shop.id))?.timeZone ?? "America/Mexico_City";
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE ${monthCondition({ shopId: shop.id, timeZone, month })} ORDER BY id`.execute(app.db);
  const lines: (string | number | null)[][] = [];
  for (const [index, { id }] of rows.entries()) {
    const invoice = await findInvoice(app.db, id);
    if (invoice?.xml) {
      yield* filesOf(app, shop, invoice);
      lines.push(indexRow(invoice, timeZone));
    }
    onProgress(index + 1, rows.length);
  }
  let csv = "";
  for await (const chunk of writeCsv(HEADERS, lines)) csv += chunk;
  yield { name: "index.csv", content: Buffer.from(csv) };
}

interface Month {
  shopId: string;
  timeZone: string;
  /** "2026-10". */
  month: string;
}

/** The number of documents that `exportMonth` writes. */
export async function countMonthDocuments(db: Queryable, month: Month): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invoices WHERE ${monthCondition(month)}`.execute(db);
  return rows[0]!.count;
}

function monthCondition({ shopId, timeZone, month }: Month): RawBuilder<unknown> {
  const { from, to } = daysOf({ periodLength: "month", day: `${month}-01` });
  return sql`shop_id = ${shopId} AND uuid IS NOT NULL
    AND (issued_at AT TIME ZONE ${timeZone})::date BETWEEN ${from}::date AND ${to}::date`;
}

async function* filesOf(app: App, shop: Shop, invoice: Invoice): AsyncGenerator<ZipEntry> {
  const folder = invoice.state === "cancelled" ? "canceladas" : FOLDERS[invoice.kind];
  for (const format of ["xml", "pdf"] as const) {
    const { filename, content } = await invoiceFile(app, shop, invoice, format);
    yield { name: `${folder}/${filename}`, content };
  }
  for (const { id, hasReceipt } of await listCancellations(app.db, invoice.id)) {
    const receipt = hasReceipt ? await findReceipt(app.db, invoice.id, id) : null;
    if (receipt === null) continue;
    const { filename, content } = receiptFile(invoice, receipt);
    yield { name: `acuses/${filename.replace(/\.xml$/, "")}-${id}.xml`, content };
  }
}

function indexRow(invoice: Invoice, timeZone: string): (string | number | null)[] {
  const { receiver, taxes } = invoice;
  const xml = invoice.xml ?? "";
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? null;
  /** All matches: an invoice may both replace another invoice and apply a deposit. */
  const allMatches = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, value]) => value).join(" ") || null;
  const sumOf = (matches: (row: TaxRow) => boolean, field: "baseCents" | "taxCents") =>
    taxes.filter((row) => matches(row)).reduce((sum, row) => sum + row[field], 0) / 100;
  const isGeneralAt = (rateBps: number) => (row: TaxRow) => row.treatment === "general" && row.rateBps === rateBps;
  const localText = (instant: Date) => localTime(instant, timeZone).replace("T", " ");
  return [
    invoice.uuid,
    invoice.series,
    invoice.folio,
    localText(invoice.issuedAt),
    KINDS[invoice.kind],
    receiver.rfc,
    receiver.name,
    receiver.taxRegime,
    attribute("UsoCFDI"),
    invoice.subtotalCents / 100,
    invoice.discountCents / 100,
    sumOf(isGeneralAt(1600), "baseCents"),
    sumOf(isGeneralAt(1600), "taxCents"),
    sumOf(isGeneralAt(800), "baseCents"),
    sumOf(isGeneralAt(800), "taxCents"),
    sumOf(({ treatment }) => treatment === "zero", "baseCents"),
    sumOf(({ treatment }) => treatment === "exempt", "baseCents"),
    sumOf(({ treatment }) => treatment === "notSubject" || treatment === "notItemised", "baseCents"),
    invoice.totalCents / 100,
    attribute("FormaPago") ?? attribute("FormaDePagoP"),
    attribute("MetodoPago"),
    allMatches(/<cfdi:CfdiRelacionados TipoRelacion="([^"]*)"/g),
    allMatches(/<(?:cfdi:CfdiRelacionado UUID|pago20:DoctoRelacionado IdDocumento)="([^"]*)"/g),
    STATES[invoice.state] ?? invoice.state,
    invoice.state === "cancelled" ? invoice.cancelMotive : null,
    invoice.cancelledAt && localText(invoice.cancelledAt),
    invoice.paidCents === null ? null : invoice.paidCents / 100,
    attribute("NumParcialidad"),
  ];
}
