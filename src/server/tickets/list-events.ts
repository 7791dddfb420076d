import { sql } from "kysely";
import type { TicketState } from "../../domain/ticket-state.ts";
import type { Db, Queryable } from "../db/connect.ts";

const PAGE_SIZE = 50;

/** A DIGITAL product with the states of its tickets. */
export interface ListedEvent {
  id: string;
  name: string;
  at: Date | null;
  place: string | null;
  isPublished: boolean;
  /** Tickets that can still be sold. */
  available: number;
  validCount: number;
  usedCount: number;
  voidCount: number;
}

const SELECT_EVENTS = sql`
  SELECT p.id, p.name, p.event_at AS at, p.event_place AS place, p.is_published AS "isPublished",
    (SELECT coalesce(sum(s.available), 0)::int FROM sizes s
      WHERE s.product_id = p.id AND NOT s.is_hidden) AS available,
    t.valid AS "validCount", t.used AS "usedCount", t.void AS "voidCount"
  FROM products p, LATERAL (
    SELECT count(*) FILTER (WHERE t.state = 'VALID') AS valid, count(*) FILTER (WHERE t.state = 'USED') AS used,
      count(*) FILTER (WHERE t.state = 'VOID') AS void
    FROM tickets t WHERE t.size_id IN (SELECT s.id FROM sizes s WHERE s.product_id = p.id)) t`;

/**
 * At most 200 events: first the upcoming ones and those that began in the last 24 hours, earliest first, then those
 * without a date, then older ones, newest first.
 */
export async function listEvents(db: Db): Promise<ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    ${SELECT_EVENTS} WHERE p.is_digital
    ORDER BY CASE WHEN p.event_at > now() - interval '1 day' THEN 0 WHEN p.event_at IS NULL THEN 1 ELSE 2 END,
      CASE WHEN p.event_at > now() - interval '1 day' THEN p.event_at END, p.event_at DESC, p.name, p.id
    LIMIT 200`.execute(db);
  return rows;
}

export async function findEvent(db: Db, productId: string): Promise<ListedEvent | undefined> {
  const { rows } = await sql<ListedEvent>`${SELECT_EVENTS} WHERE p.is_digital AND p.id = ${productId}`.execute(db);
  return rows[0];
}

/** A ticket as staff look it up. Its code allows entry, so it is shown only to staff who manage the entrance. */
export interface EventTicket {
  id: string;
  code: string;
  seat: string;
  number: number;
  pieces: number;
  holder: string;
  orderId: string;
  reference: number;
  state: TicketState;
  usedAt: Date | null;
  usedBy: string | null;
}

export interface TicketQuery {
  productId: string;
  /** A part of the holder's name, a code or its first characters, or an order's number. */
  term: string;
  state?: TicketState | undefined;
  /** The id of the last ticket of the previous page. */
  after?: string | undefined;
}

/** An event's tickets, the newest first. */
export async function listTickets(
  db: Queryable,
  query: TicketQuery,
  limit = PAGE_SIZE,
): Promise<{ tickets: EventTicket[]; next: string | null }> {
  const { productId, term, state, after } = query;
  // A code contains no O, I or L. Staff who type them mean 0 and 1.
  const code = term
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
    .replaceAll(/[^0-9A-Z]/g, "");
  const reference = /^#?(\d{1,15})$/.exec(term)?.[1];
  const termConditions = [
    sql`strpos(plain_text(t.holder), plain_text(${term})) > 0`,
    sql`t.code LIKE ${`${code || "-"}%`}`,
    ...(reference ? [sql`o.reference = ${Number(reference)}`] : []),
  ];
  const { rows } = await sql<EventTicket>`
    SELECT t.id, t.code, n.name AS seat, t.number, l.pieces, t.holder, t.order_id AS "orderId", o.reference, t.state,
      t.used_at AS "usedAt", t.used_by AS "usedBy"
    FROM tickets t JOIN orders o ON o.id = t.order_id
    JOIN order_lines l ON l.order_id = t.order_id AND l.size_id = t.size_id
    JOIN sizes s ON s.id = t.size_id JOIN size_names n ON n.id = s.size_name_id
    WHERE t.size_id IN (SELECT id FROM sizes WHERE product_id = ${productId})
      AND ${term === "" ? sql`true` : sql`(${sql.join(termConditions, sql` OR `)})`}
      AND ${state === undefined ? sql`true` : sql`t.state = ${state}`}
      AND ${
        after === undefined
          ? sql`true`
          : sql`(t.issued_at, t.id) < (SELECT x.issued_at, x.id FROM tickets x WHERE x.id = ${after})`
      }
    ORDER BY t.issued_at DESC, t.id DESC LIMIT ${limit + 1}`.execute(db);
  return { tickets: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.id : null };
}

/** All of an event's tickets, in batches of 2,000. */
export async function* iterateTickets(db: Queryable, productId: string): AsyncGenerator<EventTicket> {
  let after: string | undefined;
  for (;;) {
    const { tickets, next } = await listTickets(db, { productId, term: "", after }, 2_000);
    yield* tickets;
    if (next === null) return;
    after = next;
  }
}
