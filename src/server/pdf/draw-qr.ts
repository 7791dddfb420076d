import type { QrCodeGenerateResult } from "uqr";
import { INK, type Pdf } from "./drawing.ts";

/**
 * Draws a QR code as one path of rectangles, one for each run of black modules. It is sharp at any size and has no
 * seams. `at` is its top left corner and the side of one module, in points.
 */
export function drawQr(pdf: Pdf, { data }: QrCodeGenerateResult, at: { x: number; y: number; module: number }): void {
  for (const [row, line] of data.entries()) {
    for (let from = 0; from < line.length; from++) {
      if (!line[from]) continue;
      let to = from;
      while (line[to]) to++;
      pdf.rect(at.x + from * at.module, at.y + row * at.module, (to - from) * at.module, at.module);
      from = to;
    }
  }
  pdf.fill(INK);
}
