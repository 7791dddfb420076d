import { sql } from "kysely";
import { UNDO_SECONDS } from "../../domain/scan-result.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { ScannerDevice } from "./device-keys.ts";
import { lockTicket, takeBack } from "./record-scan.ts";

/** The answer's way to the phone, and the thumb's to the button's last second. */
const SLACK_SECONDS = 5;

/**
 * Takes back an entry made by mistake, on the phone that made it, within a minute: its ticket is good again. The scan
 * stays in the ledger, marked. Asked again it is done already.
 */
export function undoScan(
  app: App,
  device: ScannerDevice,
  scanId: string,
): Promise<"undone" | Refusal<"scan_not_found" | "undo_too_late">> {
  return transact(app.genericPlans, async (tx) => {
    if (!isId(scanId)) return refuse("scan_not_found");
    const find = () =>
      sql<{ ticketId: string; isUndone: boolean; isRecent: boolean }>`
      SELECT ticket_id AS "ticketId", undone_at IS NOT NULL AS "isUndone",
        recorded_at > clock_timestamp() - interval '1 second' * ${UNDO_SECONDS + SLACK_SECONDS}::int AS "isRecent"
      FROM ticket_scans
      WHERE id = ${scanId} AND device_id = ${device.id} AND shown = 'valid' AND ticket_id IS NOT NULL`.execute(tx);
    const [scan] = (await find()).rows;
    if (!scan) return refuse("scan_not_found");
    const ticket = await lockTicket(tx, scan.ticketId);
    // Twice at once: the one that waited for the ticket finds it done.
    if ((await find()).rows[0]?.isUndone) return "undone";
    if (!scan.isRecent) return refuse("undo_too_late");
    await takeBack(tx, scanId, ticket);
    return "undone";
  });
}
