import { sql, type Insertable, type RawBuilder } from "kysely";
import type { UnpaidCap, ExceededUnpaidCap } from "../../domain/holding-caps.ts";
import type { Db } from "../db/connect.ts";
import { insertSelect, type SelectedValues } from "../db/insert-select.ts";
import type { Schema } from "../db/schema.ts";
import type { Buyer } from "../holding/shopper.ts";
import type { Actor } from "../change-log/change-log.ts";
import { SHOPPING_NOW } from "../cart/shopping-heartbeat.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { KeyAlreadyUsed } from "../http/idempotency.ts";
import { insertAnsweredCallSql, type AnsweredCall } from "../http/idempotency-store.ts";
import type { OrderInputs } from "./order-inputs.ts";

/**
 * A row of `orders`, possibly with its reference. It has no source: the statement takes the source from the cart, or
 * from the buyer.
 */
export type NewOrderRow = Omit<Insertable<Schema["orders"]>, "ip_hash" | "device_hash">;

/** An order with all its rows and final figures, as the checkout decided it. Snake case: these are the columns. */
export interface NewOrder {
  order: NewOrderRow;
  /** At least one. All have the same columns. */
  lines: Insertable<Schema["order_lines"]>[];
  /** The discounts of promotions and of staff. */
  discounts: NewOrderDiscount[];
  actor: string;
  /** The member of staff who placed it. Null for a customer's own order. */
  by: Actor | null;
  /** The use of the access code of a presale order. Null for a normal order. */
  codeUse: CodeUse | null;
  /** The customer whose caps on unpaid orders apply. Null for staff, for whom no caps apply. */
  buyer: Buyer | null;
  /** What the figures were computed from, for the order's snapshot. */
  inputs: OrderInputs;
  /** The point where the order is collected. Null for an order that is sent. */
  pickup: { pointId: string; collector: string | null; code: string } | null;
  /** Opens the order without a session, through the link in its email. */
  key: string;
  /**
   * The call that places the order, and its answer, which are stored with it. Absent for an order with limited
   * promotions or an access code: `placeOrderAndRecordUses` stores the call once it is known that they can be used.
   */
  answeredCall?: AnsweredCall;
}

/** A row of `order_discounts` as JSON. */
export type NewOrderDiscount = Omit<Insertable<Schema["order_discounts"]>, "cents_by_size_id"> & {
  cents_by_size_id: Record<string, number>;
};

/** What an order uses of its access code. */
export interface CodeUse {
  code: string;
  /** The pieces of this order that are made to order. */
  madeToOrderPieces: number;
  /** The maximum of pieces made to order in all orders with the code. */
  madeToOrderCap: number;
}

/**
 * Stores the order with all its parts in one statement, which is one transaction, and ends the cart. Returns the
 * reference. Nothing is written in the other cases. Returns undefined if the cart is no longer active, has expired or
 * has changed since `version` was read, or if the code may no longer be used for the order. Returns the cap that the
 * order would exceed. Throws `KeyAlreadyUsed` if the call's key was used before.
 */
export async function placeOrder(
  db: Db,
  cart: { id: string; version: number },
  { order, lines, discounts, actor, by, key, codeUse, buyer, inputs, pickup, answeredCall }: NewOrder,
): Promise<number | ExceededUnpaidCap | undefined> {
  // The cart is found by its id alone, and its state is checked once it is locked. With the state in the search
  // condition, the planner may read all of `carts_expiring` instead (27 ms with 60,000 carts, against 1 ms). All parts
  // depend on rows in `ready` and `used`. The buyer's unpaid orders are counted under a lock (`lock_unpaid_orders`).
  const { rows } = await sql<PlacingRow>`
    WITH found AS MATERIALIZED (
      SELECT id, state, version, expires_at, ip_hash, device_hash, held FROM carts WHERE id = ${cart.id} FOR NO KEY UPDATE
    ), live AS MATERIALIZED (
      SELECT * FROM found WHERE state = 'active' AND version = ${cart.version} AND expires_at > ${SHOPPING_NOW}
    ), checked AS MATERIALIZED (
      ${buyer ? checkUnpaidSql(buyer, order) : sql`SELECT id, NULL::bytea AS address_key, NULL::bytea AS device_key, NULL AS exceeded_cap FROM live`}
    ), called AS MATERIALIZED (
      ${answeredCall ? insertAnsweredCallSql(answeredCall, sql`checked WHERE exceeded_cap IS NULL`) : sql`SELECT 1`}
    ), ready AS MATERIALIZED (
      SELECT id FROM checked WHERE exceeded_cap IS NULL AND EXISTS (SELECT FROM called)
    ), used AS (
      ${codeUse ? countCodeUseSql(codeUse) : sql`SELECT 1`}
    ), ended_cart AS (
      UPDATE carts c SET state = 'ordered', version = c.version + 1 FROM ready
      WHERE c.id = ready.id AND EXISTS (SELECT FROM used)
      RETURNING c.id
    ), placed AS (
      ${insertSelect(
        "orders",
        {
          ...order,
          ip_hash: sql`checked.address_key`,
          device_hash: sql`checked.device_key`,
          held: sql`CASE WHEN checked.address_key IS NULL THEN 0 ELSE live.held END`,
        },
        sql`ended_cart JOIN checked USING (id) JOIN live USING (id)`,
      )}
      RETURNING id, reference, status
    ), inserted_snapshot AS (
      ${insertSelect(
        "order_snapshots",
        {
          order_id: sql`id`,
          reference: sql`reference`,
          customer_id: order.customer_id,
          inputs: JSON.stringify(inputs),
        },
        sql`placed`,
      )}
    ), inserted_lines AS (
      ${insertSelect("order_lines", { ...columnsOf(lines), cost_cents: COST_NOW }, sql`placed, ${rowsOf(lines)}`)}
      RETURNING size_id, held
    ), inserted_discounts AS (
      ${discounts.length > 0 ? insertDiscountsSql(discounts) : sql`SELECT 1`}
    ), inserted_event AS (
      ${insertSelect(
        "order_events",
        {
          order_id: sql`id`,
          from_status: "NEW",
          to_status: sql`status`,
          actor,
          reason: "Pedido creado",
          at: order.created_at,
        },
        sql`placed`,
      )}
    ), inserted_movements AS (
      ${insertSelect(
        "stock_movements",
        {
          size_id: sql`l.size_id`,
          pieces: sql`-l.held`,
          kind: "sale",
          reason: sql`'Pedido ' || placed.reference`,
          actor,
          order_id: sql`placed.id`,
        },
        sql`placed, inserted_lines l WHERE l.held > 0`,
      )}
    ), inserted_pickup AS (
      ${pickup ? insertPickupSql(pickup) : sql`SELECT 1`}
    ), logged AS (
      ${by ? logPlacingSql(by, discounts) : sql`SELECT 1`}
    ), mailed AS (
      ${order.customer_email == null ? sql`SELECT 1` : sql`SELECT ${jobSql("mail_order_created", { orderId: sql`id`, key })} FROM placed`})
    SELECT exceeded_cap, (SELECT reference FROM placed) AS reference, NOT EXISTS (SELECT FROM called) AS key_was_used
    FROM checked, (SELECT count(*) FROM mailed) m`.execute(db);
  if (rows[0]?.exceeded_cap === null && rows[0].key_was_used) throw new KeyAlreadyUsed();
  return rows[0]?.exceeded_cap ?? rows[0]?.reference ?? undefined;
}

interface PlacingRow {
  reference: number | null;
  exceeded_cap: ExceededUnpaidCap | null;
  /** Whether an earlier call used the key. */
  key_was_used: boolean;
}

/**
 * SQL: the cap that the order would exceed, if any. The order counts for the source where its cart was started, so
 * that a source holds the same number of pieces when its cart becomes an order.
 */
function checkUnpaidSql({ caps, ipHash, deviceHash }: Buyer, order: NewOrder["order"]): RawBuilder<unknown> {
  const { customer_id: customerId, customer_phone: phone, customer_email: email, payment_method: method } = order;
  const pieces = sql`${order.pieces}::int`;
  const exceeds = (count: string, sum: string, cap: UnpaidCap) =>
    sql`${sql.ref(count)} + 1 > ${cap.orders}::int OR ${sql.ref(sum)} + ${pieces} > ${cap.pieces}::int`;
  const transferCap = method === "TB" ? caps.transfer : null;
  const exceedsAlone = (cap: UnpaidCap | null) => (cap ? sql`${pieces} > ${cap.pieces}::int` : sql`false`);
  return sql`
    SELECT l.id, l.address_key, l.device_key, CASE
      WHEN ${exceedsAlone(transferCap)} OR u.transfers THEN 'TRANSFERS'
      WHEN ${exceedsAlone(caps.person)} OR u.person THEN 'PERSON'
      WHEN ${exceedsAlone(caps.ip)} OR u.address THEN 'ADDRESS' END AS exceeded_cap
    FROM (SELECT id, coalesce(ip_hash, ${ipHash}) AS address_key, coalesce(device_hash, ${deviceHash}) AS device_key
      FROM live) l,
    LATERAL (
      SELECT
        coalesce(bool_or(known_by <> 'address' AND (${transferCap ? exceeds("transfers", "transfer_pieces", transferCap) : sql`false`})), false) AS transfers,
        coalesce(bool_or(known_by <> 'address' AND (${exceeds("orders", "pieces", caps.person)})), false) AS person,
        coalesce(bool_or(known_by = 'address' AND (${exceeds("orders", "pieces", caps.ip)})), false) AS address
      FROM lock_unpaid_orders(${customerId}::uuid, ${phone}::text, ${email}::text, l.address_key)) u`;
}

function insertDiscountsSql(discounts: readonly NewOrderDiscount[]): RawBuilder<unknown> {
  return sql`INSERT INTO order_discounts
    SELECT d.* FROM placed, jsonb_populate_recordset(NULL::order_discounts, ${JSON.stringify(discounts)}::jsonb) d`;
}

function insertPickupSql({ pointId, collector, code }: NonNullable<NewOrder["pickup"]>): RawBuilder<unknown> {
  return insertSelect(
    "pickups",
    { order_id: sql`id`, point_id: pointId, other_collector_name: collector, code },
    sql`placed`,
  );
}

/** What a piece of the line `l` costs the shop now. */
const COST_NOW = sql`(SELECT p.cost_cents FROM products p WHERE p.id = l.product_id)`;

/** The lines as the rows `l`. */
function rowsOf(lines: NewOrder["lines"]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(NULL::order_lines, ${JSON.stringify(lines)}::jsonb) l`;
}

/** The columns of the rows `l`. */
function columnsOf([line]: NewOrder["lines"]): SelectedValues<"order_lines"> {
  const columns = Object.keys(line!).map((column) => [column, sql.ref(`l.${column}`)]);
  return Object.fromEntries(columns) as SelectedValues<"order_lines">;
}

/** The change log entry of `logChange`, as a part of the order's statement. */
function logPlacingSql(by: Actor, discounts: readonly NewOrderDiscount[]): RawBuilder<unknown> {
  const staffDiscounts = discounts
    .filter(({ promotion_id: id }) => id === null)
    .map(({ label, cents }) => ({ label, cents }));
  return insertSelect(
    "change_log",
    {
      member_id: by.memberId,
      actor: by.name,
      action: "order-place",
      object_kind: "order",
      object_id: sql`id::text`,
      after: sql`jsonb_strip_nulls(jsonb_build_object('status', status, 'discount', ${staffDiscounts.length > 0 ? JSON.stringify(staffDiscounts[0]) : null}::jsonb))`,
      ip: by.ip,
    },
    sql`placed`,
  );
}

/**
 * SQL: counts the use of a code. The WHERE clause is the guard against concurrent orders. A statement that waited for
 * the row's lock checks the row's new values.
 */
function countCodeUseSql({ code, madeToOrderPieces, madeToOrderCap }: CodeUse): RawBuilder<unknown> {
  return sql`
    UPDATE access_codes a SET uses = a.uses + 1, made_to_order_pieces = a.made_to_order_pieces + ${madeToOrderPieces}
    FROM ready, presales p
    WHERE a.code = ${code} AND p.id = a.presale_id AND clock_timestamp() BETWEEN p.starts_at AND p.ends_at
      AND a.revoked_at IS NULL AND coalesce(a.ends_at > clock_timestamp(), true) AND coalesce(a.uses < a.max_uses, true)
      AND (${madeToOrderPieces}::int = 0 OR a.made_to_order_pieces + ${madeToOrderPieces} <= ${madeToOrderCap}::int)
    RETURNING a.code`;
}
