import type { Insertable } from "kysely";
import type { Queryable, Tx } from "../db/connect.ts";
import type { Schema } from "../db/schema.ts";

/** The product's name; undefined if the product does not exist. */
export async function findProductName(db: Queryable, productId: string): Promise<string | undefined> {
  const row = await db.selectFrom("products").select("name").where("id", "=", productId).executeTakeFirst();
  return row?.name;
}

/**
 * Locks a product for a change of its pictures, sizes or codes: without the lock, concurrent changes of its pictures
 * would use the same position. False if the product does not exist.
 */
export async function lockProduct(tx: Tx, productId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("products")
    .select("id")
    .where("id", "=", productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPicture(db: Queryable, key: string): Promise<Insertable<Schema["pictures"]> | undefined> {
  return db.selectFrom("pictures").selectAll().where("key", "=", key).executeTakeFirst();
}

/** Inserts a picture. An existing one stays unchanged. */
export async function insertPicture(tx: Tx, picture: Insertable<Schema["pictures"]>): Promise<void> {
  await tx
    .insertInto("pictures")
    .values(picture)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** Changes a picture's description. False if it is unchanged. */
export async function updateAlt(tx: Tx, key: string, alt: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("pictures")
    .set({ alt })
    .where("key", "=", key)
    .where("alt", "<>", alt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the point that stays visible (percent from the left, from the top). */
export async function updateFocus(tx: Tx, key: string, [x, y]: readonly [number, number]): Promise<void> {
  await tx.updateTable("pictures").set({ focus_x: x, focus_y: y }).where("key", "=", key).execute();
}

/** The keys of a product's pictures, in their order. */
export async function listPictureKeys(db: Queryable, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("product_pictures")
    .select("picture_key")
    .where("product_id", "=", productId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.picture_key);
}

/**
 * Sets a product's pictures in this order. The few rows are deleted and inserted again, so that no two share a
 * position.
 */
export async function replacePictures(tx: Tx, productId: string, keys: readonly string[]): Promise<void> {
  await tx.deleteFrom("product_pictures").where("product_id", "=", productId).execute();
  if (keys.length === 0) return;
  await tx
    .insertInto("product_pictures")
    .values(keys.map((key, position) => ({ product_id: productId, position, picture_key: key })))
    .execute();
}
