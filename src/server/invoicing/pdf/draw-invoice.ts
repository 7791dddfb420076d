import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Font } from "fontkit";
import { encode } from "uqr";
import { isRefusal } from "../../../domain/refusal.ts";
import { ACCENT_COLOR } from "../../pdf/accent-color.ts";
import { drawQr } from "../../pdf/draw-qr.ts";
import { openPdf } from "../../pdf/open-pdf.ts";
import type { DrawFunctionReference } from "../../pdf/pdf-thread.ts";
import {
  BOTTOM_EDGE,
  INK,
  PAGE,
  SOFT_INK,
  RIGHT_EDGE,
  replaceMissingGlyphs,
  newPage,
  drawHorizontalLine,
  write,
  writeRightAligned,
  type Pdf,
} from "../../pdf/drawing.ts";
import type { Shop } from "../../shops/shop.ts";
import { readStamp } from "../../cfdi/stamp.ts";
import { drawWatermarks } from "./draw-watermarks.ts";
import { toPrintedInvoice, type PrintedInvoice, type PrintedLine } from "./printed-invoice.ts";

const LEFT_EDGE = PAGE.margin;
const CONTENT_WIDTH = RIGHT_EDGE - LEFT_EDGE;
const SMALL_FONT_SIZE = 8;
const TINY_FONT_SIZE = 6.5;

/** Columns of the table, in points: the left edge of a text or the right edge of a number, and the maximum width. */
const COLUMNS = {
  key: { x: LEFT_EDGE, width: 50 },
  description: { x: LEFT_EDGE + 54, width: 176 },
  pieces: { right: LEFT_EDGE + 262, width: 32 },
  unit: { x: LEFT_EDGE + 270, width: 52 },
  unitValue: { right: LEFT_EDGE + 388, width: 64 },
  discount: { right: LEFT_EDGE + 444, width: 54 },
  amount: { right: RIGHT_EDGE, width: 58 },
} as const;

/** The width and height of the QR code in points: 3.95 cm. SAT requires at least 2.75 cm. */
const QR_SIDE = 112;

/** The maximum size of a logo, in points. */
const LOGO_MAX_SIZE = { width: 200, height: 46 };

/** After this many lines of a long invoice, drawing yields to the event loop. */
const LINES_PER_SLICE = 20;

export const DRAW_INVOICE: DrawFunctionReference<typeof drawInvoice> = { module: import.meta.url, name: "drawInvoice" };

/**
 * The printed representation (RMF 2.7.1.7) of a stamped document of any kind. Everything but the shop's name, logo and
 * colour, and whether it is cancelled, is read from the XML. Throws if the XML is not a stamped document, because
 * documents are verified before they are stored.
 */
export async function drawInvoice(
  shop: Pick<Shop, "name" | "color">,
  xml: string,
  { isCancelled = false, logo = null }: { isCancelled?: boolean; logo?: Uint8Array | null } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const document = readStamp(xml);
  if (isRefusal(document)) throw new Error(`an invoice without a complete stamp: ${document.refused}`);
  const printedInvoice = toPrintedInvoice(document);
  const title = `${printedInvoice.title} ${printedInvoice.folio}`;
  const { pdf, bytes, regularFont } = await openPdf({ title, author: shop.name });
  drawHeader(pdf, shop, printedInvoice, logo);
  drawParties(pdf, printedInvoice);
  drawGrid(pdf, printedInvoice.fields, 3);
  drawNotes(pdf, printedInvoice);
  await drawInvoiceLines(pdf, printedInvoice);
  drawTotals(pdf, printedInvoice);
  drawGrid(pdf, printedInvoice.paymentFields, 4);
  drawSeals(pdf, printedInvoice, regularFont);
  drawFooters(pdf, printedInvoice);
  drawWatermarks(pdf, [
    ...(isCancelled ? ["CANCELADA"] : []),
    ...(printedInvoice.hasNoLegalValue ? ["PRUEBA – SIN VALIDEZ FISCAL"] : []),
  ]);
  pdf.end();
  return bytes;
}

function drawHeader(
  pdf: Pdf,
  shop: Pick<Shop, "name" | "color">,
  printedInvoice: PrintedInvoice,
  logo: Uint8Array | null,
): void {
  pdf.rect(0, 0, PAGE.width, 8).fill(ACCENT_COLOR[shop.color]);
  if (logo) pdf.image(Buffer.from(logo), LEFT_EDGE, 30, { fit: [LOGO_MAX_SIZE.width, LOGO_MAX_SIZE.height] });
  else write(pdf, shop.name, { y: 34, width: 290, size: 20, bold: true });
  const nameBottom = logo ? 30 + LOGO_MAX_SIZE.height : pdf.y;
  writeRightAligned(pdf, RIGHT_EDGE, `${printedInvoice.title} ${printedInvoice.folio}`, {
    y: 34,
    width: 210,
    size: 16,
    bold: true,
  });
  writeRightAligned(pdf, RIGHT_EDGE, `CFDI 4.0 · ${printedInvoice.kind}`, {
    y: pdf.y + 1,
    width: 210,
    size: SMALL_FONT_SIZE,
    color: SOFT_INK,
  });
  writeRightAligned(pdf, RIGHT_EDGE, "Folio fiscal (UUID)", { y: pdf.y + 5, width: 210, size: 7, color: SOFT_INK });
  writeRightAligned(pdf, RIGHT_EDGE, printedInvoice.uuid, { y: pdf.y, width: 230, size: 9, bold: true });
  pdf.y = Math.max(nameBottom, pdf.y) + 8;
  drawHorizontalLine(pdf, pdf.y);
  pdf.y += 10;
}

/** Draws the issuer and the receiver side by side. A name of 300 wide characters takes at most a third of the page. */
function drawParties(pdf: Pdf, { issuer, receiver }: PrintedInvoice): void {
  const top = pdf.y;
  const width = CONTENT_WIDTH / 2 - 14;
  let bottom = top;
  for (const [x, title, [name = "", ...otherLines]] of [
    [LEFT_EDGE, "Emisor", issuer],
    [LEFT_EDGE + CONTENT_WIDTH / 2, "Receptor", receiver],
  ] as const) {
    write(pdf, title, { x, y: top, width, size: 7, color: SOFT_INK });
    write(pdf, name, { x, y: pdf.y + 1, width, size: 9.5, bold: true });
    for (const line of otherLines) write(pdf, line, { x, y: pdf.y + 1, width, size: SMALL_FONT_SIZE });
    bottom = Math.max(bottom, pdf.y);
  }
  pdf.y = bottom + 10;
}

/** Draws short fields side by side, each under its label. */
function drawGrid(pdf: Pdf, fields: PrintedInvoice["fields"], columnCount: number): void {
  const width = CONTENT_WIDTH / columnCount;
  for (let firstIndex = 0; firstIndex < fields.length; firstIndex += columnCount) {
    startPageUnlessFits(pdf, 30);
    const top = pdf.y;
    let bottom = top;
    for (const [column, [label, text]] of fields.slice(firstIndex, firstIndex + columnCount).entries()) {
      const x = LEFT_EDGE + column * width;
      write(pdf, label, { x, y: top, width: width - 8, size: 7, color: SOFT_INK });
      write(pdf, text, { x, y: pdf.y, width: width - 8, size: SMALL_FONT_SIZE });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 5;
  }
  pdf.y += 5;
}

function drawNotes(pdf: Pdf, { notes }: PrintedInvoice): void {
  for (const [label, text] of notes) {
    write(pdf, label, { y: pdf.y, width: CONTENT_WIDTH, size: 7, color: SOFT_INK });
    write(pdf, text, { y: pdf.y, width: CONTENT_WIDTH, size: SMALL_FONT_SIZE });
    pdf.y += 4;
  }
  if (notes.length > 0) pdf.y += 4;
}

async function drawInvoiceLines(pdf: Pdf, printedInvoice: PrintedInvoice): Promise<void> {
  const [firstLine] = printedInvoice.lines;
  if (firstLine) startPageUnlessFits(pdf, heightOf(pdf, firstLine) + 30);
  drawTableHead(pdf);
  for (const [index, line] of printedInvoice.lines.entries()) {
    if (index % LINES_PER_SLICE === LINES_PER_SLICE - 1) await yieldToEventLoop();
    if (pdf.y + heightOf(pdf, line) > BOTTOM_EDGE) {
      newPage(pdf);
      writeRightAligned(pdf, RIGHT_EDGE, `${printedInvoice.title} ${printedInvoice.folio} · ${printedInvoice.uuid}`, {
        y: 32,
        width: CONTENT_WIDTH,
        size: 7,
        color: SOFT_INK,
      });
      pdf.y = PAGE.margin;
      drawTableHead(pdf);
    }
    drawInvoiceLine(pdf, line);
  }
  pdf.y += 8;
}

function drawTableHead(pdf: Pdf): void {
  const style = { y: pdf.y, size: 7, bold: true, color: SOFT_INK };
  write(pdf, "Clave", { ...style, ...COLUMNS.key });
  write(pdf, "Descripción", { ...style, ...COLUMNS.description });
  writeRightAligned(pdf, COLUMNS.pieces.right, "Cant.", { ...style, width: COLUMNS.pieces.width });
  write(pdf, "Unidad", { ...style, ...COLUMNS.unit });
  writeRightAligned(pdf, COLUMNS.unitValue.right, "Valor unitario", { ...style, width: COLUMNS.unitValue.width });
  writeRightAligned(pdf, COLUMNS.discount.right, "Descuento", { ...style, width: COLUMNS.discount.width });
  writeRightAligned(pdf, COLUMNS.amount.right, "Importe", { ...style, width: COLUMNS.amount.width });
  pdf.y = style.y + 13;
  drawHorizontalLine(pdf, pdf.y, INK);
  pdf.y += 4;
}

/** The tax details of a line are drawn under it, from the description column to the right edge. */
const DETAILS_COLUMN = { x: COLUMNS.description.x, width: RIGHT_EDGE - COLUMNS.description.x } as const;

function heightOf(pdf: Pdf, line: PrintedLine): number {
  const textHeight = (text: string, width: number): number =>
    pdf.heightOfString(replaceMissingGlyphs(text), { width, lineGap: 1.5 });
  pdf.font("regular").fontSize(SMALL_FONT_SIZE);
  const rowHeight = Math.max(
    textHeight(line.description, COLUMNS.description.width),
    textHeight(line.unit, COLUMNS.unit.width),
  );
  pdf.fontSize(TINY_FONT_SIZE);
  return rowHeight + textHeight(line.details, DETAILS_COLUMN.width) + 5;
}

function drawInvoiceLine(pdf: Pdf, line: PrintedLine): void {
  const { y } = pdf;
  const style = { y, size: SMALL_FONT_SIZE };
  write(pdf, line.key, { ...style, ...COLUMNS.key });
  drawNumber(pdf, line.pieces, y, COLUMNS.pieces);
  drawNumber(pdf, line.unitValue, y, COLUMNS.unitValue);
  drawNumber(pdf, line.discount, y, COLUMNS.discount);
  drawNumber(pdf, line.amount, y, COLUMNS.amount);
  write(pdf, line.unit, { ...style, ...COLUMNS.unit });
  const bottomOfUnit = pdf.y;
  write(pdf, line.description, { ...style, ...COLUMNS.description });
  write(pdf, line.details, {
    y: Math.max(bottomOfUnit, pdf.y),
    ...DETAILS_COLUMN,
    size: TINY_FONT_SIZE,
    color: SOFT_INK,
  });
  pdf.y += 1.5;
  drawHorizontalLine(pdf, pdf.y);
  pdf.y += 3.5;
}

/** Draws a number. A long number gets a smaller font: a number broken over two lines would be misread. */
function drawNumber(pdf: Pdf, text: string, y: number, { right, width }: { right: number; width: number }): void {
  pdf.font("regular").fontSize(SMALL_FONT_SIZE);
  const size = Math.min(SMALL_FONT_SIZE, (SMALL_FONT_SIZE * (width - 1)) / Math.max(1, pdf.widthOfString(text)));
  writeRightAligned(pdf, right, text, { y, width, size });
}

function drawTotals(pdf: Pdf, { totals, totalInWords }: PrintedInvoice): void {
  startPageUnlessFits(pdf, totals.length * 15 + 24);
  const top = pdf.y;
  for (const [index, [label, amount]] of totals.entries()) {
    const isTotal = index === totals.length - 1;
    const style = { y: pdf.y, size: isTotal ? 12 : 8.5, bold: isTotal };
    write(pdf, label, { ...style, x: LEFT_EDGE + 244, width: 170, color: isTotal ? INK : SOFT_INK });
    writeRightAligned(pdf, RIGHT_EDGE, amount, { ...style, width: isTotal ? 110 : 90 });
    pdf.y = style.y + (isTotal ? 18 : 14);
  }
  const { y: bottom } = pdf;
  write(pdf, "Total con letra", { y: top, width: 230, size: 7, color: SOFT_INK });
  write(pdf, totalInWords, { y: pdf.y, width: 230, size: 8.5, bold: true });
  pdf.y = Math.max(bottom, pdf.y) + 4;
}

/** Draws the QR code on the left and the seals on the right, together on one page. */
function drawSeals(pdf: Pdf, { qrUrl, seals }: PrintedInvoice, regularFont: Font): void {
  const x = LEFT_EDGE + QR_SIDE + 16;
  const width = RIGHT_EDGE - x;
  pdf.font("regular").fontSize(TINY_FONT_SIZE);
  const wrappedSeals = seals.map(
    ([label, text]) => [label, breakToWidth(replaceMissingGlyphs(text), regularFont, width)] as const,
  );
  const lineHeight = pdf.currentLineHeight(true) + 1.5;
  const heights = wrappedSeals.map(([, lines]) => lines.length * lineHeight + 17);
  startPageUnlessFits(
    pdf,
    Math.max(
      QR_SIDE,
      heights.reduce((sum, height) => sum + height, 0),
    ) + 34,
  );
  const top = pdf.y + 4;
  const qrCode = encode(qrUrl, { ecc: "M", border: 0 });
  drawQr(pdf, qrCode, { x: LEFT_EDGE, y: top, moduleSize: QR_SIDE / qrCode.size });
  pdf.y = top - 2;
  for (const [label, lines] of wrappedSeals) {
    write(pdf, label, { x, y: pdf.y, width, size: 7, color: SOFT_INK });
    for (const line of lines) {
      pdf.font("regular").fontSize(TINY_FONT_SIZE).fillColor(INK);
      pdf.text(line, x, pdf.y, { lineBreak: false, lineGap: 1.5 });
    }
    pdf.y += 5;
  }
  pdf.y = Math.max(top + QR_SIDE, pdf.y) + 8;
  write(pdf, "Este documento es una representación impresa de un CFDI", {
    y: pdf.y,
    width: CONTENT_WIDTH,
    size: 9,
    bold: true,
  });
}

/** Breaks a text into lines of the column's width, between any two characters, because a seal has no spaces. */
function breakToWidth(text: string, font: Font, width: number): string[] {
  const unitsPerLine = (width / TINY_FONT_SIZE) * font.unitsPerEm;
  const lines: string[] = [];
  let lineStart = 0;
  let units = 0;
  for (let index = 0; index < text.length; index++) {
    const { advanceWidth } = font.glyphForCodePoint(text.charCodeAt(index));
    if (units + advanceWidth > unitsPerLine) {
      lines.push(text.slice(lineStart, index));
      lineStart = index;
      units = 0;
    }
    units += advanceWidth;
  }
  return [...lines, text.slice(lineStart)];
}

/** Starts a new page if a block of this height, in points, does not fit on the current page. */
function startPageUnlessFits(pdf: Pdf, height: number): void {
  if (pdf.y + height > BOTTOM_EDGE + 20) newPage(pdf);
}

/** Draws the footer of every page. It is called when no page is added any more. */
function drawFooters(pdf: Pdf, { title, folio, uuid }: PrintedInvoice): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    drawHorizontalLine(pdf, PAGE.height - 54);
    const style = { y: PAGE.height - 44, size: 7, color: SOFT_INK };
    write(pdf, `${title} ${folio} · ${uuid}`, { ...style, width: 380 });
    writeRightAligned(pdf, RIGHT_EDGE, `Página ${page + 1} de ${count}`, { ...style, width: 110 });
  }
}
