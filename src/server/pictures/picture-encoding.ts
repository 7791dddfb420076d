import { createHash } from "node:crypto";

/**
 * The widths of the stored files, in pixels. The pages' `sizes` attributes and the zoom need these widths. Widths above
 * that of the source are skipped.
 */
export const PICTURE_WIDTHS = [180, 360, 540, 720, 1080, 1600, 2000];

/** AVIF effort 3 takes a quarter of the default's time for files 6 to 10 % larger (decision 8). */
export const ENCODINGS = { avif: { quality: 50, effort: 3 }, webp: { quality: 74, effort: 4 } } as const;

/** Part of every key: after a change of the encoding, the same bytes get a new key and are encoded again. */
const ENCODING_VERSION = JSON.stringify([PICTURE_WIDTHS, ENCODINGS]);

/** The same bytes, encoded the same way, have the same key. */
export function computePictureKey(bytes: Buffer): string {
  return createHash("sha256").update(ENCODING_VERSION).update(bytes).digest("hex").slice(0, 32);
}

export function listStoredWidths(sourceWidth: number): number[] {
  return PICTURE_WIDTHS.filter((width) => width <= sourceWidth);
}
