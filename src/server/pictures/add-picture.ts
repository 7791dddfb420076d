import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { computePictureKey, listStoredWidths } from "./picture-encoding.ts";
import { pictureFileName } from "./picture-url.ts";
import type { PictureRefusal } from "./process-picture.ts";
import {
  findPicture,
  findProductName,
  insertPicture,
  listPictureKeys,
  lockProduct,
  replacePictures,
  updateAlt,
} from "./queries.ts";

export interface NewPicture {
  productId: string;
  /** The file as it was uploaded. */
  bytes: Buffer;
  /**
   * The description for people who cannot see the picture, by default the product's name. If given, it also replaces
   * the description of an existing picture.
   */
  alt?: string;
  /**
   * The position, from 0. By default, or if it is too high, the picture is the last. A picture that the product already
   * has keeps its position.
   */
  position?: number;
  /** The member of staff who adds it, for the change log; undefined for the console, which is not logged. */
  by?: Actor;
}

export interface AddedPicture {
  key: string;
  /** `updated`: only its description changed. */
  outcome: "added" | "updated" | "unchanged";
}

/** Adds a picture to a product. Its files are stored before the rows, so that no row names a missing file. */
export async function addPicture(
  app: App,
  { productId, bytes, alt, position, by }: NewPicture,
): Promise<AddedPicture | Refusal<"product_not_found"> | PictureRefusal> {
  const productName = isId(productId) ? await findProductName(app.db, productId) : undefined;
  if (productName === undefined) return refuse("product_not_found");
  const key = computePictureKey(bytes);
  const picture = await storeFiles(app, key, bytes);
  if (isRefusal(picture)) return picture;
  const givenAlt = cleanAlt(alt ?? "");
  const outcome = await transact(app.db, async (tx) => {
    if (!(await lockProduct(tx, productId))) return refuse("product_not_found");
    await insertPicture(tx, { key, alt: givenAlt || productName, ...picture });
    const isUpdated = givenAlt !== "" && (await updateAlt(tx, key, givenAlt));
    const keys = await listPictureKeys(tx, productId);
    if (keys.includes(key)) return isUpdated ? ("updated" as const) : ("unchanged" as const);
    await replacePictures(tx, productId, keys.toSpliced(position ?? keys.length, 0, key));
    if (by) {
      const object = { kind: "product", id: productId };
      await logChange(tx, by, { action: "picture-new", object, after: { pictures: keys.length + 1 } });
    }
    return "added" as const;
  });
  return isRefusal(outcome) ? outcome : { key, outcome };
}

interface StoredPicture {
  width: number;
  height: number;
  color: string;
  avif_widths: number[];
  webp_widths: number[];
}

/** Stores a picture that belongs to no product: its files, then its row. `alt` is ignored for an existing picture. */
export async function storePicture(
  app: App,
  bytes: Buffer,
  alt: string,
): Promise<(StoredPicture & { key: string }) | PictureRefusal> {
  const key = computePictureKey(bytes);
  const picture = await storeFiles(app, key, bytes);
  if (isRefusal(picture)) return picture;
  await transact(app.db, (tx) => insertPicture(tx, { ...picture, key, alt: cleanAlt(alt) }));
  return { ...picture, key };
}

/** Encodes and stores all files of a picture. If its row and files exist, it is not encoded again. */
async function storeFiles(app: App, key: string, bytes: Buffer): Promise<StoredPicture | PictureRefusal> {
  const row = await findPicture(app.db, key);
  if (row && (await hasAllFiles(app, key, row))) return row;
  return encodeAndStorePicture(app, key, bytes);
}

/** Encodes a picture and stores its files under this key. */
export async function encodeAndStorePicture(
  app: App,
  key: string,
  bytes: Buffer,
): Promise<StoredPicture | PictureRefusal> {
  const picture = await app.pictures.process(bytes);
  if (isRefusal(picture)) return picture;
  for (const file of picture.files) {
    await app.files.put(pictureFileName(key, file.width, file.format), file.bytes, `image/${file.format}`);
  }
  const { width, height, color } = picture;
  return { width, height, color, avif_widths: listStoredWidths(width), webp_widths: listStoredWidths(width) };
}

/**
 * Whether all files exist. After a restore from a backup, files may be missing. Adding the picture again repairs that.
 */
async function hasAllFiles(app: App, key: string, picture: StoredPicture): Promise<boolean> {
  const names = [
    ...picture.avif_widths.map((width) => pictureFileName(key, width, "avif")),
    ...picture.webp_widths.map((width) => pictureFileName(key, width, "webp")),
  ];
  const storedFlags = await Promise.all(names.map((name) => app.files.has(name)));
  return storedFlags.every(Boolean);
}

/**
 * Makes a text one line of at most 200 characters. Replaces what PostgreSQL cannot store (NUL, half a surrogate pair).
 */
export function cleanAlt(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
}
