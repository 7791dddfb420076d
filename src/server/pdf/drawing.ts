import type PDFDocument from "pdfkit";

export type Pdf = InstanceType<typeof PDFDocument>;

/** US Letter, the paper size used in Mexico, in points. */
export const PAGE = { width: 612, height: 792, margin: 54 };
export const RIGHT_EDGE = PAGE.width - PAGE.margin;
export const BOTTOM_EDGE = PAGE.height - 84;

export const INK = "#1c1917";
export const SOFT_INK = "#57534e";
const HAIRLINE_COLOR = "#e7e2da";

interface TextOptions {
  x?: number;
  y: number;
  width?: number;
  size?: number;
  bold?: boolean;
  color?: string;
  align?: "left" | "right" | "center";
}

export function write(
  pdf: Pdf,
  text: string,
  { x = PAGE.margin, y, width = 240, size = 10, bold, color = INK, align }: TextOptions,
): void {
  pdf
    .font(bold ? "bold" : "regular")
    .fontSize(size)
    .fillColor(color);
  pdf.text(replaceMissingGlyphs(text), x, y, { width, align, lineGap: 1.5 });
}

/** Writes a text that ends at `rightEdge`. */
export function writeRightAligned(
  pdf: Pdf,
  rightEdge: number,
  text: string,
  options: Omit<TextOptions, "x" | "align">,
): void {
  const { width = 160 } = options;
  write(pdf, text, { ...options, x: rightEdge - width, width, align: "right" });
}

/**
 * Keeps the characters of Latin-1, dashes, curly quotes and the ellipsis, which the font has. Other letters lose their
 * accents or are removed, even the few others that the font has (€, œ).
 */
export function replaceMissingGlyphs(text: string): string {
  return Array.from(text, (character) => {
    if (/[\u0020-\u00ff\u2013\u2014\u2018-\u201d\u2026]/.test(character)) return character;
    return character.normalize("NFKD").replace(/[^\u0020-\u00ff]/g, "");
  }).join("");
}

export function newPage(pdf: Pdf): void {
  pdf.addPage();
  pdf.y = PAGE.margin;
}

export function drawHorizontalLine(pdf: Pdf, y: number, color = HAIRLINE_COLOR): void {
  pdf.moveTo(PAGE.margin, y).lineTo(RIGHT_EDGE, y).lineWidth(0.75).stroke(color);
}
