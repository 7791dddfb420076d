import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { encodeAndStorePicture } from "../pictures/add-picture.ts";
import { PICTURE_WIDTHS } from "../pictures/picture-encoding.ts";
import { pictureFileName, type PictureRow } from "../pictures/picture-url.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";

/** The maximum number of a customer's uploads that no review uses yet. They are deleted after a day. */
const MAX_UNUSED_PICTURES = 12;
const UNUSED_HOURS = 24;
/** Pictures per run of the job, so that each run ends. The next run continues. */
const MAX_PICTURES_PER_RUN = 500;

export type ReviewPicture = Pick<PictureRow, "key" | "avif" | "webp">;

/**
 * Stores a customer's picture for a review that they have not sent yet. The row is stored before the files, so that the
 * purge job also finds the files of a failed upload.
 */
export async function uploadReviewPicture(
  app: App,
  { customerId, productId, bytes }: { customerId: string; productId: string; bytes: Buffer },
): Promise<ReviewPicture | Refusal<"review_pictures_full"> | PictureRefusal> {
  const key = randomBytes(16).toString("hex");
  const reserveResult = await reservePicture(app, { key, customerId, productId });
  if (isRefusal(reserveResult)) return reserveResult;
  const picture = await encodeAndStorePicture(app, key, bytes);
  if (isRefusal(picture)) {
    await app.genericPlanDb.deleteFrom("review_pictures").where("key", "=", key).execute();
    return picture;
  }
  const { width, height, color, avif_widths: widths } = picture;
  await app.genericPlanDb
    .updateTable("review_pictures")
    .set({ width, height, color, widths })
    .where("key", "=", key)
    .execute();
  return { key, avif: widths, webp: widths };
}

function reservePicture(
  app: App,
  { key, customerId, productId }: { key: string; customerId: string; productId: string },
): Promise<undefined | Refusal<"review_pictures_full">> {
  return transact(app.genericPlanDb, async (tx) => {
    // The lock serializes the uploads of one customer, so that the count is exact.
    await tx.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().execute();
    const { count } = await tx
      .selectFrom("review_pictures")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("customer_id", "=", customerId)
      .where("review_id", "is", null)
      .where("removed_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= MAX_UNUSED_PICTURES) return refuse("review_pictures_full");
    await tx.insertInto("review_pictures").values({ key, customer_id: customerId, product_id: productId }).execute();
    return undefined;
  });
}

interface PictureAttachment {
  reviewId: string;
  customerId: string;
  productId: string;
  keys: readonly string[];
}

/**
 * Assigns uploaded pictures to a review. False if one is not the customer's, not of this product, used already, given
 * twice, or not completely stored. Then the caller must roll back, because the others may be assigned.
 */
export async function attachPictures(
  tx: Tx,
  { reviewId, customerId, productId, keys }: PictureAttachment,
): Promise<boolean> {
  if (keys.length === 0) return true;
  if (new Set(keys).size < keys.length) return false;
  const { numAffectedRows } = await sql`
    UPDATE review_pictures i SET review_id = ${reviewId}, position = sent.position - 1
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS sent (key, position)
    WHERE i.key = sent.key AND i.customer_id = ${customerId} AND i.product_id = ${productId} AND i.review_id IS NULL
      AND i.removed_at IS NULL AND i.width IS NOT NULL`.execute(tx);
  return numAffectedRows === BigInt(keys.length);
}

/**
 * Marks all pictures of a customer as removed: no page shows them. The job below removes their files. False if the
 * customer has none.
 */
export async function removePicturesOf(tx: Tx, customerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE review_pictures SET removed_at = coalesce(removed_at, now()), customer_id = NULL
    WHERE customer_id = ${customerId}`.execute(tx);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

/** Job: deletes the files and rows of pictures that were marked as removed, or that no review used within a day. */
export async function purgeReviewPictures(app: App): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    UPDATE review_pictures SET removed_at = coalesce(removed_at, now()) WHERE key IN (
      SELECT key FROM review_pictures
      WHERE removed_at IS NOT NULL OR (review_id IS NULL AND uploaded_at < now() - interval '1 hour' * ${UNUSED_HOURS})
      ORDER BY uploaded_at LIMIT ${MAX_PICTURES_PER_RUN})
    RETURNING key`.execute(app.db);
  for (const { key } of rows) {
    // The files are removed first: if the run fails in between, the next run finds the row again.
    for (const width of PICTURE_WIDTHS) {
      for (const format of ["avif", "webp"] as const) await app.files.remove(pictureFileName(key, width, format));
    }
    await app.db.deleteFrom("review_pictures").where("key", "=", key).execute();
  }
  if (rows.length > 0) app.log.info({ pictures: rows.length }, "pictures of reviews removed");
}
