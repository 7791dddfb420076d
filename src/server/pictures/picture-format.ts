type PictureFormat = "jpeg" | "png" | "webp" | "avif" | "heic";

/** The maximum size of an uploaded picture. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/**
 * The format according to the file's first bytes. Checked before any decoder reads the file: formats that are not
 * accepted (SVG, PDF, TIFF, …) must not reach their decoders.
 */
export function detectPictureFormat(bytes: Buffer): PictureFormat | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpeg";
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return "png";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  const brands = readHeifBrands(bytes);
  // AVIF and HEIC files may both have the brand 'mif1'. Their other brands decide.
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return brands.some((brand) => HEIC_BRANDS.test(brand)) ? "heic" : undefined;
}

/** The brands in the `ftyp` box (ISO/IEC 14496-12, 4.3): the major brand, a version to skip, the compatible brands. */
function readHeifBrands(bytes: Buffer): string[] {
  if (bytes.byteLength < 16 || bytes.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.byteLength, 256);
  const brands = [bytes.toString("latin1", 8, 12)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(bytes.toString("latin1", offset, offset + 4));
  return brands;
}
