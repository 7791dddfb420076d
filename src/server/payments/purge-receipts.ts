import { sql } from "kysely";
import type { App } from "../app.ts";

/** A file without a row may be an upload under way, so it is stored for at least this long. */
const ORPHAN_DAYS = 7;
/** Files per run of the job, so that each run ends. The next run continues. */
const MAX_FILES_PER_RUN = 500;

export type RemovalReason = "refused" | "expired" | "missing";

/**
 * Job: removes the files of transfer receipts that are no longer needed. Their rows stay, with the answer and the
 * reason for the removal. The files of refused receipts are removed in the next run. The other ones are removed once
 * their order has ended (shipped, cancelled or joined) and its last event is `payments.windows.receiptDays` days old.
 */
export async function purgeReceipts(app: App): Promise<void> {
  const dueReceipts = await listDueReceipts(app);
  for (const { id, file, because } of dueReceipts) {
    // The file is removed first: if the run fails in between, the next run finds the row again.
    await app.privateFiles.remove(file);
    await markRemoved(app, [id], because);
  }
  if (dueReceipts.length > 0) app.log.info({ files: dueReceipts.length }, "files of receipts removed");
}

/**
 * Job: compares rows and files. A file without a row is removed after a week. A row whose file is missing is marked,
 * and unmarked if the file is there again. Nothing changes before all stored files have been listed.
 */
export async function compareReceipts(app: App): Promise<void> {
  const storedFiles = new Map<string, Date>();
  const clockBeforeListing = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(app.db);
  for await (const { name, storedAt } of app.privateFiles.list()) storedFiles.set(name, storedAt);
  const rows = await app.db
    .selectFrom("transfer_receipts")
    .select(["id", "file", "uploaded_at", "file_removed_because as because"])
    .execute();
  // Proofs of transfer refunds and pictures of returns are private files, too.
  const proofs = await app.db
    .selectFrom("transfer_refunds")
    .select("proof_file as file")
    .where("proof_file", "is not", null)
    .execute();
  const pictures = await app.db.selectFrom("return_pictures").select("file").execute();
  const filesOfRows = new Set([...rows, ...proofs, ...pictures].map(({ file }) => file));
  const orphanCutoffMs = Date.now() - ORPHAN_DAYS * 24 * 3_600_000;
  const orphans = [...storedFiles]
    .filter(([name, at]) => !filesOfRows.has(name) && at.getTime() < orphanCutoffMs)
    .slice(0, MAX_FILES_PER_RUN);
  for (const [name] of orphans) await app.privateFiles.remove(name);
  const rowsWithoutFile = rows.filter(
    ({ file, because, uploaded_at }) =>
      because === null && !storedFiles.has(file) && uploaded_at < clockBeforeListing.rows[0]!.now,
  );
  await markRemoved(app, idsOf(rowsWithoutFile), "missing");
  const rowsWithFileAgain = rows.filter(({ file, because }) => because === "missing" && storedFiles.has(file));
  await sql`
    UPDATE transfer_receipts SET file_removed_at = NULL, file_removed_because = NULL
    WHERE id = ANY (${idsOf(rowsWithFileAgain)}::uuid[]) AND file_removed_because = 'missing'`.execute(app.db);
  const counts = { orphans: orphans.length, missing: rowsWithoutFile.length, restored: rowsWithFileAgain.length };
  if (Object.values(counts).some((count) => count > 0)) app.log.warn(counts, "receipts and their files differed");
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

async function listDueReceipts(app: App): Promise<{ id: string; file: string; because: "refused" | "expired" }[]> {
  const { rows } = await sql<{ id: string; file: string; because: "refused" | "expired" }>`
    SELECT r.id, r.file, CASE WHEN r.state = 'REJECTED' THEN 'refused' ELSE 'expired' END AS because
    FROM transfer_receipts r JOIN orders o ON o.id = r.order_id JOIN shops s ON s.id = o.shop_id
    WHERE r.file_removed_at IS NULL AND (r.state = 'REJECTED'
      OR o.status IN ('SHIPPED', 'CANCELLED', 'JOINED') AND NOT EXISTS (
        SELECT FROM order_events e WHERE e.order_id = o.id
          AND e.at > now() - interval '1 day' * coalesce((s.settings #>> '{payments,windows,receiptDays}')::int, 180)))
    ORDER BY r.id LIMIT ${MAX_FILES_PER_RUN}`.execute(app.db);
  return rows;
}

async function markRemoved(app: App, receiptIds: readonly string[], reason: RemovalReason): Promise<void> {
  await sql`
    UPDATE transfer_receipts SET file_removed_at = now(), file_removed_because = ${reason}
    WHERE id = ANY (${receiptIds}::uuid[]) AND file_removed_at IS NULL`.execute(app.db);
}
