import sharp, { type Metadata } from "sharp";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { ENCODINGS, listStoredWidths, PICTURE_WIDTHS } from "./picture-encoding.ts";
import { MAX_PICTURE_BYTES, detectPictureFormat } from "./picture-format.ts";

const MIN_WIDTH = 200;
const MAX_PIXELS = 50_000_000;
/**
 * The largest ratio of the long side to the short one. WebP allows 16,383 pixels a side: a picture 2,000 wide and 8
 * times as tall still fits.
 */
const MAX_ASPECT_RATIO = 8;
/** Time limit against files crafted to keep a decoder busy. */
const MAX_DECODE_SECONDS = 20;

// One thread and no cache: requests need the other CPU cores and the memory.
sharp.concurrency(1);
sharp.cache(false);

export type PictureRefusal = Refusal<
  | "picture_unreadable"
  | "picture_heic"
  | "picture_too_heavy"
  | "picture_too_large"
  | "picture_too_small"
  | "picture_too_long"
>;

export interface ProcessedPicture {
  /** Size of the source after its rotation, in pixels. */
  width: number;
  height: number;
  /** The average of all pixels, '#rrggbb', shown until the picture has loaded. */
  color: string;
  files: { width: number; format: "avif" | "webp"; bytes: Buffer }[];
}

/**
 * Converts a JPEG, PNG, WebP or AVIF of up to 20 MB and 50 megapixels to all files that the pages use: rotated by its
 * EXIF orientation, sRGB, without metadata, transparent parts white, the first frame of an animation. Takes seconds.
 */
export async function processPicture(bytes: Buffer): Promise<ProcessedPicture | PictureRefusal> {
  const size = await readCheckedSize(bytes);
  if (isRefusal(size)) return size;
  const pixels = await decode(bytes);
  if (!pixels) return refuse("picture_unreadable");
  const files: ProcessedPicture["files"] = [];
  for (const width of listStoredWidths(size.width)) {
    const image = sharp(pixels.data, { raw: pixels.info }).resize(width);
    files.push({ width, format: "avif", bytes: await image.clone().avif(ENCODINGS.avif).toBuffer() });
    files.push({ width, format: "webp", bytes: await image.clone().webp(ENCODINGS.webp).toBuffer() });
  }
  return { ...size, color: await computeAverageColor(pixels), files };
}

/**
 * Width and height after the rotation, or a refusal, from the header alone: a file above the limits is never decoded.
 */
async function readCheckedSize(bytes: Buffer): Promise<{ width: number; height: number } | PictureRefusal> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) return refuse("picture_too_heavy");
  const format = detectPictureFormat(bytes);
  if (!format) return refuse("picture_unreadable");
  if (format === "heic") return refuse("picture_heic");
  let header: Metadata;
  try {
    header = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return refuse("picture_unreadable");
  }
  const { width, height } = header.autoOrient;
  if (width * height > MAX_PIXELS) return refuse("picture_too_large");
  if (width < MIN_WIDTH) return refuse("picture_too_small");
  if (Math.max(width, height) > Math.min(width, height) * MAX_ASPECT_RATIO) return refuse("picture_too_long");
  return { width, height };
}

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** The pixels of the widest file, from which the narrower ones are made. Undefined if corrupt or too slow. */
async function decode(bytes: Buffer): Promise<Pixels | undefined> {
  try {
    // 'error' and not 'warning': cameras write files with harmless warnings.
    return await sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: PICTURE_WIDTHS.at(-1), withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .timeout({ seconds: MAX_DECODE_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    return undefined;
  }
}

/** The average colour, from the smallest width, which has the same average as the whole picture. */
async function computeAverageColor(pixels: Pixels): Promise<string> {
  const { data, info } = await sharp(pixels.data, { raw: pixels.info })
    .resize(PICTURE_WIDTHS[0])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = [0, 0, 0];
  for (let offset = 0; offset < data.length; offset += info.channels) {
    for (const channel of [0, 1, 2]) sums[channel]! += data[offset + channel]!;
  }
  const count = data.length / info.channels;
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
