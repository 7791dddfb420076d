import { sql } from "kysely";
import { UNDO_SECONDS } from "../../domain/scan-result.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Scanner } from "./scanner-keys.ts";
import { lockTicket, undoEntry } from "./record-scan.ts";

/** Extra time for the response to reach the phone, and for a press in the last second in which the button is shown. */
const GRACE_SECONDS = 5;

/**
 * Undoes an entry that was made by mistake, on the phone that made it, within a minute. The ticket is valid again,
 * unless a later scan also allowed an entry. The scan stays in the list, marked as undone. Repeating the call has no
 * effect.
 */
export function undoScan(
  app: App,
  scanner: Scanner,
  scanId: string,
): Promise<"undone" | Refusal<"scan_not_found" | "undo_too_late">> {
  return transact(app.genericPlanDb, async (tx) => {
    if (!isId(scanId)) return refuse("scan_not_found");
    const findScan = () =>
      sql<{ ticketId: string; isUndone: boolean; isRecent: boolean }>`
      SELECT ticket_id AS "ticketId", undone_at IS NOT NULL AS "isUndone",
        recorded_at > clock_timestamp() - interval '1 second' * ${UNDO_SECONDS + GRACE_SECONDS}::int AS "isRecent"
      FROM ticket_scans
      WHERE id = ${scanId} AND device_id = ${scanner.id} AND shown = 'valid' AND ticket_id IS NOT NULL`.execute(tx);
    const [scan] = (await findScan()).rows;
    if (!scan) return refuse("scan_not_found");
    const ticket = await lockTicket(tx, scan.ticketId);
    // Of two concurrent calls, the second waits for the ticket's lock and finds the scan undone.
    if ((await findScan()).rows[0]?.isUndone) return "undone";
    if (!scan.isRecent) return refuse("undo_too_late");
    await undoEntry(tx, scanId, ticket);
    return "undone";
  });
}
