import { sql, type RawBuilder } from "kysely";
import { daysOf } from "../../domain/global-period.ts";
import type { TaxRow } from "../../domain/invoice-amounts.ts";
import type { InvoiceKind } from "../../domain/invoice-enums.ts";
import type { App } from "../app.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { writeCsv } from "../csv/write-csv.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import type { ZipEntry } from "../zip/write-zip.ts";
import { listCancellations, findCancellationReceipt } from "./cancellations.ts";
import { makeInvoiceFile, makeCancellationReceiptFile } from "./invoice-files.ts";
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
const KIND_LABEL: Record<InvoiceKind, string> = {
  invoice: "Factura",
  creditNote: "Nota de crédito",
  global: "Factura global",
  payment: "Complemento de pago",
  deposit: "Factura de anticipo",
  depositApplied: "Aplicación de anticipo",
};
const STATE_LABEL: Record<string, string> = {
  stamped: "Vigente",
  replaced: "Sustituida, cancelándose",
  cancelAsked: "Cancelación pedida",
  cancelled: "Cancelada",
};
const INDEX_HEADERS = [
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
 * time zone. Only one document's files are in memory at a time. `month`: "2026-10". `onProgress` is called after each
 * document.
 */
export async function* exportMonth(
  app: App,
  shop: Shop,
  month: string,
  onProgress: (doneCount: number, totalCount: number) => void = () => {},
): AsyncGenerator<ZipEntry> {
  const timeZone = (await findIssuer(app.db, shop.id))?.timeZone ?? "America/Mexico_City";
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE ${monthCondition({ shopId: shop.id, timeZone, month })} ORDER BY id`.execute(app.db);
  const indexRows: (string | number | null)[][] = [];
  for (const [index, { id }] of rows.entries()) {
    const invoice = await findInvoice(app.db, id);
    if (invoice?.xml) {
      yield* filesOf(app, shop, invoice);
      indexRows.push(toIndexRow(invoice, timeZone));
    }
    onProgress(index + 1, rows.length);
  }
  let csv = "";
  for await (const chunk of writeCsv(INDEX_HEADERS, indexRows)) csv += chunk;
  yield { name: "index.csv", content: Buffer.from(csv) };
}

interface ShopMonth {
  shopId: string;
  timeZone: string;
  /** "2026-10". */
  month: string;
}

/** The number of documents that `exportMonth` writes. */
export async function countMonthDocuments(db: Queryable, shopMonth: ShopMonth): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invoices WHERE ${monthCondition(shopMonth)}`.execute(db);
  return rows[0]!.count;
}

function monthCondition({ shopId, timeZone, month }: ShopMonth): RawBuilder<unknown> {
  const { from, to } = daysOf({ periodLength: "month", day: `${month}-01` });
  return sql`shop_id = ${shopId} AND uuid IS NOT NULL
    AND (issued_at AT TIME ZONE ${timeZone})::date BETWEEN ${from}::date AND ${to}::date`;
}

async function* filesOf(app: App, shop: Shop, invoice: Invoice): AsyncGenerator<ZipEntry> {
  const folder = invoice.state === "cancelled" ? "canceladas" : FOLDERS[invoice.kind];
  for (const format of ["xml", "pdf"] as const) {
    const { filename, content } = await makeInvoiceFile(app, shop, invoice, format);
    yield { name: `${folder}/${filename}`, content };
  }
  for (const { id, hasReceipt } of await listCancellations(app.db, invoice.id)) {
    const receipt = hasReceipt ? await findCancellationReceipt(app.db, invoice.id, id) : null;
    if (receipt === null) continue;
    const { filename, content } = makeCancellationReceiptFile(invoice, receipt);
    yield { name: `acuses/${filename.replace(/\.xml$/, "")}-${id}.xml`, content };
  }
}

function toIndexRow(invoice: Invoice, timeZone: string): (string | number | null)[] {
  const { receiver, taxes } = invoice;
  const xml = invoice.xml ?? "";
  const findAttribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? null;
  /** All matches: an invoice may both replace another invoice and apply a deposit. */
  const joinMatches = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, value]) => value).join(" ") || null;
  const sumPesos = (matches: (row: TaxRow) => boolean, field: "baseCents" | "taxCents") =>
    taxes.filter((row) => matches(row)).reduce((sum, row) => sum + row[field], 0) / 100;
  const isGeneralAt = (rateBps: number) => (row: TaxRow) => row.treatment === "general" && row.rateBps === rateBps;
  const toLocalText = (instant: Date) => formatLocalTime(instant, timeZone).replace("T", " ");
  return [
    invoice.uuid,
    invoice.series,
    invoice.folio,
    toLocalText(invoice.issuedAt),
    KIND_LABEL[invoice.kind],
    receiver.rfc,
    receiver.name,
    receiver.taxRegime,
    findAttribute("UsoCFDI"),
    invoice.subtotalCents / 100,
    invoice.discountCents / 100,
    sumPesos(isGeneralAt(1600), "baseCents"),
    sumPesos(isGeneralAt(1600), "taxCents"),
    sumPesos(isGeneralAt(800), "baseCents"),
    sumPesos(isGeneralAt(800), "taxCents"),
    sumPesos(({ treatment }) => treatment === "zero", "baseCents"),
    sumPesos(({ treatment }) => treatment === "exempt", "baseCents"),
    sumPesos(({ treatment }) => treatment === "notSubject" || treatment === "notItemised", "baseCents"),
    invoice.totalCents / 100,
    findAttribute("FormaPago") ?? findAttribute("FormaDePagoP"),
    findAttribute("MetodoPago"),
    joinMatches(/<cfdi:CfdiRelacionados TipoRelacion="([^"]*)"/g),
    joinMatches(/<(?:cfdi:CfdiRelacionado UUID|pago20:DoctoRelacionado IdDocumento)="([^"]*)"/g),
    STATE_LABEL[invoice.state] ?? invoice.state,
    invoice.state === "cancelled" ? invoice.cancelMotive : null,
    invoice.cancelledAt && toLocalText(invoice.cancelledAt),
    invoice.paidCents === null ? null : invoice.paidCents / 100,
    findAttribute("NumParcialidad"),
  ];
}
