import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { Scanner } from "./scanner-keys.ts";

/** An entry that a phone allowed without the server's answer, and that the server's record contradicts. */
export interface ScanConflict {
  number: number;
  /** `used`: the ticket had already been used for an entry. */
  reason: "used" | "void" | "other_day" | "other_event" | "unknown";
  event: string | null;
  seat: string | null;
  /** Which ticket of its line, and of how many. */
  ticketNumber: number | null;
  pieces: number | null;
  scanner: string;
  scannedAt: Date;
  /** The entry that used the ticket, if two were made with it. */
  firstEntry: { scanner: string; scannedAt: Date } | null;
}

/** Conflicts that the server received longer ago than this are not listed: by then most events are over. */
const LISTED_HOURS = 24;

/**
 * At most 50 conflicts that staff at this entrance need to know, newest first: entries that the server's records
 * contradict.
 */
export async function listConflicts(db: Queryable, { productId }: Pick<Scanner, "productId">): Promise<ScanConflict[]> {
  const { rows } = await sql<Omit<ScanConflict, "firstEntry"> & { firstScanner: string | null; firstAt: Date | null }>`
    SELECT s.number, CASE s.answer WHEN 'valid' THEN 'used' ELSE s.answer END AS reason,
      p.name AS event, n.name AS seat, t.number AS "ticketNumber", l.pieces, d.name AS scanner,
      s.scanned_at AS "scannedAt",
      CASE WHEN t.used_by_scan_id <> s.id::text THEN t.used_by END AS "firstScanner",
      CASE WHEN t.used_by_scan_id <> s.id::text THEN coalesce(f.scanned_at, t.used_at) END AS "firstAt"
    FROM ticket_scans s JOIN scanner_devices d ON d.id = s.device_id
    LEFT JOIN tickets t ON t.id = s.ticket_id
    LEFT JOIN order_lines l ON l.order_id = t.order_id AND l.size_id = t.size_id
    LEFT JOIN products p ON p.id = l.product_id
    LEFT JOIN sizes z ON z.id = t.size_id LEFT JOIN size_names n ON n.id = z.size_name_id
    LEFT JOIN ticket_scans f ON f.ticket_id = t.id AND f.id::text = t.used_by_scan_id
    WHERE s.shown = 'valid' AND s.undone_at IS NULL AND s.recorded_at > now() - interval '1 hour' * ${LISTED_HOURS}::int
      AND (s.answer NOT IN ('valid', 'used') OR t.used_by_scan_id IS DISTINCT FROM s.id::text)
      AND (${productId}::uuid IS NULL OR l.product_id = ${productId} OR d.product_id = ${productId})
    ORDER BY s.number DESC LIMIT 50`.execute(db);
  return rows.map(({ firstScanner, firstAt, ...conflict }) => ({
    ...conflict,
    firstEntry: firstScanner && firstAt ? { scanner: firstScanner, scannedAt: firstAt } : null,
  }));
}
