import { sql, type RawBuilder } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { OrderFlag } from "../../domain/payment.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import { customerMatchesWithTypos } from "../customers/customer-matches.ts";
import type { Queryable } from "../db/connect.ts";
import { readReference, readOrderSearch, type OrderSearch } from "./read-order-search.ts";

/** The filters of staff's list of orders. Null and empty mean no filter. */
export interface OrderListQuery {
  /** The shops whose orders the member of staff may see. */
  shops: "all" | readonly string[];
  /** The text that staff typed (read-order-search.ts). Empty: no search. */
  term: string;
  statuses: readonly OrderStatus[];
  shopId: string | null;
  method: PaymentMethod | null;
  /** Orders with this open flag, or with any open flag. */
  flag: OrderFlag | "any" | null;
  /** Only orders with a transfer receipt that staff have not answered. */
  isReceiptWaiting: boolean;
  carrierId: string | null;
  /** Placed at or after this time. */
  from: Date | null;
  /** Placed before this time. */
  before: Date | null;
  isPresale: boolean | null;
  /** Oldest orders first. The default is newest first. */
  isOldestFirst?: boolean;
}

/** A row of the list. Amounts are in centavos. */
export interface ListedOrder {
  id: string;
  reference: number;
  createdAt: Date;
  shopId: string;
  customer: string;
  status: OrderStatus;
  isPresale: boolean;
  /** It charges the difference of an exchange (rule RETURN-13). */
  chargesDifference: boolean;
  method: PaymentMethod;
  grandTotalCents: number;
  pieces: number;
  carrier: string | null;
  trackingNumber: string | null;
  /** The approved payments less their refunds, also those of the orders joined into it. */
  paidCents: number;
  /** The refunded part of all payments. */
  refundedCents: number;
  /**
   * The highest number of monthly payments of its card payments that were approved, also if refunded or disputed since,
   * and of those of the orders joined into it. Null if it has none.
   */
  installments: number | null;
  /** A payment is under way. */
  hasPendingPayment: boolean;
  isReceiptWaiting: boolean;
  flags: OrderFlag[];
}

/**
 * A page of orders, newest first unless requested otherwise. `afterReference` is the reference of the previous page's
 * last order. `nextAfterReference` is its value for the next page, or null at the end. The newest order has the highest
 * reference, so the index on the reference returns the orders sorted. If the term is an order number, that order comes
 * first and on no other page: the first page may have one order more than `limit`. If nothing matches, the page has
 * the orders of customers whose data match if each word may have one typing mistake.
 */
export async function listOrdersForStaff(
  db: Queryable,
  query: OrderListQuery,
  { afterReference, limit }: { afterReference: number | null; limit: number },
): Promise<{ orders: ListedOrder[]; nextAfterReference: number | null }> {
  const typedReference = readReference(query.term);
  const ordersOfTypedReference =
    typedReference === null || afterReference !== null
      ? []
      : await readPage(db, { ...query, term: `#${typedReference}` }, { afterReference: null, limit: 1 });
  const matchesWithoutTypos = await readPage(db, query, {
    afterReference,
    limit: limit + 1,
    exceptReference: typedReference,
  });
  const foundOrders =
    matchesWithoutTypos.length + ordersOfTypedReference.length > 0
      ? matchesWithoutTypos
      : await readPageWithTypos(db, query, { afterReference, limit: limit + 1 });
  const orders = foundOrders.slice(0, limit);
  return {
    orders: [...ordersOfTypedReference, ...orders],
    nextAfterReference: foundOrders.length > limit ? orders.at(-1)!.reference : null,
  };
}

/** Every order of the list. One page is in memory at a time. */
export async function* eachOrderForStaff(db: Queryable, query: OrderListQuery): AsyncGenerator<ListedOrder> {
  const PAGE_SIZE = 500;
  let read = readPage;
  for (let afterReference: number | null = null; ;) {
    let orders = await read(db, query, { afterReference, limit: PAGE_SIZE });
    if (orders.length === 0 && afterReference === null)
      orders = await (read = readPageWithTypos)(db, query, { afterReference, limit: PAGE_SIZE });
    yield* orders;
    if (orders.length < PAGE_SIZE) return;
    afterReference = orders.at(-1)!.reference;
  }
}

interface PageRequest {
  afterReference: number | null;
  limit: number;
  /** The reference of an order to leave out, because the first page starts with it. Null or undefined: nothing. */
  exceptReference?: number | null;
}

async function readPage(db: Queryable, query: OrderListQuery, page: PageRequest): Promise<ListedOrder[]> {
  const statement = buildOrdersStatement(query, page);
  return statement === null ? [] : (await statement.execute(db)).rows;
}

/** The orders of customers whose data match the term if each of its words may have one typing mistake. */
async function readPageWithTypos(db: Queryable, query: OrderListQuery, page: PageRequest): Promise<ListedOrder[]> {
  const matches = customerMatchesWithTypos(query.term);
  if (matches === null) return [];
  const matchesCustomerWithTypos = sql`o.customer_id IN (SELECT c.id FROM customers c WHERE ${matches})`;
  const { rows } = await buildPageStatement({ ...query, term: "" }, page, {
    source: sql`orders o`,
    condition: matchesCustomerWithTypos,
  }).execute(db);
  return rows;
}

/** The statement of one page. It is exported for the test of its plan. Null if nothing can match. */
export function buildOrdersStatement(query: OrderListQuery, page: PageRequest): RawBuilder<ListedOrder> | null {
  const search = readOrderSearch(query.term);
  if (search === null) return query.term === "" ? buildPageStatement(query, page, { source: sql`orders o` }) : null;
  return buildPageStatement(query, page, searchClausesOf(search));
}

interface SearchClauses {
  /** A FROM clause with the orders as `o`. */
  source: RawBuilder<unknown>;
  condition?: RawBuilder<unknown>;
}

function searchClausesOf({ reference, tsquery, trackingPart }: OrderSearch): SearchClauses {
  if (tsquery === null) return { source: sql`orders o`, condition: sql`o.reference = ${reference}` };
  if (trackingPart === null) {
    const source = sql`orders o JOIN order_search s ON s.reference = o.reference`;
    return { source, condition: sql`s.words @@ ${tsquery}::tsquery` };
  }
  const condition = sql`o.reference IN (
    SELECT s.reference FROM order_search s WHERE s.words @@ ${tsquery}::tsquery
    UNION SELECT t.reference FROM orders t WHERE alphanumeric_text(t.tracking_number) LIKE ${`%${trackingPart}%`})`;
  return { source: sql`orders o`, condition };
}

function buildPageStatement(
  query: OrderListQuery,
  { afterReference, limit, exceptReference = null }: PageRequest,
  { source, condition }: SearchClauses,
): RawBuilder<ListedOrder> {
  const conditions = conditionsOf(query);
  const direction = query.isOldestFirst ? sql`ASC` : sql`DESC`;
  if (afterReference !== null)
    conditions.push(query.isOldestFirst ? sql`o.reference > ${afterReference}` : sql`o.reference < ${afterReference}`);
  if (exceptReference !== null) conditions.push(sql`o.reference <> ${exceptReference}`);
  if (condition) conditions.push(condition);
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
  return sql<ListedOrder>`
    SELECT page.id, page.reference, page.created_at AS "createdAt", page.shop_id AS "shopId",
      page.customer_name || ' ' || page.customer_last_name AS customer, page.status, page.is_presale AS "isPresale",
      page.return_id IS NOT NULL AS "chargesDifference",
      page.payment_method AS method, page.grand_total_cents AS "grandTotalCents", page.pieces, page.carrier_name AS carrier,
      page.tracking_number AS "trackingNumber", coalesce(money.paid, 0)::bigint AS "paidCents",
      coalesce(money.refunded, 0)::bigint AS "refundedCents",
      coalesce(money.pending, false) AS "hasPendingPayment", money.installments,
      EXISTS (SELECT FROM transfer_receipts r WHERE r.order_id = page.id AND r.state = 'SUBMITTED') AS "isReceiptWaiting",
      coalesce((SELECT json_agg(f.flag ORDER BY f.opened_at, f.flag) FROM order_flags f
        WHERE f.order_id = page.id AND f.closed_at IS NULL), '[]') AS flags
    FROM (SELECT o.* FROM ${source} WHERE ${where} ORDER BY o.reference ${direction} LIMIT ${limit}) page,
    LATERAL (
      WITH RECURSIVE family AS (
        SELECT page.id UNION ALL SELECT j.id FROM orders j JOIN family f ON j.joined_into_id = f.id)
      SELECT sum(p.cents - p.refunded_cents) FILTER (WHERE p.state = 'APPROVED') AS paid,
        sum(p.refunded_cents) AS refunded,
        max(p.installments) FILTER (WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')) AS installments,
        bool_or(p.state IN ('PENDING', 'IN_REVIEW')) AS pending
      FROM payments p JOIN family f ON f.id = p.order_id) money
    ORDER BY page.reference ${direction}`;
}

function conditionsOf(query: OrderListQuery): RawBuilder<unknown>[] {
  const { shops, statuses, shopId, method, flag, isReceiptWaiting, carrierId, from, before, isPresale } = query;
  const conditions: RawBuilder<unknown>[] = [];
  if (shops !== "all") conditions.push(sql`o.shop_id = ANY (${shops}::uuid[])`);
  if (shopId !== null) conditions.push(sql`o.shop_id = ${shopId}`);
  if (statuses.length > 0) conditions.push(sql`o.status = ANY (${statuses}::text[])`);
  if (method !== null) conditions.push(sql`o.payment_method = ${method}`);
  if (flag !== null) {
    const filter = flag === "any" ? sql`true` : sql`f.flag = ${flag}`;
    conditions.push(sql`o.id IN (SELECT f.order_id FROM order_flags f WHERE f.closed_at IS NULL AND ${filter})`);
  }
  if (isReceiptWaiting) {
    conditions.push(sql`o.id IN (SELECT r.order_id FROM transfer_receipts r WHERE r.state = 'SUBMITTED')`);
  }
  if (carrierId !== null) conditions.push(sql`o.carrier_id = ${carrierId}`);
  if (from !== null) conditions.push(sql`o.created_at >= ${from}`);
  if (before !== null) conditions.push(sql`o.created_at < ${before}`);
  if (isPresale !== null) conditions.push(isPresale ? sql`o.is_presale` : sql`NOT o.is_presale`);
  return conditions;
}
