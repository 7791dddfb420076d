import { detectPictureFormat } from "./picture-format.ts";

const MAX_PIXELS = 40_000_000;
const MAX_SIDE_PIXELS = 2_000;

/**
 * Converts a picture that was uploaded as a receipt, a proof or a picture of a return: the result is a JPEG of at most
 * 2,000 pixels a side. Encoding it again removes hidden data (the location, a program). Undefined if the bytes are not
 * a valid JPEG, PNG, WebP or AVIF, have more than 40 megapixels, or take more than 10 seconds.
 */
export async function toPlainJpeg(bytes: Buffer): Promise<Buffer | undefined> {
  const format = detectPictureFormat(bytes);
  if (!format || format === "heic") return undefined;
  // Loaded with the first picture: 25 MB that a process without uploads does not need.
  const { default: sharp } = await import("sharp");
  try {
    return await sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .timeout({ seconds: 10 })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
