import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { locateLabel, labelCountOfSheet, type LabelSheet } from "../../domain/size-label-sheet.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { labelCodeOf, moduleWidthPoints, type LabelCode } from "../../domain/size-label.ts";
import { INK, SOFT_INK, replaceMissingGlyphs, type Pdf } from "../pdf/drawing.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import type { DrawFunctionReference } from "../pdf/pdf-thread.ts";
import type { LabelSize } from "./list-label-sizes.ts";

/** The maximum number of labels in one PDF: about 70 sheets of letter-size paper with 30 labels each. */
export const MAX_LABELS = 2_000;
/** Points between the edge of a label and its text, because printers shift a sheet by a millimetre or two. */
const PADDING = 6;

export interface LabelToPrint extends Pick<LabelSize, "sizeId" | "sku" | "gtin" | "name" | "color" | "sizeName"> {
  copies: number;
  /** Null: the label has no price. */
  priceCents: Cents | null;
}

interface PrintOptions {
  sheet: LabelSheet;
  /** The position of the first label on a partly used sheet, from 1. */
  start: number;
  shopName: string;
}

/** Names `drawSizeLabels` for the thread that draws PDFs, which imports it from this file. */
export const DRAW_SIZE_LABELS: DrawFunctionReference<typeof drawSizeLabels> = {
  module: import.meta.url,
  name: "drawSizeLabels",
};

/** Draws labels of sizes as a PDF. Its pages have the size of the sheet, so staff print it at 100 %. */
export async function drawSizeLabels(
  labels: readonly LabelToPrint[],
  { sheet, start, shopName }: PrintOptions,
): Promise<Uint8Array<ArrayBuffer> | Refusal<"labels_none" | "labels_many" | "label_start">> {
  const count = labels.reduce((sum, { copies }) => sum + copies, 0);
  if (count === 0) return refuse("labels_none");
  if (count > MAX_LABELS) return refuse("labels_many");
  if (!Number.isInteger(start) || start < 1 || start > labelCountOfSheet(sheet)) return refuse("label_start");
  const { pdf, bytes } = await openPdf({ title: "Etiquetas de tallas", author: shopName, size: sheet.page });
  let position = start - 1;
  let page = 0;
  for (const label of labels) {
    const code = labelCodeOf(label, sheet.label.width);
    for (let copy = 0; copy < label.copies; copy++) {
      const place = locateLabel(sheet, position++);
      if (place.page > page) {
        page = place.page;
        await yieldToEventLoop();
        pdf.addPage();
      }
      drawLabel(pdf, { label, code, box: { ...sheet.label, x: place.x, y: place.y } });
    }
  }
  pdf.end();
  return bytes;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws name, size, colour and price above the bars, and the code below them. */
function drawLabel(pdf: Pdf, { label, code, box }: { label: LabelToPrint; code: LabelCode; box: Box }): void {
  // The lengths below fit a label 70 points high, a little less than the smallest one. `scale` enlarges them.
  const scale = Math.min(box.height / 70, 1.6);
  const innerBox = { x: box.x + PADDING, width: box.width - 2 * PADDING };
  const price = label.priceCents === null ? "" : formatMoney(label.priceCents);
  const top = box.y + PADDING;
  writeLine(pdf, label.name, { ...innerBox, y: top, fontSize: 7.5 * scale, bold: true });
  const secondLine = { ...innerBox, y: top + 9.5 * scale, fontSize: 8 * scale };
  if (price) writeLine(pdf, price, { ...secondLine, bold: true, align: "right" });
  const width = innerBox.width - (price ? pdf.widthOfString(price) + 4 : 0);
  const sizeAndColor = [`Talla ${label.sizeName}`, label.color].filter(Boolean).join(" · ");
  writeLine(pdf, sizeAndColor, { ...secondLine, width });
  const bars = { y: top + 21 * scale, height: box.height - 2 * PADDING - 30 * scale };
  drawBars(pdf, code, { x: box.x, width: box.width, ...bars });
  const belowBars = { y: bars.y + bars.height + 1.5, fontSize: 7 * scale };
  writeLine(pdf, code.text, { ...innerBox, ...belowBars, align: "center", color: SOFT_INK });
}

/** Draws the bars as one path of rectangles, centred in the box together with their quiet zones. */
function drawBars(pdf: Pdf, { barcode }: LabelCode, box: Box): void {
  const moduleSize = moduleWidthPoints(barcode, box.width);
  const { quietZone, moduleCount, widths } = barcode;
  const totalWidth = (quietZone.left + moduleCount + quietZone.right) * moduleSize;
  let x = box.x + (box.width - totalWidth) / 2 + quietZone.left * moduleSize;
  for (const [index, width] of widths.entries()) {
    const isBar = index % 2 === 0;
    if (isBar) pdf.rect(x, box.y, width * moduleSize, box.height);
    x += width * moduleSize;
  }
  pdf.fill(INK);
}

interface LineOptions {
  x: number;
  y: number;
  width: number;
  fontSize: number;
  bold?: boolean;
  align?: "left" | "right" | "center";
  color?: string;
}

/** One line, cut with an ellipsis where it is too long. */
function writeLine(
  pdf: Pdf,
  text: string,
  { x, y, width, fontSize: size, bold, align, color = INK }: LineOptions,
): void {
  pdf
    .font(bold ? "bold" : "regular")
    .fontSize(size)
    .fillColor(color)
    .text(replaceMissingGlyphs(text), x, y, { width, height: size, align, ellipsis: true });
}
