import { sql, type RawBuilder } from "kysely";
import type { UnpaidCap, UnpaidVerdict } from "../../domain/holding-caps.ts";
import type { Db } from "../db/connect.ts";
import type { Buyer } from "../holding/shopper.ts";
import type { Actor } from "../change-log/change-log.ts";
import { jobSql } from "../jobs/enqueue.ts";

/** An order with all its rows, figures frozen, as the checkout decided it. Snake case: these are the columns. */
export interface NewOrder {
  order: Record<string, unknown> & { id: string };
  lines: Record<string, unknown>[];
  actor: string;
  /** The member of the back office who took it; null for a shopper's own. */
  by: Actor | null;
  /** The code that a presale order is placed with; null for a normal one. */
  use: CodeUse | null;
  /** Whose caps on what is unpaid bind; null: staff, whom none binds. */
  buyer: Buyer | null;
  /** Opens the order without a session, for the link in its mail. */
  key: string;
}

/** What an order takes of its access code. */
export interface CodeUse {
  code: string;
  /** Pieces that have to be made, and how many in all a code may order. */
  madeToOrder: number;
  madeToOrderCap: number;
}

/**
 * Writes the order in one statement, which is one transaction: the cart becomes `ordered`, the order with its lines,
 * its first history row, the sale in the stock ledger, the use of its access code and the job that mails it. All of it
 * hangs on `ready` and `used`: a cart that is no longer active, has expired by the database's clock or changed since
 * version `cartVersion` was read, or a code that opens nothing any more, yields no row, and nothing is written. Answers
 * the reference, or undefined then. What the buyer has unpaid is counted under a lock (`lock_unpaid`); a cap that the order
 * would pass is the answer, and nothing is written.
 *
 * The cart is found by its id alone and judged once locked: with its state in the search, the planner may read all of
 * `carts_expiring` instead (27 ms among 60,000 carts, against 1).
 */
export async function placeOrder(
  db: Db,
  cart: { id: string; version: number },
  { order, lines, actor, by, key, use, buyer }: NewOrder,
): Promise<number | UnpaidVerdict | undefined> {
  const { rows } = await sql<{ reference: number | null; full: UnpaidVerdict | null }>`
    WITH found AS MATERIALIZED (
      SELECT id, state, version, expires_at, address_hash, device_hash FROM carts WHERE id = ${cart.id} FOR NO KEY UPDATE
    ), live AS MATERIALIZED (
      SELECT * FROM found WHERE state = 'active' AND version = ${cart.version} AND expires_at > clock_timestamp()
    ), judged AS MATERIALIZED (
      ${buyer ? checkUnpaid(buyer, order) : sql`SELECT id, NULL::bytea AS address_key, NULL::bytea AS device_key, NULL AS "full" FROM live`}
    ), ready AS MATERIALIZED (
      SELECT id FROM judged WHERE "full" IS NULL
    ), used AS (
      ${use ? takeUse(use) : sql`SELECT 1`}
    ), taken AS (
      UPDATE carts c SET state = 'ordered', version = c.version + 1 FROM ready
      WHERE c.id = ready.id AND EXISTS (SELECT FROM used)
      RETURNING c.id
    ), placed AS (
      INSERT INTO orders (${sql.join(ORDER_COLUMNS.map((name) => sql.ref(name)))}, address_hash, device_hash)
      SELECT ${sql.join(ORDER_COLUMNS.map((name) => sql.ref(`o.${name}`)))}, judged.address_key, judged.device_key
      FROM taken JOIN judged USING (id), jsonb_populate_record(NULL::orders, ${JSON.stringify(order)}::jsonb) o
      RETURNING id, reference, status
    ), lined AS (
      INSERT INTO order_lines
      SELECT l.* FROM placed, jsonb_populate_recordset(NULL::order_lines, ${JSON.stringify(lines)}::jsonb) l
    ), told AS (
      INSERT INTO order_events (order_id, from_status, to_status, actor, reason)
      SELECT id, 'NEW', status, ${actor}, 'Pedido creado' FROM placed
    ), sold AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
      SELECT l.size_id, -l.held, 'sale', 'Pedido ' || placed.reference, ${actor}, placed.id
      FROM placed, jsonb_populate_recordset(NULL::order_lines, ${JSON.stringify(lines)}::jsonb) l WHERE l.held > 0
    ), logged AS (
      ${by ? logPlacing(by) : sql`SELECT 1`}
    ), mailed AS (
      SELECT ${jobSql("mail_order_created", { orderId: sql`id`, key })}
      FROM placed)
    SELECT "full", (SELECT reference FROM placed) AS reference FROM judged, (SELECT count(*) FROM mailed) m`.execute(
    db,
  );
  return rows[0]?.full ?? rows[0]?.reference ?? undefined;
}

/**
 * The cap that the order would pass, if any. The order counts for where its cart was begun, so that what one source holds
 * stays the same when a cart becomes an order.
 */
function checkUnpaid({ caps, addressHash, deviceHash }: Buyer, order: NewOrder["order"]): RawBuilder<unknown> {
  const { customer_id: customerId, customer_phone: phone, customer_email: mailbox, payment_method: method } = order;
  const pieces = sql`${order.pieces}::int`;
  const passes = (count: string, sum: string, cap: UnpaidCap) =>
    sql`${sql.ref(count)} + 1 > ${cap.orders}::int OR ${sql.ref(sum)} + ${pieces} > ${cap.pieces}::int`;
  const transfer = method === "TB" ? caps.transfer : null;
  const alone = (cap: UnpaidCap | null) => (cap ? sql`${pieces} > ${cap.pieces}::int` : sql`false`);
  return sql`
    SELECT l.id, l.address_key, l.device_key, CASE
      WHEN ${alone(transfer)} OR u.transfers THEN 'TRANSFERS'
      WHEN ${alone(caps.person)} OR u.person THEN 'PERSON'
      WHEN ${alone(caps.address)} OR u.address THEN 'ADDRESS' END AS "full"
    FROM (SELECT id, coalesce(address_hash, ${addressHash}) AS address_key, coalesce(device_hash, ${deviceHash}) AS device_key
      FROM live) l,
    LATERAL (
      SELECT
        coalesce(bool_or(known_by <> 'address' AND (${transfer ? passes("transfers", "transfer_pieces", transfer) : sql`false`})), false) AS transfers,
        coalesce(bool_or(known_by <> 'address' AND (${passes("orders", "pieces", caps.person)})), false) AS person,
        coalesce(bool_or(known_by = 'address' AND (${passes("orders", "pieces", caps.address)})), false) AS address
      FROM lock_unpaid(${customerId}::uuid, ${phone}::text, ${mailbox}::text, l.address_key)) u`;
}

/** What `logChange` writes, in the order's own statement. */
function logPlacing(by: Actor): RawBuilder<unknown> {
  return sql`
    INSERT INTO change_log (member_id, who, act, object_kind, object_id, after, address)
    SELECT ${by.memberId}::uuid, ${by.name}, 'order-place', 'order', id::text, jsonb_build_object('status', status),
      ${by.address}
    FROM placed`;
}

/** The guard of a code's last use: whoever waited for its row is judged by what he finds there then. */
function takeUse({ code, madeToOrder, madeToOrderCap }: CodeUse): RawBuilder<unknown> {
  return sql`
    UPDATE access_codes a SET uses = a.uses + 1, made_to_order = a.made_to_order + ${madeToOrder}
    FROM ready, presales p
    WHERE a.code = ${code} AND p.id = a.presale_id AND clock_timestamp() BETWEEN p.starts_at AND p.ends_at
      AND a.revoked_at IS NULL AND coalesce(a.ends_at > clock_timestamp(), true) AND coalesce(a.uses < a.max_uses, true)
      AND (${madeToOrder}::int = 0 OR a.made_to_order + ${madeToOrder} <= ${madeToOrderCap}::int)
    RETURNING a.code`;
}

const ORDER_COLUMNS = [
  "id",
  "key_hash",
  "shop_id",
  "cart_id",
  "customer_id",
  "checkout_key",
  "status",
  "is_presale",
  "presale_id",
  "access_code",
  "delivers_on",
  "payment_method",
  "pieces",
  "is_wholesale",
  "subtotal_cents",
  "packaging_cents",
  "packaging_price_cents",
  "shipping_cents",
  "extra_shipping_cents",
  "insurance_cents",
  "total_cents",
  "online_fee_cents",
  "grand_total_cents",
  "head_office_total_cents",
  "carrier_id",
  "carrier_name",
  "carrier_description",
  "insurance_rate_bps",
  "max_pieces",
  "piece_cents",
  "online_fee_rate_bps",
  "online_fee_base_cents",
  "customer_name",
  "customer_last_name",
  "customer_phone",
  "customer_email",
  "address_id",
  "address",
  "terms_version",
  "terms_accepted_at",
  "pay_by",
  "created_at",
];
