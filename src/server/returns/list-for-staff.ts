import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { ReturnReason, ReturnState, ReturnParcelState } from "../../domain/return.ts";
import type { Queryable } from "../db/connect.ts";

/** A return in the panel's list. */
export interface ListedReturn {
  id: string;
  number: number;
  orderId: string;
  orderReference: number;
  shopId: string;
  shop: string;
  customerName: string;
  state: ReturnState;
  requestedAt: Date;
  /** When the customer sent the pieces back. Null if not known. */
  sentBackAt: Date | null;
  wayBackState: ReturnParcelState | null;
  pieces: number;
  /** Whether pieces are exchanged, and whether pieces are refunded. Both may be true. */
  hasExchange: boolean;
  hasRefund: boolean;
  reasons: ReturnReason[];
  /** The pieces and names of its lines: "2 × Playera Rojo T: M, 1 × Gorra". */
  names: string;
  refundCents: Cents;
  /** The part of a settled return's refund that still must be paid. */
  unpaidCents: Cents;
}

interface Filter {
  shops: "all" | readonly string[];
  /** `toSettle`: returns that have arrived, and settled returns with a refund that failed or was withdrawn. */
  state?: ReturnState | "toSettle";
  reason?: ReturnReason;
  /** Words that all must be in the return's or order's number, the customer's name or the names of the products. */
  term: string;
  /** The number of the last return of the previous page. */
  after?: number;
  limit?: number;
}

/** A page of returns, newest first. `next` is the `after` of the next page. */
export async function listReturnsForStaff(
  db: Queryable,
  { shops, state, reason, term, after, limit = 50 }: Filter,
): Promise<{ returns: ListedReturn[]; next: number | null }> {
  const conditions = [shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`];
  if (state === "toSettle") conditions.push(sql`(r.state = 'RECEIVED' OR return_unpaid_cents(r) > 0)`);
  else if (state) conditions.push(sql`r.state = ${state}`);
  if (after !== undefined) conditions.push(sql`r.number < ${after}`);
  if (reason)
    conditions.push(sql`EXISTS (SELECT FROM return_lines x WHERE x.return_id = r.id AND x.reason = ${reason})`);
  for (const word of term.trim().split(/\s+/).filter(Boolean)) {
    conditions.push(sql`plain_text(concat_ws(' ', r.number, o.reference, o.customer_name, o.customer_last_name,
      (SELECT string_agg(x.name, ' ') FROM return_lines x WHERE x.return_id = r.id)))
      LIKE '%' || plain_text(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`);
  }
  const { rows } = await sql<ListedReturn>`
    SELECT r.id, r.number, r.order_id AS "orderId", o.reference AS "orderReference", s.id AS "shopId", s.name AS shop,
      o.customer_name || ' ' || o.customer_last_name AS "customerName", r.state, r.requested_at AS "requestedAt",
      r.sent_back_at AS "sentBackAt", r.way_back_state AS "wayBackState",
      l.pieces::int AS pieces, l.is_exchange AS "hasExchange", l.is_refund AS "hasRefund", l.reasons, l.names,
      r.refund_cents AS "refundCents", return_unpaid_cents(r) AS "unpaidCents"
    FROM returns r JOIN orders o ON o.id = r.order_id JOIN shops s ON s.id = o.shop_id
    CROSS JOIN LATERAL (SELECT sum(pieces) AS pieces, bool_or(wish = 'EXCHANGE') AS is_exchange,
      bool_or(wish = 'REFUND') AS is_refund, array_agg(DISTINCT reason) AS reasons,
      string_agg(pieces || ' × ' || name, ', ' ORDER BY position) AS names
      FROM return_lines WHERE return_id = r.id) l
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY r.number DESC LIMIT ${limit + 1}`.execute(db);
  const returns = rows.slice(0, limit);
  return { returns, next: rows.length > limit ? returns.at(-1)!.number : null };
}
