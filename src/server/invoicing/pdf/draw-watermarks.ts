import { PAGE, type Pdf } from "../../pdf/drawing.ts";

const COLOR = "#b91c1c";

/** Draws texts diagonally over the content of every page, to show that the document has no legal value. */
export function drawWatermarks(pdf: Pdf, texts: readonly string[]): void {
  const { count } = pdf.bufferedPageRange();
  const center = { x: PAGE.width / 2, y: PAGE.height / 2 };
  for (let page = 0; page < count && texts.length > 0; page++) {
    pdf.switchToPage(page);
    pdf.save();
    pdf.rotate(-48, { origin: [center.x, center.y] });
    pdf.fillColor(COLOR).fillOpacity(0.16).font("bold");
    const spacing = 110;
    for (const [index, text] of texts.entries()) {
      const size = Math.min(72, (44 * 700) / (44 * 0.6 * text.length));
      pdf.fontSize(size);
      const y = center.y - size / 2 + (index - (texts.length - 1) / 2) * spacing;
      pdf.text(text, center.x - pdf.widthOfString(text) / 2, y, { lineBreak: false });
    }
    pdf.fillOpacity(1).restore();
  }
}
