import type { QrCodeGenerateResult } from "uqr";
import { INK, type Pdf } from "./drawing.ts";

/**
 * Draws a QR code as one path of rectangles, one for each run of black modules. The code is sharp at any size and has
 * no seams. `placement` is its top left corner and the side of one module, in points.
 */
export function drawQr(
  pdf: Pdf,
  { data }: QrCodeGenerateResult,
  placement: { x: number; y: number; moduleSize: number },
): void {
  for (const [row, line] of data.entries()) {
    for (let runStart = 0; runStart < line.length; runStart++) {
      if (!line[runStart]) continue;
      let runEnd = runStart;
      while (line[runEnd]) runEnd++;
      pdf.rect(
        placement.x + runStart * placement.moduleSize,
        placement.y + row * placement.moduleSize,
        (runEnd - runStart) * placement.moduleSize,
        placement.moduleSize,
      );
      runStart = runEnd;
    }
  }
  pdf.fill(INK);
}
