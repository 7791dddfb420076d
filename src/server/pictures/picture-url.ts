export interface PictureRow {
  key: string;
  width: number;
  height: number;
  color: string;
  alt: string;
  /** The point that stays visible if a card crops the picture, in percent from the left and top. Null: the middle. */
  focus: [number, number] | null;
  /** The widths in which the picture is stored, in pixels, by format. */
  avif: number[];
  webp: number[];
}

/** The URL of a picture's file. The content of a key never changes, so the file can be cached forever. */
export function pictureUrl(key: string, width: number, format: "avif" | "webp"): string {
  return `/pictures/${pictureFileName(key, width, format)}`;
}

/** The URL of a picture that is stored as a URL, or by the demo as a key whose only file has `demoWidth`. */
export function storedPictureUrl(storedValue: string, demoWidth: number): string {
  return storedValue.startsWith("/") ? storedValue : pictureUrl(storedValue, demoWidth, "webp");
}

/** The name of the stored file. */
export function pictureFileName(key: string, width: number, format: "avif" | "webp"): string {
  return `${key}.${width}.${format}`;
}

/** The URL of the WebP file whose width is nearest to `targetWidth`. Every client of the API can show WebP. */
export function nearestWebpUrl(picture: Pick<PictureRow, "key" | "webp">, targetWidth: number): string {
  return pictureUrl(picture.key, findNearest(picture.webp, targetWidth) ?? targetWidth, "webp");
}

/**
 * URLs of a product's picture for a list, a page and the full screen, with widths nearest to 360, 720 and 1080 pixels.
 * The three widths differ unless the picture is too small. WebP if a width exists in both formats.
 */
export function pictureUrls(picture: Pick<PictureRow, "key" | "avif" | "webp">) {
  const widths = [...picture.webp, ...picture.avif];
  const thumbnailWidth = findNearest(widths, 360);
  const largeWidth = findNearest(widths, 1080);
  const middleWidths = widths.filter((width) => width > thumbnailWidth! && width < largeWidth!);
  const urlOf = (width = 720): string =>
    pictureUrl(picture.key, width, picture.webp.includes(width) || !picture.avif.includes(width) ? "webp" : "avif");
  return {
    url: urlOf(findNearest(middleWidths, 720) ?? largeWidth),
    thumbnailUrl: urlOf(thumbnailWidth),
    largeUrl: urlOf(largeWidth),
  };
}

function findNearest(widths: readonly number[], targetWidth: number): number | undefined {
  return widths.toSorted((a, b) => Math.abs(a - targetWidth) - Math.abs(b - targetWidth))[0];
}
