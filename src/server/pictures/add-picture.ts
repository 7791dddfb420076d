import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { pictureKey, widthsFor } from "./picture-encoding.ts";
import { pictureFile } from "./picture-url.ts";
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
  /** What is to be seen, for who cannot see it; by default the product's name. A given one also corrects a known picture's. */
  alt?: string;
  /** 0 is the first; by default, or beyond the others, the last. A picture the product has already stays where it is. */
  position?: number;
  /** Who adds it; nobody's log tells of the console's. */
  by?: Actor;
}

export interface AddedPicture {
  key: string;
  /** `updated`: only its words are new. */
  outcome: "added" | "updated" | "unchanged";
}

/** Gives a product a picture: its files first, then the rows, so that no row ever names a file that is not there. */
export async function addPicture(
  app: App,
  { productId, bytes, alt, position, by }: NewPicture,
): Promise<AddedPicture | Refusal<"product_not_found"> | PictureRefusal> {
  const name = isId(productId) ? await findProductName(app.db, productId) : undefined;
  if (name === undefined) return refuse("product_not_found");
  const key = pictureKey(bytes);
  const stored = await storeFiles(app, key, bytes);
  if (isRefusal(stored)) return stored;
  const said = cleanAlt(alt ?? "");
  const answer = await transact(app.db, async (tx) => {
    if (!(await lockProduct(tx, productId))) return refuse("product_not_found");
    await insertPicture(tx, { key, alt: said || name, ...stored });
    const changed = said ? await updateAlt(tx, key, said) : [];
    const keys = await listPictureKeys(tx, productId);
    if (keys.includes(key))
      return { outcome: changed.length > 0 ? ("updated" as const) : ("unchanged" as const), changed };
    await replacePictures(tx, productId, keys.toSpliced(position ?? keys.length, 0, key));
    if (by) {
      const object = { kind: "product", id: productId };
      await logChange(tx, by, { act: "picture-new", object, after: { pictures: keys.length + 1 } });
    }
    return { outcome: "added" as const, changed: [...changed, productId] };
  });
  if ("refused" in answer) return answer;
  app.productChanges.touch(answer.changed);
  return { key, outcome: answer.outcome };
}

interface StoredPicture {
  width: number;
  height: number;
  color: string;
  avif_widths: number[];
  webp_widths: number[];
}

/** A picture that belongs to no product: its files, then its row. `alt` is kept where it is known already. */
export async function storePicture(
  app: App,
  bytes: Buffer,
  alt: string,
): Promise<(StoredPicture & { key: string }) | PictureRefusal> {
  const key = pictureKey(bytes);
  const stored = await storeFiles(app, key, bytes);
  if (isRefusal(stored)) return stored;
  await transact(app.db, (tx) => insertPicture(tx, { ...stored, key, alt: cleanAlt(alt) }));
  return { ...stored, key };
}

/** Encodes and stores all files of a picture; one whose row and files are there already is not encoded again. */
async function storeFiles(app: App, key: string, bytes: Buffer): Promise<StoredPicture | PictureRefusal> {
  const known = await findPicture(app.db, key);
  if (known && (await hasAll(app, key, known))) return known;
  const picture = await app.pictures.process(bytes);
  if (isRefusal(picture)) return picture;
  for (const file of picture.files) {
    await app.files.put(pictureFile(key, file.width, file.format), file.bytes, `image/${file.format}`);
  }
  const { width, height, color } = picture;
  return { width, height, color, avif_widths: widthsFor(width), webp_widths: widthsFor(width) };
}

/** A database that came back from its backup without the pictures: storing them again heals it. */
async function hasAll(app: App, key: string, picture: StoredPicture): Promise<boolean> {
  const names = [
    ...picture.avif_widths.map((width) => pictureFile(key, width, "avif")),
    ...picture.webp_widths.map((width) => pictureFile(key, width, "webp")),
  ];
  const found = await Promise.all(names.map((name) => app.files.has(name)));
  return found.every(Boolean);
}

/** One line that PostgreSQL takes, of 200 characters at the most. */
export function cleanAlt(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
}
