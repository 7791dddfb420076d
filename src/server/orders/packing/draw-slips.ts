import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { encode } from "uqr";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { formatMoney } from "../../../domain/money.ts";
import { orderStatusLabel } from "../../../domain/order-status.ts";
import { formatPhone } from "../../../domain/phone.ts";
import type { Shop } from "../../shops/shop.ts";
import { listOrderFigures } from "../order-figures.ts";
import type { OrderRow } from "../queries.ts";
import { ACCENT_COLOR } from "../../pdf/accent-color.ts";
import { drawQr } from "../../pdf/draw-qr.ts";
import { openPdf } from "../../pdf/open-pdf.ts";
import type { DrawFunctionReference } from "../../pdf/pdf-thread.ts";
import {
  BOTTOM_EDGE,
  replaceMissingGlyphs,
  INK,
  newPage,
  PAGE,
  SOFT_INK,
  RIGHT_EDGE,
  drawHorizontalLine,
  write,
  writeRightAligned,
  type Pdf,
} from "../../pdf/drawing.ts";
import { formatAddressLines } from "./address-lines.ts";

const WARNING_COLOR = "#b91c1c";
/** The side of the checkbox that packing staff tick, in points. */
const CHECKBOX_SIDE = 11;
const QR_SIDE = 58;
const SIZE_X = RIGHT_EDGE - 210;
const PIECES_X = RIGHT_EDGE - 110;
const NAME_X = PAGE.margin + CHECKBOX_SIDE + 12;

export interface SlipOrder {
  shop: Shop;
  order: OrderRow;
  /** The notes of staff. */
  notes: readonly string[];
}

export const DRAW_SLIPS: DrawFunctionReference<typeof drawSlips> = { module: import.meta.url, name: "drawSlips" };

/**
 * Packing slips. Each order starts on a new page. Without prices a slip is for the shop and contains the notes of
 * staff. With prices it may be put in the parcel, so it contains no notes.
 */
export async function drawSlips(
  orders: readonly SlipOrder[],
  { showsPrices }: { showsPrices: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const title = orders.length === 1 ? `Hoja de empaque del pedido #${orders[0]!.order.reference}` : "Hojas de empaque";
  const { pdf, bytes } = await openPdf({ title, author: orders[0]!.shop.name });
  for (const [index, slip] of orders.entries()) {
    await yieldToEventLoop();
    if (index > 0) newPage(pdf);
    const firstPage = pdf.bufferedPageRange().count - 1;
    drawSlip(pdf, slip, showsPrices);
    drawFooters(pdf, slip, firstPage);
  }
  pdf.end();
  return bytes;
}

function drawSlip(pdf: Pdf, { shop, order, notes }: SlipOrder, showsPrices: boolean): void {
  pdf.rect(0, 0, PAGE.width, 8).fill(ACCENT_COLOR[shop.color]);
  write(pdf, shop.name, { y: 44, width: 260, size: 16, bold: true });
  write(pdf, "Hoja de empaque", { y: 68, width: 260, color: SOFT_INK });
  write(pdf, formatDateTime(order.created_at), { y: 82, width: 260, color: SOFT_INK });
  const qr = encode(String(order.reference), { ecc: "M", border: 0 });
  drawQr(pdf, qr, { x: RIGHT_EDGE - QR_SIDE, y: 42, moduleSize: QR_SIDE / qr.size });
  writeRightAligned(pdf, RIGHT_EDGE - QR_SIDE - 16, `#${order.reference}`, { y: 44, width: 200, size: 26, bold: true });
  writeRightAligned(pdf, RIGHT_EDGE - QR_SIDE - 16, formatPieces(order), { y: 78, width: 200, size: 12 });
  drawHorizontalLine(pdf, 114);
  pdf.y = 126;
  drawWarning(pdf, order);
  drawBlocks(pdf, order);
  drawLines(pdf, order, showsPrices);
  if (!showsPrices) drawNotes(pdf, notes);
}

function listParcelLines(order: OrderRow) {
  return order.lines.filter(({ is_digital }) => !is_digital);
}

function formatPieces(order: OrderRow): string {
  const pieces = listParcelLines(order).reduce((sum, line) => sum + line.pieces, 0);
  return pieces === 1 ? "1 pieza" : `${pieces} piezas`;
}

/** Marks an order that must not be packed now, such as an unpaid or shipped order, in a red box. */
function drawWarning(pdf: Pdf, order: OrderRow): void {
  if (order.status === "PAYMENT_ACCEPTED") return;
  const text = order.joined_into
    ? `Se unió al pedido #${order.joined_into.reference}: empaca aquel.`
    : `Está en «${orderStatusLabel(order.status, order.exchange !== null)}»: ${order.status === "SHIPPED" ? "ya salió." : "no lo envíes."}`;
  const { y } = pdf;
  pdf
    .roundedRect(PAGE.margin, y, RIGHT_EDGE - PAGE.margin, 30, 6)
    .lineWidth(1.5)
    .stroke(WARNING_COLOR);
  write(pdf, text, {
    x: PAGE.margin + 12,
    y: y + 8,
    width: RIGHT_EDGE - PAGE.margin - 24,
    size: 12,
    bold: true,
    color: WARNING_COLOR,
  });
  pdf.y = y + 44;
}

function drawBlocks(pdf: Pdf, order: OrderRow): void {
  const top = pdf.y;
  const width = (RIGHT_EDGE - PAGE.margin) / 2;
  const blocks: [string, string[]][] = [
    [
      "Para",
      [
        `${order.customer_name} ${order.customer_last_name}`,
        `Tel. ${formatPhone(order.customer_phone)}`,
        ...formatAddressLines(order),
      ],
    ],
    [
      "Envío",
      [
        order.carrier_name ?? "Sin paquetería",
        ...(order.insurance_cents > 0 ? ["Asegurado"] : []),
        ...(order.packaging_cents > 0 ? ["Con empaque"] : []),
        ...(order.presale?.deliversOn ? [`Preventa: se entrega el ${formatDay(order.presale.deliversOn)}`] : []),
        ...(order.tracking_number ? [`Guía ${order.tracking_number}`] : []),
      ],
    ],
  ];
  let lowestY = top;
  for (const [index, [title, lines]] of blocks.entries()) {
    const x = PAGE.margin + index * width;
    write(pdf, title, { x, y: top, width: width - 16, size: 9, bold: true, color: SOFT_INK });
    for (const [lineIndex, line] of lines.entries()) {
      write(pdf, line, { x, y: pdf.y + 2, width: width - 16, size: lineIndex === 0 ? 12 : 10, bold: lineIndex === 0 });
    }
    lowestY = Math.max(lowestY, pdf.y);
  }
  pdf.y = lowestY + 18;
}

function drawLines(pdf: Pdf, order: OrderRow, showsPrices: boolean): void {
  drawTableHead(pdf, showsPrices);
  for (const line of order.lines) {
    const [name, size] = splitSize(line.name);
    const text = line.is_digital ? `${name} (boleto: viaja por correo)` : name;
    const width = SIZE_X - NAME_X - 70;
    pdf.font("regular").fontSize(11);
    const height = Math.max(pdf.heightOfString(replaceMissingGlyphs(text), { width, lineGap: 1.5 }), CHECKBOX_SIDE);
    if (pdf.y + height + 16 > BOTTOM_EDGE) {
      newPage(pdf);
      drawTableHead(pdf, showsPrices);
    }
    const y = pdf.y + 8;
    if (!line.is_digital)
      pdf
        .rect(PAGE.margin, y + 1, CHECKBOX_SIDE, CHECKBOX_SIDE)
        .lineWidth(1)
        .stroke(INK);
    write(pdf, text, { x: NAME_X, y, width, size: 11, color: line.is_digital ? SOFT_INK : INK });
    writeRightAligned(pdf, SIZE_X + 40, size, { y, width: 100, size: 12, bold: true });
    writeRightAligned(pdf, PIECES_X + 20, String(line.pieces), { y, width: 60, size: 12, bold: true });
    if (showsPrices)
      writeRightAligned(pdf, RIGHT_EDGE, formatMoney(line.unit_price_cents * line.pieces), { y, width: 85, size: 11 });
    pdf.y = y + height + 7;
    drawHorizontalLine(pdf, pdf.y);
  }
  if (!showsPrices) return;
  for (const [label, cents] of listOrderFigures(order)) {
    if (pdf.y + 22 > BOTTOM_EDGE) newPage(pdf);
    const y = pdf.y + 6;
    writeRightAligned(pdf, RIGHT_EDGE - 95, label, { y, width: 200, color: SOFT_INK });
    writeRightAligned(pdf, RIGHT_EDGE, formatMoney(cents), { y, width: 85, bold: label === "Total" });
    pdf.y = y + 14;
  }
}

function drawTableHead(pdf: Pdf, showsPrices: boolean): void {
  const { y } = pdf;
  const style = { y, size: 9, bold: true, color: SOFT_INK };
  write(pdf, "Producto", { ...style, x: NAME_X });
  writeRightAligned(pdf, SIZE_X + 40, "Talla", { ...style, width: 100 });
  writeRightAligned(pdf, PIECES_X + 20, "Piezas", { ...style, width: 60 });
  if (showsPrices) writeRightAligned(pdf, RIGHT_EDGE, "Importe", { ...style, width: 85 });
  pdf.y = y + 16;
  drawHorizontalLine(pdf, pdf.y, INK);
}

/** Draws the notes of staff, then three blank lines for handwriting. The blank lines stay on one page. */
function drawNotes(pdf: Pdf, notes: readonly string[]): void {
  const width = RIGHT_EDGE - PAGE.margin;
  if (pdf.y + 60 > BOTTOM_EDGE) newPage(pdf);
  pdf.y += 20;
  write(pdf, "Notas del equipo (esta hoja no va en el paquete)", {
    y: pdf.y,
    width,
    size: 9,
    bold: true,
    color: SOFT_INK,
  });
  for (const text of notes.flatMap((note) => note.split("\n"))) {
    pdf.font("regular").fontSize(11);
    if (pdf.y + pdf.heightOfString(replaceMissingGlyphs(text), { width, lineGap: 1.5 }) + 4 > BOTTOM_EDGE) newPage(pdf);
    write(pdf, text, { y: pdf.y + 4, width, size: 11 });
  }
  if (pdf.y + 84 > BOTTOM_EDGE) newPage(pdf);
  const top = pdf.y;
  for (let line = 1; line <= 3; line++) drawHorizontalLine(pdf, top + line * 24, SOFT_INK);
  pdf.y = top + 80;
}

function drawFooters(pdf: Pdf, { shop, order }: SlipOrder, firstPage: number): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = firstPage; page < count; page++) {
    pdf.switchToPage(page);
    drawHorizontalLine(pdf, PAGE.height - 60);
    write(pdf, `${shop.name} · Pedido #${order.reference}`, {
      y: PAGE.height - 48,
      width: 300,
      size: 8,
      color: SOFT_INK,
    });
    const text = `Hoja ${page - firstPage + 1} de ${count - firstPage}`;
    writeRightAligned(pdf, RIGHT_EDGE, text, { y: PAGE.height - 48, size: 8, color: SOFT_INK });
  }
  pdf.switchToPage(count - 1);
}

/** Splits "Vestido (Rojo) T: M" into name and size, because packing staff look for the size first. */
function splitSize(name: string): [name: string, size: string] {
  const sizeStart = name.lastIndexOf(" T: ");
  return sizeStart < 0 ? [name, ""] : [name.slice(0, sizeStart), name.slice(sizeStart + " T: ".length)];
}
