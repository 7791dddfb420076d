import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import { summarizePayments, type OrderFlag, type PaymentState } from "../../domain/payment.ts";
import type { CodedSize } from "../../domain/scanned-code.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { paymentsOf } from "../order-money/queries.ts";

/** The id of an order's shop. Pages check the permission in this shop before they show the order. */
export async function findShopIdOfOrder(db: Queryable, orderId: string): Promise<string | undefined> {
  if (!isId(orderId)) return undefined;
  const order = await db.selectFrom("orders").select("shop_id").where("id", "=", orderId).executeTakeFirst();
  return order?.shop_id;
}

export interface PaymentForStaff {
  id: string;
  /** The payment provider. 'shop': staff confirmed the payment. */
  provider: string;
  providerPaymentId: string;
  state: PaymentState;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  method: string;
  /** The number of monthly payments that the payer chose. Null if the payment is not by card. */
  installments: number | null;
  rawStatus: string;
  cents: number;
  refundedCents: number;
  actor: string;
  createdAt: Date;
  paidAt: Date | null;
  /** All refunds through the provider. `failure`: why the provider refused it. */
  refunds: {
    id: string;
    cents: number;
    state: "ASKED" | "DONE" | "FAILED";
    reason: string;
    actor: string;
    failure: string | null;
  }[];
}

export interface OrderMoney {
  expectedCents: number;
  /** The money that was paid and not refunded. */
  paidCents: number;
  refundedCents: number;
  missingCents: number;
  surplusCents: number;
  payments: PaymentForStaff[];
  flags: { flag: OrderFlag; openedAt: Date }[];
}

/** All the money of an order, including that of the orders joined into it. */
export async function readOrderMoney(
  db: Queryable,
  order: { id: string; status: OrderStatus; grand_total_cents: number },
): Promise<OrderMoney> {
  const storedPayments = await paymentsOf(db, order.id);
  const { paidCents, refundedCents, missingCents, surplusCents } = summarizePayments(
    { status: order.status, grandTotalCents: order.grand_total_cents },
    storedPayments,
  );
  const { rows: payments } = await sql<PaymentForStaff>`
    SELECT p.id, p.provider, p.provider_payment_id AS "providerPaymentId", p.state, p.kind, p.method, p.installments,
      p.raw_status AS "rawStatus", p.cents, p.refunded_cents AS "refundedCents", p.actor, p.created_at AS "createdAt",
      p.paid_at AS "paidAt",
      (SELECT coalesce(json_agg(json_build_object('id', r.id, 'cents', r.cents, 'state', r.state, 'reason', r.reason,
          'actor', r.actor, 'failure', r.failure) ORDER BY r.created_at), '[]')
        FROM payment_refunds r WHERE r.payment_id = p.id AND r.transfer_refund_id IS NULL) AS refunds
    FROM payments p WHERE p.id = ANY (${storedPayments.map(({ id }) => id)}::uuid[]) ORDER BY p.created_at, p.id`.execute(
    db,
  );
  const flags = await db
    .selectFrom("order_flags")
    .select(["flag", "opened_at as openedAt"])
    .where("order_id", "=", order.id)
    .where("closed_at", "is", null)
    .orderBy("opened_at")
    .execute();
  return {
    expectedCents: order.grand_total_cents,
    paidCents,
    refundedCents,
    missingCents,
    surplusCents,
    payments,
    flags,
  };
}

/** An order's history with its actors, the newest first. */
export function listOrderHistory(
  db: Queryable,
  orderId: string,
): Promise<{ id: number; status: string; actor: string; reason: string; at: Date }[]> {
  return db
    .selectFrom("order_events")
    .select(["id", "to_status as status", "actor", "reason", "at"])
    .where("order_id", "=", orderId)
    .orderBy("id", "desc")
    .execute();
}

/** All sizes of these products with their available stock, for changing the size of a line. */
export async function listSizesOfProducts(
  db: Queryable,
  productIds: readonly string[],
): Promise<{ id: string; productId: string; name: string; available: number }[]> {
  const { rows } = await sql<{ id: string; productId: string; name: string; available: number }>`
    SELECT s.id, s.product_id AS "productId", n.name, s.available FROM sizes s JOIN size_names n ON n.id = s.size_name_id
    WHERE s.product_id = ANY (${productIds}::uuid[]) ORDER BY n.position, n.name`.execute(db);
  return rows;
}

/** The codes that a scanner reads on the pieces of an order. */
export async function listCodesOfOrder(db: Queryable, orderId: string): Promise<CodedSize[]> {
  const { rows } = await sql<CodedSize>`
    SELECT s.id AS "sizeId", s.sku, s.gtin FROM order_lines l JOIN sizes s ON s.id = l.size_id
    WHERE l.order_id = ${orderId}`.execute(db);
  return rows;
}

/**
 * The order's status, and the last change since the newest log entry that this member of staff saw (`seen`), if another
 * person made one. It explains why the second of two concurrent moves is refused.
 */
export async function findConcurrentChange(
  db: Queryable,
  orderId: string,
  { seen: newestSeenId, memberId }: { seen: number; memberId: string },
): Promise<{ status: OrderStatus; change: { actor: string; action: string; at: Date } | null }> {
  const { status } = await db.selectFrom("orders").select("status").where("id", "=", orderId).executeTakeFirstOrThrow();
  const change = await db
    .selectFrom("change_log")
    .select(["actor", "action", "at"])
    .where("object_kind", "=", "order")
    .where("object_id", "=", orderId)
    .where("id", ">", newestSeenId)
    .where("member_id", "is distinct from", memberId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { status, change: change ?? null };
}
