import { sql } from "kysely";
import type { ScanResult } from "../../domain/scan-result.ts";
import type { Queryable } from "../db/connect.ts";

const PAGE_SIZE = 50;

/** One scan of a ticket by one phone. */
export interface ListedScan {
  number: number;
  scanner: string;
  holder: string | null;
  seat: string | null;
  reference: number | null;
  /** What the phone showed to staff. */
  shown: ScanResult;
  /** Staff accepted the ticket on another day than its event. The answer may still be a refusal. */
  ignoresEventDay: boolean;
  scannedAt: Date;
  isUndone: boolean;
}

/**
 * The newest 50 scans of an event. For a scanner of all events, only the scans of this event's tickets are listed.
 */
export async function listScans(db: Queryable, productId: string): Promise<ListedScan[]> {
  const { rows } = await sql<ListedScan>`
    SELECT s.number, d.name AS scanner, t.holder, n.name AS seat, o.reference, s.shown, s.ignores_event_day AS "ignoresEventDay", s.scanned_at AS "scannedAt",
      s.undone_at IS NOT NULL AS "isUndone"
    FROM ticket_scans s JOIN scanner_devices d ON d.id = s.device_id
    LEFT JOIN tickets t ON t.id = s.ticket_id LEFT JOIN orders o ON o.id = t.order_id
    LEFT JOIN sizes z ON z.id = t.size_id LEFT JOIN size_names n ON n.id = z.size_name_id
    WHERE (d.product_id = ${productId} OR z.product_id = ${productId})
    ORDER BY s.number DESC LIMIT ${PAGE_SIZE}`.execute(db);
  return rows;
}
