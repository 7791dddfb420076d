import type { Shop } from "../../shops/shop.ts";
import type { OrderRow } from "../queries.ts";
import { drawTickets } from "../../tickets/draw-tickets.ts";
import type { TicketPage } from "../../tickets/ticket-page.ts";
import { ACCENT_COLOR } from "../../pdf/accent-color.ts";
import { openPdf } from "../../pdf/open-pdf.ts";
import type { DrawFunctionReference } from "../../pdf/pdf-thread.ts";
import {
  BOTTOM_EDGE,
  INK,
  newPage,
  PAGE,
  SOFT_INK,
  RIGHT_EDGE,
  replaceMissingGlyphs,
  drawHorizontalLine,
  write,
  writeRightAligned,
  type Pdf,
} from "../../pdf/drawing.ts";
import { makeOrderPdfTexts, type OrderPdfTexts } from "./order-pdf-texts.ts";

/** The right edge of each column of the table. The first column, the product, takes the remaining width. */
const COLUMN_RIGHT_EDGES = { pieces: RIGHT_EDGE - 190, unitPrice: RIGHT_EDGE - 95, amount: RIGHT_EDGE } as const;
const NAME_WIDTH = COLUMN_RIGHT_EDGES.pieces - 60 - PAGE.margin;

export const DRAW_ORDER_PDF: DrawFunctionReference<typeof drawOrderPdf> = {
  module: import.meta.url,
  name: "drawOrderPdf",
};

/** An order as a PDF, followed by a page for each of its tickets. */
export async function drawOrderPdf(
  shop: Shop,
  order: OrderRow,
  tickets: readonly TicketPage[],
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = makeOrderPdfTexts(shop, order);
  const title = `Recibo del pedido ${texts.reference}`;
  const { pdf, bytes } = await openPdf({ title, author: shop.name });
  drawHeader(pdf, texts);
  drawBlocks(pdf, texts);
  drawLines(pdf, texts);
  drawFigures(pdf, texts);
  drawRemarks(pdf, texts);
  await drawTickets(pdf, shop, tickets);
  drawFooters(pdf, texts);
  pdf.end();
  return bytes;
}

function drawHeader(pdf: Pdf, { shopName, color, reference, date, status }: OrderPdfTexts): void {
  pdf.rect(0, 0, PAGE.width, 8).fill(ACCENT_COLOR[color]);
  write(pdf, shopName, { y: 50, width: 300, size: 22, bold: true });
  writeRightAligned(pdf, RIGHT_EDGE, "Recibo de pedido", { y: 48, size: 10, color: SOFT_INK });
  writeRightAligned(pdf, RIGHT_EDGE, reference, { y: 62, size: 18, bold: true });
  writeRightAligned(pdf, RIGHT_EDGE, date, { y: 86, size: 10, color: SOFT_INK });
  pdf.font("bold").fontSize(10);
  const width = pdf.widthOfString(status) + 20;
  pdf.roundedRect(PAGE.margin, 84, width, 20, 10).fill(ACCENT_COLOR[color]);
  write(pdf, status, { x: PAGE.margin + 10, y: 88.5, width, size: 10, bold: true, color: "#ffffff" });
  drawHorizontalLine(pdf, 122);
  pdf.y = 138;
}

function drawBlocks(pdf: Pdf, { blocks }: OrderPdfTexts): void {
  const top = pdf.y;
  const width = (RIGHT_EDGE - PAGE.margin) / blocks.length;
  let lowestY = top;
  for (const [index, { title, textLines }] of blocks.entries()) {
    const x = PAGE.margin + index * width;
    write(pdf, title, { x, y: top, width: width - 16, size: 9, bold: true, color: SOFT_INK });
    for (const line of textLines) write(pdf, line, { x, y: pdf.y + 2, width: width - 16 });
    lowestY = Math.max(lowestY, pdf.y);
  }
  pdf.y = lowestY + 22;
}

function drawLines(pdf: Pdf, { lines }: OrderPdfTexts): void {
  drawTableHead(pdf);
  for (const line of lines) {
    pdf.font("regular").fontSize(10);
    const height = pdf.heightOfString(replaceMissingGlyphs(line.name), { width: NAME_WIDTH, lineGap: 1.5 });
    if (pdf.y + height + 14 > BOTTOM_EDGE) {
      newPage(pdf);
      drawTableHead(pdf);
    }
    const y = pdf.y + 7;
    write(pdf, line.name, { y, width: NAME_WIDTH });
    writeRightAligned(pdf, COLUMN_RIGHT_EDGES.pieces, line.pieces, { y, width: 60 });
    writeRightAligned(pdf, COLUMN_RIGHT_EDGES.unitPrice, line.unitPrice, { y, width: 90 });
    writeRightAligned(pdf, COLUMN_RIGHT_EDGES.amount, line.amount, { y, width: 90 });
    pdf.y = y + height + 5;
    drawHorizontalLine(pdf, pdf.y);
  }
  pdf.y += 12;
}

function drawTableHead(pdf: Pdf): void {
  const { y } = pdf;
  const style = { y, size: 9, bold: true, color: SOFT_INK };
  write(pdf, "Producto", { ...style, width: NAME_WIDTH });
  writeRightAligned(pdf, COLUMN_RIGHT_EDGES.pieces, "Cantidad", { ...style, width: 60 });
  writeRightAligned(pdf, COLUMN_RIGHT_EDGES.unitPrice, "Precio unitario", { ...style, width: 90 });
  writeRightAligned(pdf, COLUMN_RIGHT_EDGES.amount, "Importe", { ...style, width: 90 });
  pdf.y = y + 16;
  drawHorizontalLine(pdf, pdf.y, INK);
}

/** Draws the totals on one page, so that the last row is never alone on a page. */
function drawFigures(pdf: Pdf, { figures }: OrderPdfTexts): void {
  if (pdf.y + figures.length * 18 + 20 > BOTTOM_EDGE) newPage(pdf);
  for (const [index, { label, amount }] of figures.entries()) {
    const isTotal = index === figures.length - 1;
    if (isTotal) {
      pdf
        .moveTo(COLUMN_RIGHT_EDGES.pieces - 60, pdf.y + 2)
        .lineTo(RIGHT_EDGE, pdf.y + 2)
        .lineWidth(1)
        .stroke(INK);
      pdf.y += 8;
    }
    const style = { y: pdf.y, size: isTotal ? 14 : 10, bold: isTotal };
    write(pdf, label, { ...style, x: COLUMN_RIGHT_EDGES.pieces - 60, width: 170, color: isTotal ? INK : SOFT_INK });
    writeRightAligned(pdf, RIGHT_EDGE, amount, { ...style, width: 120 });
    pdf.y = style.y + (isTotal ? 24 : 18);
  }
}

function drawRemarks(pdf: Pdf, { remarks }: OrderPdfTexts): void {
  pdf.y += 14;
  for (const remark of remarks) {
    if (pdf.y + 16 > BOTTOM_EDGE) newPage(pdf);
    write(pdf, remark, { y: pdf.y, width: RIGHT_EDGE - PAGE.margin, size: 9, color: SOFT_INK });
    pdf.y += 3;
  }
}

/** Draws the footer of every page. It is called last, when the number of pages is known. */
function drawFooters(pdf: Pdf, { shopName, reference }: OrderPdfTexts): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    drawHorizontalLine(pdf, PAGE.height - 60);
    write(pdf, `${shopName} · Pedido ${reference}`, { y: PAGE.height - 48, width: 300, size: 8, color: SOFT_INK });
    writeRightAligned(pdf, RIGHT_EDGE, `Página ${page + 1} de ${count}`, {
      y: PAGE.height - 48,
      size: 8,
      color: SOFT_INK,
    });
  }
}
