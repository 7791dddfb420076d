import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { encode } from "uqr";
import { formatPhone } from "../../../domain/phone.ts";
import { drawQr } from "../../pdf/draw-qr.ts";
import { openPdf } from "../../pdf/open-pdf.ts";
import type { DrawFunctionReference } from "../../pdf/pdf-thread.ts";
import { replaceMissingGlyphs, INK, SOFT_INK, write, type Pdf } from "../../pdf/drawing.ts";
import { formatAddressLines } from "./address-lines.ts";
import type { SlipOrder } from "./draw-slips.ts";

/** 4 × 6 inches, the size of label printers, in points. */
const WIDTH = 288;
const HEIGHT = 432;
const MARGIN = 18;
const INNER_WIDTH = WIDTH - 2 * MARGIN;
const QR_SIDE = 96;

export const DRAW_LABELS: DrawFunctionReference<typeof drawLabels> = { module: import.meta.url, name: "drawLabels" };

/** One label per order: the recipient, the address, and a QR code that staff scan into the search of orders. */
export async function drawLabels(orders: readonly SlipOrder[]): Promise<Uint8Array<ArrayBuffer>> {
  const title = orders.length === 1 ? `Etiqueta del pedido #${orders[0]!.order.reference}` : "Etiquetas";
  const { pdf, bytes } = await openPdf({ title, author: orders[0]!.shop.name, size: [WIDTH, HEIGHT] });
  for (const [index, slipOrder] of orders.entries()) {
    await yieldToEventLoop();
    if (index > 0) pdf.addPage();
    drawLabel(pdf, slipOrder);
  }
  pdf.end();
  return bytes;
}

function drawLabel(pdf: Pdf, { shop, order }: SlipOrder): void {
  write(pdf, "De", { x: MARGIN, y: MARGIN, width: INNER_WIDTH, size: 8, color: SOFT_INK });
  write(pdf, shop.name, { x: MARGIN, y: MARGIN + 10, width: INNER_WIDTH, size: 12, bold: true });
  drawDivider(pdf, 58);
  write(pdf, "Para", { x: MARGIN, y: 68, width: INNER_WIDTH, size: 8, color: SOFT_INK });
  pdf.y = 79;
  writeFitting(pdf, `${order.customer_name} ${order.customer_last_name}`, { size: 18, bold: true, below: 130 });
  for (const text of formatAddressLines(order)) writeFitting(pdf, text, { size: 13, below: 245 });
  write(pdf, `Tel. ${formatPhone(order.customer_phone)}`, { x: MARGIN, y: pdf.y + 4, width: INNER_WIDTH, size: 12 });
  drawDivider(pdf, 286);
  drawFooter(pdf, order);
}

function drawFooter(pdf: Pdf, order: SlipOrder["order"]): void {
  const qr = encode(String(order.reference), { ecc: "M", border: 0 });
  drawQr(pdf, qr, { x: WIDTH - MARGIN - QR_SIDE, y: 302, moduleSize: QR_SIDE / qr.size });
  const width = INNER_WIDTH - QR_SIDE - 12;
  write(pdf, "Pedido", { x: MARGIN, y: 300, width, size: 8, color: SOFT_INK });
  write(pdf, `#${order.reference}`, { x: MARGIN, y: 310, width, size: 22, bold: true });
  const parcelPieces = order.lines.reduce((sum, { is_digital, pieces }) => sum + (is_digital ? 0 : pieces), 0);
  const details = [
    order.carrier_name ?? "",
    parcelPieces === 1 ? "1 pieza" : `${parcelPieces} piezas`,
    order.insurance_cents > 0 ? "Asegurado" : "",
  ];
  pdf.y = 342;
  for (const detail of details.filter((text) => text !== ""))
    write(pdf, detail, { x: MARGIN, y: pdf.y + 1, width, size: 11 });
  if (order.tracking_number) {
    write(pdf, `Guía ${order.tracking_number}`, { x: MARGIN, y: 404, width: INNER_WIDTH, size: 11, bold: true });
  }
}

/**
 * Writes a text in the largest font size, from 7 to `size`, in which it ends at or above the coordinate `maxY`. A text
 * that does not fit even at 7 is written at 7. All values are in points.
 */
function writeFitting(
  pdf: Pdf,
  text: string,
  { size, bold, below: maxY }: { size: number; bold?: boolean; below: number },
): void {
  let fittedSize = size;
  const heightAt = (points: number) =>
    pdf
      .font(bold ? "bold" : "regular")
      .fontSize(points)
      .heightOfString(replaceMissingGlyphs(text), { width: INNER_WIDTH, lineGap: 1.5 });
  while (fittedSize > 7 && pdf.y + heightAt(fittedSize) > maxY) fittedSize--;
  write(pdf, text, { x: MARGIN, y: pdf.y + 2, width: INNER_WIDTH, size: fittedSize, bold });
}

function drawDivider(pdf: Pdf, y: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .lineWidth(1)
    .stroke(INK);
}
