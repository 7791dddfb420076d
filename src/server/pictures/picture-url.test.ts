import { describe, expect, test } from "vitest";
import { readDemoPictures } from "../../../demo/load/demo-catalog.ts";
import { pictureUrls, storedPictureUrl } from "./picture-url.ts";

test.each([
  ["/pictures/k.720.webp", "/pictures/k.720.webp", "an upload"],
  ["k", "/pictures/k.240.webp", "a picture of the demo"],
])("the stored picture %s has the URL %s: %s", (storedValue, url) => {
  expect(storedPictureUrl(storedValue, 240)).toBe(url);
});

describe("the three sizes of a product's picture", () => {
  test.each([
    [
      "of a large upload",
      { avif: [180, 360, 540, 720, 1080, 1600], webp: [180, 360, 540, 720, 1080, 1600] },
      ["360.webp", "720.webp", "1080.webp"],
    ],
    [
      "of a picture whose large width exists only as AVIF",
      { avif: [720], webp: [360, 540] },
      ["360.webp", "540.webp", "720.avif"],
    ],
    ["of a small upload", { avif: [180, 360, 540], webp: [180, 360, 540] }, ["360.webp", "540.webp", "540.webp"]],
    ["of a smaller upload", { avif: [180, 360], webp: [180, 360] }, ["360.webp", "360.webp", "360.webp"]],
    ["of a tiny upload", { avif: [180], webp: [180] }, ["180.webp", "180.webp", "180.webp"]],
  ])("%s", (_, widths, files) => {
    const { thumbnailUrl, url, largeUrl } = pictureUrls({ key: "k", ...widths });
    expect([thumbnailUrl, url, largeUrl]).toEqual(files.map((file) => `/pictures/k.${file}`));
  });

  test("are three different files for every product picture of the demo", () => {
    const productPictures = Object.entries(readDemoPictures()).filter(([, { files }]) => files.includes("540.webp"));
    const widthsOf = (files: string[], format: string) =>
      files.filter((file) => file.endsWith(format)).map((file) => Number.parseInt(file, 10));
    expect(productPictures.length).toBeGreaterThan(500);
    for (const [key, { files }] of productPictures) {
      const sizes = pictureUrls({ key, avif: widthsOf(files, "avif"), webp: widthsOf(files, "webp") });
      expect(new Set(Object.values(sizes)).size).toBe(3);
    }
  });
});
