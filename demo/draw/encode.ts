import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { hexOf } from "./color.ts";

export interface Picture {
  width: number;
  height: number;
  /** The average of its pixels. */
  color: string;
  alt: string;
  /** The width and format of each file: "360.avif". */
  files: string[];
  /** The point that stays visible if the picture is cropped, in percent from the left and from the top. */
  focus?: [number, number];
}

const ENCODER_OPTIONS = { avif: { quality: 54, effort: 2 }, webp: { quality: 76, effort: 5 } } as const;
/** Hashed into every key, so that other options give other file names. */
const ENCODER_OPTIONS_JSON = JSON.stringify(ENCODER_OPTIONS);

/** Encodes pictures into a folder and collects their data. */
export class Album {
  readonly pictures: Record<string, Picture> = {};
  readonly folder: string;
  /** How many files were encoded. */
  encodedFileCount = 0;
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Encodes pixels, unless the folder has the same picture already, and returns its key. */
  async add(
    keyPrefix: string,
    pixels: Buffer,
    { w: width, h: height }: { w: number; h: number },
    { alt, files, focus }: Pick<Picture, "alt" | "files" | "focus">,
  ): Promise<string> {
    const key = `${keyPrefix}-${createHash("sha256").update(ENCODER_OPTIONS_JSON).update(pixels).digest("hex").slice(0, 6)}`;
    let r = 0,
      g = 0,
      b = 0;
    for (let i = 0; i < pixels.length; i += 3) {
      r += pixels[i]!;
      g += pixels[i + 1]!;
      b += pixels[i + 2]!;
    }
    const n = pixels.length / 3;
    this.pictures[key] = { width, height, color: hexOf(r / n, g / n, b / n), alt, files, ...(focus && { focus }) };
    for (const file of files) {
      const path = `${this.folder}/${key}.${file}`;
      if (existsSync(path)) continue;
      const [w, format] = file.split(".") as [string, "avif" | "webp"];
      const image = sharp(pixels, { raw: { width, height, channels: 3 } }).resize(Number(w));
      writeFileSync(
        path,
        await (format === "avif" ? image.avif(ENCODER_OPTIONS.avif) : image.webp(ENCODER_OPTIONS.webp)).toBuffer(),
      );
      this.encodedFileCount++;
    }
    return key;
  }
}
