import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { listPictureKeys, lockProduct, replacePictures } from "./queries.ts";

/**
 * Removes a picture from a product; later ones move up. The picture itself stays: its URL is permanent, and orders,
 * emails and other products may show it.
 */
export async function removePicture(
  app: App,
  productId: string,
  key: string,
  by?: Actor,
): Promise<"removed" | Refusal<"product_not_found" | "picture_not_found">> {
  if (!isId(productId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    if (!(await lockProduct(tx, productId))) return refuse("product_not_found");
    const keys = await listPictureKeys(tx, productId);
    if (!keys.includes(key)) return refuse("picture_not_found");
    await replacePictures(
      tx,
      productId,
      keys.filter((pictureKey) => pictureKey !== key),
    );
    if (by) await logChange(tx, by, { action: "picture-drop", object: { kind: "product", id: productId } });
    return "removed" as const;
  });
}
