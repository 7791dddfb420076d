import type { PictureRow } from "../catalog/product-row.ts";

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
  const width = picture.webp.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
  return pictureUrl(picture.key, width ?? wanted, "webp");
}
