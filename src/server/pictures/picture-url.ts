export interface PictureRow {
  key: string;
  width: number;
  height: number;
  color: string;
  alt: string;
  /** What stays in view where a card cuts it: percent from the left and from the top; null for the middle. */
  focus: [number, number] | null;
  avif: number[];
  webp: number[];
}

/** Where a picture lies; its key carries a hash of the content, so it may be kept for ever. */
export function pictureUrl(key: string, width: number, format: "avif" | "webp"): string {
  return `/pictures/${pictureFile(key, width, format)}`;
}

/** What the file is called where it is stored. */
export function pictureFile(key: string, width: number, format: "avif" | "webp"): string {
  return `${key}.${width}.${format}`;
}

/** The width of `widths` nearest to `wanted`; WebP, which every reader of the API can show. */
export function webpNear(picture: Pick<PictureRow, "key" | "webp">, wanted: number): string {
  return pictureUrl(picture.key, nearest(picture.webp, wanted) ?? wanted, "webp");
}

/**
 * Addresses of a product's picture for a list, a page and the full screen, as near as possible to 360, 720 and 1080 pixels:
 * three different widths, unless the picture is too small for that. WebP where a width is there in both formats.
 */
export function pictureSizes(picture: Pick<PictureRow, "key" | "avif" | "webp">) {
  const widths = [...picture.webp, ...picture.avif];
  const thumbnail = nearest(widths, 360);
  const large = nearest(widths, 1080);
  const between = widths.filter((width) => width > thumbnail! && width < large!);
  const urlOf = (width = 720): string =>
    pictureUrl(picture.key, width, picture.webp.includes(width) || !picture.avif.includes(width) ? "webp" : "avif");
  return { url: urlOf(nearest(between, 720) ?? large), thumbnailUrl: urlOf(thumbnail), largeUrl: urlOf(large) };
}

function nearest(widths: readonly number[], wanted: number): number | undefined {
  return widths.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}
