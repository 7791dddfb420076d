import { sql } from "kysely";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import type { Tx } from "../db/connect.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { readRestoreMark, type RestoreMark } from "./recovery-settings.ts";
import { releaseAfterRestore } from "./try-restore.ts";

const RESTORE_ACTOR: Actor = { memberId: null, name: "restauración", ip: null };

/**
 * Tables whose rows give access to the holder of a token. A restore would make tokens valid again that were revoked
 * after the backup.
 */
const ACCESS_TABLES = [
  "sessions",
  "staff_sessions",
  "staff_invitations",
  "su_tokens",
  "password_resets",
  "preview_links",
  "mailbox_codes",
];

/**
 * Called at each start. If this database was restored and this is the first start since then, closes the shop, deletes
 * all sessions and the other tokens of `ACCESS_TABLES`, revokes the keys of scanners, skips the order numbers that customers of lost orders may have,
 * requests the comparison of the payments, and releases expired carts and the jobs that were running.
 * Returns the mark of the restore if this call closed the shop, and otherwise undefined.
 */
export async function closeIfRestored(app: App): Promise<RestoreMark | undefined> {
  const { rows } = await sql<{ value: string | null }>`
    SELECT current_setting('escaparate.restored', true) AS value`.execute(app.db);
  const mark = readRestoreMark(rows[0]!.value);
  if (!mark) return undefined;
  const hasClosedShop = await transact(app.db, (tx) => closeShopOnce(tx, mark));
  if (!hasClosedShop) return undefined;
  await releaseAfterRestore(app.databaseConfig);
  await app.shops.refresh();
  return mark;
}

async function closeShopOnce(tx: Tx, mark: RestoreMark): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('restores'))`.execute(tx);
  const restore = await tx.selectFrom("restores").select("id").where("id", "=", mark.id).executeTakeFirst();
  if (restore) return false;
  // The backup may have been taken while the shop was closed by an earlier restore.
  await tx
    .updateTable("restores")
    .set({ opened_at: sql<Date>`now()`, opened_by: "otra restauración" })
    .where("opened_at", "is", null)
    .execute();
  await tx
    .insertInto("restores")
    .values({
      id: mark.id,
      backup_id: mark.backupId,
      restore_point_at: mark.until,
      last_skipped_reference: await skipReferences(tx, mark.lastReference ?? 0),
    })
    .execute();
  for (const table of ACCESS_TABLES) await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
  // Scans refer to their scanner, so its row stays.
  await sql`UPDATE scanner_devices SET revoked_at = coalesce(revoked_at, now())`.execute(tx);
  await sql`UPDATE wal_archive SET needs_base_backup = true, archived_until = NULL, failure = NULL, failing_since = NULL`.execute(
    tx,
  );
  await enqueue(tx, "compare_restored_payments", {});
  const object = { kind: "restore", id: mark.id };
  await logChange(tx, RESTORE_ACTOR, {
    action: "restore",
    object,
    after: { until: mark.until, backup: mark.backupId },
  });
  return true;
}

/**
 * Skips the order numbers that lost orders may have. The database also skips some at the first order on a new timeline,
 * but the archive may have a newer number.
 */
async function skipReferences(tx: Tx, lastKnownReference: number): Promise<number> {
  const { rows } = await sql<{ skipped: number }>`
    WITH numbering AS (
      UPDATE order_numbering SET timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) RETURNING timeline)
    SELECT skip_order_references(${lastKnownReference}::bigint) AS skipped FROM numbering`.execute(tx);
  return rows[0]!.skipped;
}
