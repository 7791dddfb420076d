import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor, type Change } from "../change-log/change-log.ts";
import { cleanAlt } from "./add-picture.ts";
import { findPicture, listPictureKeys, lockProduct, replacePictures, updateAlt, updateFocus } from "./queries.ts";

type ArrangeRefusal = Refusal<"product_not_found" | "picture_not_found">;

/**
 * Puts a product's pictures in this order. Pictures that others added meanwhile are not in `orderedKeys` and come last.
 * Pictures that others removed stay removed.
 */
export function reorderPictures(app: App, productId: string, orderedKeys: readonly string[], by: Actor) {
  return arrange(app, productId, by, async (tx, keys) => {
    const requestedKeys = [...new Set(orderedKeys)].filter((key) => keys.includes(key));
    await replacePictures(tx, productId, [...requestedKeys, ...keys.filter((key) => !requestedKeys.includes(key))]);
    return { action: "picture-order" };
  });
}

/** Moves a picture one position up (-1) or down (1). The first picture cannot move up, nor the last one down. */
export function movePicture(app: App, productId: string, { key, step }: { key: string; step: 1 | -1 }, by: Actor) {
  return arrange(app, productId, by, async (tx, keys) => {
    const index = keys.indexOf(key);
    if (index < 0) return refuse("picture_not_found");
    const newIndex = Math.min(keys.length - 1, Math.max(0, index + step));
    await replacePictures(tx, productId, keys.toSpliced(index, 1).toSpliced(newIndex, 0, key));
    return { action: "picture-order" };
  });
}

/** Restores a removed picture to its position. */
export function restorePicture(
  app: App,
  productId: string,
  { key, position }: { key: string; position: number },
  by: Actor,
) {
  return arrange(app, productId, by, async (tx, keys) => {
    if (!(await findPicture(tx, key))) return refuse("picture_not_found");
    if (!keys.includes(key)) await replacePictures(tx, productId, keys.toSpliced(position, 0, key));
    return { action: "picture-back" };
  });
}

/** Sets a picture's description and the point that stays visible, for all products with this picture. */
export function setPictureDescriptionAndFocus(
  app: App,
  productId: string,
  { key, alt, focus }: { key: string; alt: string; focus: readonly [number, number] },
  by: Actor,
) {
  return arrange(app, productId, by, async (tx, keys) => {
    if (!keys.includes(key)) return refuse("picture_not_found");
    await updateAlt(tx, key, cleanAlt(alt));
    await updateFocus(tx, key, focus);
    return { action: "picture-words", after: { alt: cleanAlt(alt) } };
  });
}

type ArrangementLogEntry = Omit<Change, "object"> | ArrangeRefusal;

async function arrange(
  app: App,
  productId: string,
  by: Actor,
  change: (tx: Tx, keys: string[]) => Promise<ArrangementLogEntry>,
): Promise<"done" | ArrangeRefusal> {
  if (!isId(productId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    if (!(await lockProduct(tx, productId))) return refuse("product_not_found");
    const result = await change(tx, await listPictureKeys(tx, productId));
    if ("refused" in result) return result;
    await logChange(tx, by, { ...result, object: { kind: "product", id: productId } });
    return "done" as const;
  });
}
