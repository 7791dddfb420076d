import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { TicketState } from "../../domain/ticket-state.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { findOrCreateTicketKeys } from "../tickets/ticket-keys.ts";
import type { Scanner } from "./scanner-keys.ts";

/** The data with which a phone verifies a ticket without a network. It has no name, and only a hash of the code. */
export interface ListedTicket {
  id: string;
  code: string;
  productId: string;
  /** The name of the size that was sold, such as a seat. */
  seat: string;
  number: number;
  pieces: number;
  state: TicketState;
  usedAt: Date | null;
  usedBy: string | null;
}

export interface TicketList {
  /** When the list was made, by the server's clock. The next request sends it as `since`. */
  syncedAt: Date;
  keys: { id: number; publicKey: string }[];
  events: { id: string; name: string; at: Date | null; place: string | null }[];
  tickets: ListedTicket[];
}

/**
 * A transaction that was open when the list was made may have changed tickets at an earlier time. Each list therefore
 * repeats this period. The shop's transactions are shorter: each of their statements and pauses may take five seconds
 * (db/connect.ts).
 */
const OVERLAP_SECONDS = 60;

/** A scanner for all events lists future ones, those that began less than two days ago, and those without a date. */
export const LISTED_DAYS_AFTER_START = 2;

/**
 * The tickets of the scanner's event, or of all events: all of them, or those that changed since an earlier list.
 * Stores the time of the scanner's first list.
 */
export async function syncTicketList(app: App, scanner: Scanner, since: Date | null): Promise<TicketList> {
  const { rows: opened } = await sql<{ now: Date }>`
    UPDATE scanner_devices SET list_first_downloaded_at = coalesce(list_first_downloaded_at, clock_timestamp()) WHERE id = ${scanner.id}
    RETURNING clock_timestamp() AS now`.execute(app.genericPlanDb);
  const [keys, events] = await Promise.all([findOrCreateTicketKeys(app.genericPlanDb), listEvents(app.db, scanner)]);
  const tickets = await listTickets(
    app.db,
    events.map(({ id }) => id),
    since,
  );
  return {
    syncedAt: opened[0]!.now,
    keys: keys.map(({ id, publicKey }) => ({ id, publicKey: publicKey.export({ format: "jwk" }).x! })),
    events,
    tickets: tickets.map((ticket) => ({ ...ticket, code: hashCode(scanner.id, ticket.code) })),
  };
}

/**
 * The form in which a phone stores a code: 96 bits of SHA-256 over the scanner and the code. The phone hashes typed
 * codes, so a hash that somebody reads from the list cannot be typed as a code.
 */
function hashCode(scannerId: string, code: string): string {
  return createHash("sha256").update(`${scannerId} ${code}`).digest().subarray(0, 12).toString("base64url");
}

async function listEvents(db: Queryable, { productId }: Scanner): Promise<TicketList["events"]> {
  const { rows } = await sql<TicketList["events"][number]>`
    SELECT id, name, event_at AS at, event_place AS place FROM products
    WHERE CASE WHEN ${productId}::uuid IS NOT NULL THEN id = ${productId}
      ELSE is_digital AND coalesce(event_at > now() - interval '1 day' * ${LISTED_DAYS_AFTER_START}::int, true) END
    ORDER BY event_at, name`.execute(db);
  return rows;
}

/** The codes in the result are not hashed. */
async function listTickets(db: Queryable, productIds: readonly string[], since: Date | null): Promise<ListedTicket[]> {
  const { rows } = await sql<ListedTicket>`
    SELECT t.id, t.code, s.product_id AS "productId", n.name AS seat, t.number, l.pieces, t.state,
      t.used_at AS "usedAt", t.used_by AS "usedBy"
    FROM sizes s JOIN size_names n ON n.id = s.size_name_id
    JOIN tickets t ON t.size_id = s.id
    JOIN order_lines l ON l.order_id = t.order_id AND l.size_id = t.size_id
    WHERE s.product_id = ANY(${productIds}::uuid[])
      AND t.changed_at > coalesce(${since}::timestamptz - interval '1 second' * ${OVERLAP_SECONDS}::int, '-infinity')`.execute(
    db,
  );
  return rows;
}

export interface CheckInCounts {
  entered: number;
  /** Tickets that were or can still be used. Void tickets are excluded. */
  total: number;
}

/** How many people entered, and how many are expected. */
export async function countCheckIns(db: Queryable, scanner: Scanner): Promise<CheckInCounts> {
  const { rows } = await sql<CheckInCounts>`
    SELECT count(*) FILTER (WHERE t.state = 'USED') AS entered, count(*) AS total
    FROM products p JOIN sizes s ON s.product_id = p.id JOIN tickets t ON t.size_id = s.id
    WHERE t.state <> 'VOID' AND CASE WHEN ${scanner.productId}::uuid IS NOT NULL THEN p.id = ${scanner.productId}
      ELSE p.is_digital AND coalesce(p.event_at > now() - interval '1 day' * ${LISTED_DAYS_AFTER_START}::int, true) END`.execute(
    db,
  );
  return rows[0]!;
}
