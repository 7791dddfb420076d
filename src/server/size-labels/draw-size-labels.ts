import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { labelPlace, labelsOnSheet, type LabelSheet } from "../../domain/label-sheet.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { labelCodeOf, moduleWidth, type LabelCode } from "../../domain/size-label.ts";
import { INK, QUIET, replaceMissingGlyphs, type Pdf } from "../pdf/drawing.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import type { Drawing } from "../pdf/pdf-thread.ts";
import type { LabelSize } from "./list-label-sizes.ts";

/** About 70 letter sheets. More are printed as several files. */
export const MAX_LABELS = 2_000;
/** Between the edge of a label and its text: printers shift a sheet by a millimetre or two. */
const PADDING = 6;

export interface PrintedLabel extends Pick<LabelSize, "sizeId" | "sku" | "gtin" | "name" | "color" | "sizeName"> {
  copies: number;
  /** Null: the label has no price. */
  priceCents: Cents | null;
}

interface LabelPrint {
  sheet: LabelSheet;
  /** The place of the first label on a partly used sheet, from 1. */
  start: number;
  shopName: string;
}

export const SIZE_LABELS: Drawing<typeof drawSizeLabels> = { module: import.meta.url, name: "drawSizeLabels" };

/** Labels of sizes as a PDF, on sheets of the real size: it is printed at 100 %. */
export async function drawSizeLabels(
  labels: readonly PrintedLabel[],
  { sheet, start, shopName }: LabelPrint,
): Promise<Uint8Array<ArrayBuffer> | Refusal<"labels_none" | "labels_many" | "label_start">> {
  const count = labels.reduce((sum, { copies }) => sum + copies, 0);
  if (count === 0) return refuse("labels_none");
  if (count > MAX_LABELS) return refuse("labels_many");
  if (!Number.isInteger(start) || start < 1 || start > labelsOnSheet(sheet)) return refuse("label_start");
  const { pdf, written } = await openPdf({ title: "Etiquetas de tallas", author: shopName, size: sheet.page });
  let place = start - 1;
  let page = 0;
  for (const label of labels) {
    const code = labelCodeOf(label, sheet.label.width);
    for (let copy = 0; copy < label.copies; copy++) {
      const at = labelPlace(sheet, place++);
      if (at.page > page) {
        page = at.page;
        await yieldToEventLoop();
        pdf.addPage();
      }
      drawLabel(pdf, { label, code, box: { ...sheet.label, x: at.x, y: at.y } });
    }
  }
  pdf.end();
  return written;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Name, colour and size above the bars, and the code below them. */
function drawLabel(pdf: Pdf, { label, code, box }: { label: PrintedLabel; code: LabelCode; box: Box }): void {
  // Everything is in proportion to the smallest label, an inch high.
  const scale = Math.min(box.height / 70, 1.6);
  const inner = { x: box.x + PADDING, width: box.width - 2 * PADDING };
  const price = label.priceCents === null ? "" : formatMoney(label.priceCents);
  const top = box.y + PADDING;
  writeLine(pdf, label.name, { ...inner, y: top, size: 7.5 * scale, bold: true });
  const second = { ...inner, y: top + 9.5 * scale, size: 8 * scale };
  if (price) writeLine(pdf, price, { ...second, bold: true, align: "right" });
  const width = inner.width - (price ? pdf.widthOfString(price) + 4 : 0);
  const facts = [`Talla ${label.sizeName}`, label.color].filter(Boolean).join(" · ");
  writeLine(pdf, facts, { ...second, width });
  const bars = { y: top + 21 * scale, height: box.height - 2 * PADDING - 30 * scale };
  drawBars(pdf, code, { x: box.x, width: box.width, ...bars });
  const below = { y: bars.y + bars.height + 1.5, size: 7 * scale };
  writeLine(pdf, code.text, { ...inner, ...below, align: "center", color: QUIET });
}

/** One path of rectangles: bars as exact vectors, in the middle of the box with their blank sides. */
function drawBars(pdf: Pdf, { barcode }: LabelCode, box: Box): void {
  const module = moduleWidth(barcode, box.width);
  const { quiet, modules, widths } = barcode;
  const whole = (quiet.left + modules + quiet.right) * module;
  let x = box.x + (box.width - whole) / 2 + quiet.left * module;
  for (const [at, width] of widths.entries()) {
    if (at % 2 === 0) pdf.rect(x, box.y, width * module, box.height);
    x += width * module;
  }
  pdf.fill(INK);
}

interface LineOptions {
  x: number;
  y: number;
  width: number;
  size: number;
  bold?: boolean;
  align?: "left" | "right" | "center";
  color?: string;
}

/** One line, cut with an ellipsis where it is too long. */
function writeLine(pdf: Pdf, text: string, { x, y, width, size, bold, align, color = INK }: LineOptions): void {
  pdf
    .font(bold ? "bold" : "regular")
    .fontSize(size)
    .fillColor(color)
    .text(replaceMissingGlyphs(text), x, y, { width, height: size, align, ellipsis: true });
}
