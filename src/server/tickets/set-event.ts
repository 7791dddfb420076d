import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

/** Says when and where a DIGITAL product takes place; false where there is no such product. */
export async function setEvent(
  db: Queryable,
  { productId, at, place }: { productId: string; at: Date; place: string },
): Promise<boolean> {
  if (!isId(productId)) return false;
  const { numUpdatedRows } = await db
    .updateTable("products")
    .set({ event_at: at, event_place: place })
    .where("id", "=", productId)
    .where("is_digital", "=", true)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
