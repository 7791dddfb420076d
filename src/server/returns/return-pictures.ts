import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { MAX_RETURN_PICTURES } from "../../domain/return.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { toPlainJpeg } from "../pictures/to-plain-jpeg.ts";
import { findReturn, type ReturnRow } from "./queries.ts";

/** Files per run of the job, so that each run ends. The next run continues. */
const MAX_FILES_PER_RUN = 500;
/** Pictures are stored for this many days after their return ended. */
const RETENTION_DAYS = 180;

type ReturnPictureRefusal = Refusal<
  "return_not_found" | "return_changed" | "return_picture_unreadable" | "return_pictures_full"
>;

/** Stores a customer's picture of the pieces to return (rule RETURN-12). `orderId` is the caller's own order. */
export async function addReturnPicture(
  app: App,
  { returnId, orderId, bytes }: { returnId: string; orderId: string; bytes: Buffer },
): Promise<ReturnRow | ReturnPictureRefusal> {
  const row = await findReturn(app.genericPlanDb, returnId);
  if (row?.orderId !== orderId) return refuse("return_not_found");
  const earlyRefusal = checkPictureAllowed(row);
  if (earlyRefusal) return earlyRefusal;
  const picture = await toPlainJpeg(bytes);
  if (!picture) return refuse("return_picture_unreadable");
  const file = `${randomUUID()}.jpg`;
  // A file without a row is removed after a week, by the job that compares receipts with their files.
  await app.privateFiles.put(file, picture, "image/jpeg");
  return transact(app.db, async (tx) => {
    await tx.selectFrom("returns").select("id").where("id", "=", returnId).forUpdate().execute();
    const refusal = checkPictureAllowed((await findReturn(tx, returnId))!);
    if (refusal) return refusal;
    await tx
      .insertInto("return_pictures")
      .values({ id: newId(), return_id: returnId, file, bytes: picture.byteLength })
      .execute();
    return (await findReturn(tx, returnId))!;
  });
}

function checkPictureAllowed({
  state,
  pictures,
}: ReturnRow): Refusal<"return_changed" | "return_pictures_full"> | undefined {
  if (state !== "ASKED" && state !== "APPROVED") return refuse("return_changed");
  return pictures.length >= MAX_RETURN_PICTURES ? refuse("return_pictures_full") : undefined;
}

/** The JPEG of one of a return's pictures. Undefined if the return has no such picture, or its file is missing. */
export async function readReturnPicture(app: App, row: ReturnRow, pictureId: string): Promise<Buffer | undefined> {
  if (!row.pictures.includes(pictureId)) return undefined;
  const { file } = await app.genericPlanDb
    .selectFrom("return_pictures")
    .select("file")
    .where("id", "=", pictureId)
    .executeTakeFirstOrThrow();
  return app.privateFiles.read(file);
}

/** Job: deletes the files and rows of pictures that are marked as removed, or whose return ended 180 days ago. */
export async function purgeReturnPictures(app: App): Promise<void> {
  const { rows } = await sql<{ id: string; file: string }>`
    UPDATE return_pictures SET removed_at = coalesce(removed_at, now()) WHERE id IN (
      SELECT p.id FROM return_pictures p JOIN returns r ON r.id = p.return_id
      WHERE p.removed_at IS NOT NULL OR r.state IN ('DECLINED', 'CANCELLED', 'SETTLED') AND NOT EXISTS (
        SELECT FROM return_events e
        WHERE e.return_id = r.id AND e.at > now() - interval '1 day' * ${RETENTION_DAYS})
      ORDER BY p.id LIMIT ${MAX_FILES_PER_RUN})
    RETURNING id, file`.execute(app.db);
  for (const { id, file } of rows) {
    // The file is removed first: if the run fails in between, the next run finds the row again.
    await app.privateFiles.remove(file);
    await app.db.deleteFrom("return_pictures").where("id", "=", id).execute();
  }
  if (rows.length > 0) app.log.info({ pictures: rows.length }, "pictures of returns removed");
}
