import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import sharp from "sharp";
import { expect } from "./shop.ts";

/** The window sizes and colour schemes in which each screen is compared. */
export const VIEWS = {
  wide: { width: 1440, height: 900, colorScheme: "light" },
  phone: { width: 390, height: 844, colorScheme: "light" },
  dark: { width: 390, height: 844, colorScheme: "dark" },
} as const;

const FOLDER = "e2e/screenshots";
/** Screenshots are stored at a tenth of the screen's size: large areas remain, text and font smoothing disappear. */
const SCALE = 1 / 10;
/** The largest difference of grey levels (0 to 255) that is ignored. */
const TOLERANCE = 36;
/** The largest share of differing pixels. A moved line of text is below it, a missing picture or heading far above. */
const MAX_DIFFERING_SHARE = 0.03;

/**
 * Compares the screen with its stored screenshot in e2e/screenshots. With `UPDATE_SCREENSHOTS=1` it stores the screen
 * instead, and the new file is committed with the change of the page.
 */
export async function expectScreenshot(page: Page, name: string, info: TestInfo): Promise<void> {
  const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
  const { width, height } = await sharp(shot).metadata();
  const size = { width: Math.round(width * SCALE), height: Math.round(height * SCALE) };
  const smallImage = sharp(shot)
    .resize({ ...size, fit: "fill" })
    .greyscale();
  const file = path.join(FOLDER, `${name}.png`);
  const isUpdate = process.env.UPDATE_SCREENSHOTS === "1";
  if (isUpdate || !existsSync(file)) {
    expect(isUpdate, `${file} is missing: write it with UPDATE_SCREENSHOTS=1`).toBe(true);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, await smallImage.png({ compressionLevel: 9, palette: true, colours: 64 }).toBuffer());
    return;
  }
  const [actual, expected] = await Promise.all(
    [smallImage, sharp(file).greyscale()].map((image) => image.raw().toBuffer()),
  );
  const share = differingShare(actual!, expected!, size);
  if (share > MAX_DIFFERING_SHARE) writeFileSync(info.outputPath(`${name}.png`), shot);
  expect.soft(share, `${name}: the share of pixels that differ`).toBeLessThanOrEqual(MAX_DIFFERING_SHARE);
}

/** The share of pixels that have no similar pixel near them in the stored screenshot: text may move by a line. */
function differingShare(
  actual: Buffer,
  expected: Buffer,
  { width, height }: { width: number; height: number },
): number {
  let differingPixelCount = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const greyLevel = actual[y * width + x]!;
      let smallestDifference = 255;
      for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          smallestDifference = Math.min(smallestDifference, Math.abs(greyLevel - expected[row * width + column]!));
        }
      }
      if (smallestDifference > TOLERANCE) differingPixelCount++;
    }
  }
  return differingPixelCount / (width * height);
}
