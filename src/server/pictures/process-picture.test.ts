import sharp, { type Color } from "sharp";
import { describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { makePngWithoutPixels } from "../testing/png-without-pixels.ts";
import { computePictureKey } from "./picture-encoding.ts";
import { PictureProcessor, PictureQueueFull } from "./picture-processor.ts";
import { processPicture, type ProcessedPicture } from "./process-picture.ts";

const createSolidImage = (width: number, height: number, background: Color = "#336699") =>
  sharp({ create: { width, height, channels: 3, background } });

async function processOrThrow(bytes: Buffer): Promise<ProcessedPicture> {
  const result = await processPicture(bytes);
  if (isRefusal(result)) throw new Error(result.refused);
  return result;
}

/** The colour of one pixel of the widest WebP file. */
async function readPixel(picture: ProcessedPicture, position: { left: number; top: number }): Promise<number[]> {
  const widestFile = picture.files.findLast((file) => file.format === "webp")!;
  return [
    ...(await sharp(widestFile.bytes)
      .extract({ ...position, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
}

test.each(["jpeg", "png", "webp", "avif"] as const)(
  "a %s becomes AVIF and WebP in the pages' widths",
  async (format) => {
    const picture = await processOrThrow(await createSolidImage(800, 1000)[format]().toBuffer());
    expect(picture).toMatchObject({ width: 800, height: 1000 });
    expect(picture.files.map(({ width, format }) => `${width}.${format}`)).toEqual(
      [180, 360, 540, 720].flatMap((width) => [`${width}.avif`, `${width}.webp`]),
    );
    for (const { width, format, bytes } of picture.files) {
      const { format: storedFormat, compression, ...size } = await sharp(bytes).metadata();
      expect([storedFormat, compression]).toEqual(format === "avif" ? ["heif", "av1"] : ["webp", undefined]);
      expect(size).toMatchObject({ width, height: (width * 5) / 4, space: "srgb" });
    }
  },
);

test("the widest file is 2000 pixels wide, however large the source", async () => {
  const picture = await processOrThrow(await createSolidImage(2400, 1200).jpeg().toBuffer());
  expect(picture).toMatchObject({ width: 2400, height: 1200 });
  expect(picture.files.map((file) => file.width)).toEqual([
    180, 180, 360, 360, 540, 540, 720, 720, 1080, 1080, 1600, 1600, 2000, 2000,
  ]);
});

test("a picture is rotated by its EXIF orientation, and its metadata is removed", async () => {
  const leftHalf = await createSolidImage(150, 300, "#ff0000").png().toBuffer();
  const bytes = await createSolidImage(300, 300, "#0000ff")
    .composite([{ input: leftHalf, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: "Ana" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "19/1 25/1 42/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const rotatedPicture = await processOrThrow(
    await sharp(bytes).resize(600, 300, { fit: "fill" }).keepMetadata().toBuffer(),
  );
  // Rotated by 90° clockwise: the left half is now at the top, and width and height are swapped.
  expect(rotatedPicture).toMatchObject({ width: 300, height: 600 });
  const [red, , blue] = await readPixel(rotatedPicture, { left: 90, top: 20 });
  expect([red! > 200, blue! < 60]).toEqual([true, true]);
  for (const { bytes: file } of rotatedPicture.files) {
    const { exif, icc, xmp, orientation = 1 } = await sharp(file).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: 1,
    });
  }
});

test("transparent parts become white, also for the average colour", async () => {
  const leftHalf = await sharp({ create: { width: 200, height: 400, channels: 4, background: "#000000ff" } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 4, background: "#00ff0000" } })
    .composite([{ input: leftHalf, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const picture = await processOrThrow(bytes);
  expect((await readPixel(picture, { left: 300, top: 100 })).every((channel) => channel > 250)).toBe(true);
  expect(picture.color).toBe("#808080");
});

test("a wide-gamut colour is converted to sRGB", async () => {
  const bytes = await createSolidImage(300, 300, "#00c800").withIccProfile("p3").png().toBuffer();
  const [storedRed] = await sharp(bytes).keepIccProfile().raw().toBuffer();
  expect(storedRed).toBeGreaterThan(60);
  const processedPixel = await readPixel(await processOrThrow(bytes), { left: 150, top: 100 });
  for (const [channel, value] of [0, 200, 0].entries())
    expect(Math.abs(processedPixel[channel]! - value)).toBeLessThanOrEqual(4);
});

test("grayscale, CMYK and 16-bit sources are accepted", async () => {
  const grayscale = await processOrThrow(
    await createSolidImage(300, 300, "#777777").toColourspace("b-w").jpeg().toBuffer(),
  );
  const cmyk = await processOrThrow(
    await createSolidImage(300, 300, "#cc3344").toColourspace("cmyk").jpeg().toBuffer(),
  );
  const deepColor = await processOrThrow(
    await createSolidImage(300, 300, "#336699").toColourspace("rgb16").png().toBuffer(),
  );
  expect([grayscale.color, deepColor.color]).toEqual(["#777777", "#336699"]);
  expect((await readPixel(cmyk, { left: 90, top: 90 })).length).toBe(3);
});

test("the first frame of an animation is used", async () => {
  const frames = await Promise.all(
    ["#ff0000", "#0000ff"].map((color) => createSolidImage(240, 300, color).png().toBuffer()),
  );
  const bytes = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  expect((await sharp(bytes).metadata()).pages).toBe(2);
  const picture = await processOrThrow(bytes);
  expect(picture).toMatchObject({ width: 240, height: 300 });
  expect((await sharp(picture.files[0]!.bytes).metadata()).pages ?? 1).toBe(1);
  expect(picture.color).toMatch(/^#f[c-f]0[0-3]0[0-3]$/);
});

const makeHeifHeader = (...brands: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 8 + 4 * (brands.length + 1)]),
    Buffer.from(`ftyp${brands[0]}\0\0\0\0`),
    Buffer.from(brands.slice(1).join("")),
    Buffer.alloc(64),
  ]);

describe("refused", () => {
  const makeJpeg = () => createSolidImage(600, 600).jpeg().toBuffer();
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["a text instead of a picture", "picture_unreadable", () => Buffer.from("hola, soy una foto")],
    ["an empty file", "picture_unreadable", () => Buffer.alloc(0)],
    [
      "an SVG, which may refer to files and URLs",
      "picture_unreadable",
      () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='300' height='300'/>"),
    ],
    ["a GIF", "picture_unreadable", () => createSolidImage(300, 300).gif().toBuffer()],
    ["a TIFF", "picture_unreadable", () => createSolidImage(300, 300).tiff().toBuffer()],
    ["a truncated JPEG", "picture_unreadable", async () => (await makeJpeg()).subarray(0, 1_500)],
    ["only the first bytes of a JPEG", "picture_unreadable", async () => (await makeJpeg()).subarray(0, 3)],
    ["a PNG without pixels", "picture_unreadable", () => makePngWithoutPixels(600, 600)],
    ["an iPhone's HEIC", "picture_heic", () => makeHeifHeader("heic", "mif1", "heic")],
    ["a HEIC whose brand is the last one", "picture_heic", () => makeHeifHeader("mif1", "miaf", "heix")],
    ["more than 20 MB", "picture_too_heavy", () => Buffer.alloc(20 * 1024 * 1024 + 1)],
    ["a header of 900 megapixels", "picture_too_large", () => makePngWithoutPixels(30_000, 30_000)],
    ["just over 50 megapixels", "picture_too_large", () => makePngWithoutPixels(10_001, 5_000)],
    ["a picture 199 pixels wide", "picture_too_small", () => createSolidImage(199, 400).png().toBuffer()],
    ["a strip taller than WebP allows", "picture_too_long", () => makePngWithoutPixels(210, 200_000)],
    [
      "a strip thirteen times as wide as it is tall",
      "picture_too_long",
      () => createSolidImage(2_000, 150).png().toBuffer(),
    ],
  ])("%s: %s", async (_, refused, make) => {
    expect(await processPicture(await make())).toEqual({ refused });
  });

  test("a rotated picture is measured after the rotation", async () => {
    const bytes = await createSolidImage(400, 190).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await processPicture(bytes)).toEqual({ refused: "picture_too_small" });
  });
});

test("equal bytes have the same key, and different bytes have different keys", () => {
  expect(computePictureKey(Buffer.from("a"))).toBe(computePictureKey(Buffer.from("a")));
  expect(computePictureKey(Buffer.from("a"))).not.toBe(computePictureKey(Buffer.from("b")));
  expect(computePictureKey(Buffer.from("a"))).toMatch(/^[0-9a-f]{32}$/);
});

test("of 15 pictures at once the 4 beyond the limit are rejected, and later ones are processed", async () => {
  const processor = new PictureProcessor();
  const bytes = await createSolidImage(200, 200).png().toBuffer();
  const results = await Promise.allSettled(Array.from({ length: 15 }, () => processor.process(bytes)));
  const rejectedResults = results.filter((result) => result.status === "rejected");
  expect(rejectedResults).toHaveLength(4);
  for (const result of rejectedResults) expect(result.reason).toBeInstanceOf(PictureQueueFull);
  expect(isRefusal(await processor.process(Buffer.from("texto")))).toBe(true);
  expect(isRefusal(await processor.process(bytes))).toBe(false);
});
