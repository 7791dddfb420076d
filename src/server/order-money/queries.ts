import { sql, type RawBuilder } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { PaymentState } from "../../domain/payment.ts";
import type { PaymentSnapshot } from "../adapters/payments/payment-provider.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { enqueue } from "../jobs/enqueue.ts";

export interface StoredPayment {
  id: string;
  provider: string;
  provider_payment_id: string;
  state: PaymentState;
  cents: number;
  refundedCents: number;
  expires_at: Date | null;
  created_at: Date;
}

/** A subquery for `IN`: the order `o` of the statement and the orders that were joined into it, whose money it gets. */
export const ORDER_AND_JOINED_IDS: RawBuilder<unknown> = sql`(
  WITH RECURSIVE family AS (SELECT o.id UNION ALL SELECT j.id FROM family f JOIN orders j ON j.joined_into_id = f.id)
  SELECT id FROM family)`;

/** An order's payments, with those of the orders that were joined into it: their money counts for this order. */
export async function paymentsOf(db: Queryable, orderId: string): Promise<StoredPayment[]> {
  const { rows } = await sql<StoredPayment>`
    WITH RECURSIVE family AS (
      SELECT ${orderId}::uuid AS id
      UNION SELECT o.id FROM orders o JOIN family f ON o.joined_into_id = f.id)
    SELECT p.id, p.provider, p.provider_payment_id, p.state, p.cents, p.refunded_cents AS "refundedCents",
      p.expires_at, p.created_at
    FROM payments p JOIN family f ON f.id = p.order_id ORDER BY p.created_at, p.id`.execute(db);
  return rows;
}

export interface Voucher {
  id: string;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  cents: number;
  voucher_url: string;
  voucher_reference: string | null;
  expires_at: Date | null;
}

/** A payment's voucher, if it can still be paid. */
export async function findVoucher(db: Queryable, paymentId: string): Promise<Voucher | undefined> {
  const payment = await db
    .selectFrom("payments")
    .select(["id", "kind", "cents", "voucher_url", "voucher_reference", "expires_at"])
    .where("id", "=", paymentId)
    .where("state", "=", "PENDING")
    .executeTakeFirst();
  return payment?.voucher_url ? { ...payment, voucher_url: payment.voucher_url } : undefined;
}

/** The external reference of payment pages of earlier versions (`payment_checkouts.external_reference` is null). */
const OLD_EXTERNAL_REF = sql<string>`s.key || ':' || o.reference`;

/**
 * Finds an order by the external reference that a payment has at the provider. It is the order's id, or
 * `<shop key>:<number>` if an earlier version opened its payment page. Another order may have the same number after a
 * restore. Undefined for an order of another installation that uses the same account, and for one that a restore lost.
 */
export async function findOrderByRef(db: Queryable, externalRef: string): Promise<{ id: string } | undefined> {
  if (isId(externalRef)) return db.selectFrom("orders").select("id").where("id", "=", externalRef).executeTakeFirst();
  const [, shopKey, reference] = /^([a-z][a-z0-9-]{0,39}):(\d{1,15})$/.exec(externalRef) ?? [];
  if (!shopKey) return undefined;
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM orders o JOIN shops s ON s.id = o.shop_id
    WHERE o.reference = ${Number(reference)} AND s.key = ${shopKey}
      AND EXISTS (SELECT FROM payment_checkouts c WHERE c.order_id = o.id AND c.external_reference IS NULL)`.execute(
    db,
  );
  return rows[0];
}

/** The external references under which the provider may have payments of this order. */
export async function externalRefsOf(db: Queryable, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    SELECT DISTINCT coalesce(c.external_reference, ${OLD_EXTERNAL_REF}) AS ref
    FROM payment_checkouts c JOIN orders o ON o.id = c.order_id JOIN shops s ON s.id = o.shop_id
    WHERE c.order_id = ${orderId}`.execute(db);
  return rows.map(({ ref }) => ref);
}

/**
 * The order that a joined order's money counts for: the last one it was joined into. Its own id if it was never joined.
 */
export async function findFinalOrderId(db: Queryable, orderId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE up AS (
      SELECT id, joined_into_id FROM orders WHERE id = ${orderId}
      UNION SELECT o.id, o.joined_into_id FROM orders o JOIN up ON o.id = up.joined_into_id)
    SELECT id FROM up WHERE joined_into_id IS NULL`.execute(db);
  return rows[0]?.id ?? orderId;
}

export interface PaymentUpdate {
  id: string;
  /** The state before this update. Null if the payment was unknown. */
  stateBefore: PaymentState | null;
  /** Whether this data was stored. False if newer data was stored before. */
  isStored: boolean;
  /** The refunded amount that this update added, and the total. */
  newlyRefundedCents: number;
  refundedCents: number;
}

/**
 * Stores the provider's data of a payment, unless newer data is already stored. The caller must have locked the order's
 * row.
 */
export async function storePayment(
  tx: Tx,
  orderId: string,
  provider: string,
  payment: PaymentSnapshot & { state: PaymentState },
): Promise<PaymentUpdate> {
  const storedPayment = await tx
    .selectFrom("payments")
    .select(["id", "state", "refunded_cents"])
    .where("provider", "=", provider)
    .where("provider_payment_id", "=", payment.id)
    .executeTakeFirst();
  const values = {
    state: payment.state,
    is_dispute_lost: payment.isDisputeLost,
    cents: payment.cents,
    refunded_cents: payment.refundedCents,
    kind: payment.kind,
    method: payment.method,
    installments: payment.installments,
    raw_status: payment.rawStatus,
    voucher_url: payment.voucherUrl,
    voucher_reference: payment.voucherReference,
    expires_at: payment.expiresAt,
    provider_updated_at: payment.updatedAt,
    paid_at: payment.approvedAt,
  };
  const { refundedCents } = payment;
  if (!storedPayment) {
    const id = newId();
    await tx
      .insertInto("payments")
      .values({
        ...values,
        id,
        order_id: orderId,
        provider,
        provider_payment_id: payment.id,
        actor: provider,
        disputed_at: payment.state === "DISPUTED" ? payment.updatedAt : null,
      })
      .execute();
    return { id, stateBefore: null, isStored: true, newlyRefundedCents: refundedCents, refundedCents };
  }
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set({
      ...values,
      ...(payment.state === "DISPUTED" && storedPayment.state !== "DISPUTED" ? { disputed_at: payment.updatedAt } : {}),
    })
    .where("id", "=", storedPayment.id)
    .where("provider_updated_at", "<=", payment.updatedAt)
    .executeTakeFirst();
  const isStored = numUpdatedRows === 1n;
  const refundedNowCents = isStored ? Math.max(0, refundedCents - storedPayment.refunded_cents) : 0;
  return {
    id: storedPayment.id,
    stateBefore: storedPayment.state,
    isStored,
    newlyRefundedCents: refundedNowCents,
    refundedCents,
  };
}

/** Whether any payment page of this installation belongs to this account. */
export async function isOurAccount(db: Queryable, collectorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_checkouts")
    .select("id")
    .where("collector_id", "=", collectorId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface StoredCheckout {
  id: string;
  provider_checkout_id: string;
  cents: number;
  url: string;
  expires_at: Date;
}

export async function findOpenCheckout(db: Queryable, orderId: string): Promise<StoredCheckout | undefined> {
  return db
    .selectFrom("payment_checkouts")
    .select(["id", "provider_checkout_id", "cents", "url", "expires_at"])
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

/** Closes the order's open checkout, and enqueues a job that closes it at the provider. */
export async function closeCheckoutOf(tx: Tx, orderId: string): Promise<void> {
  const closedCheckout = await tx
    .updateTable("payment_checkouts")
    .set({ closed_at: sql`now()` })
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .returning("provider_checkout_id")
    .executeTakeFirst();
  if (closedCheckout) await enqueueCheckoutClosing(tx, closedCheckout.provider_checkout_id);
}

/** Enqueues a job that closes a payment page at the provider. Each attempt sends the same request, with this time. */
export async function enqueueCheckoutClosing(tx: Tx, checkoutId: string): Promise<void> {
  await enqueue(tx, "close_checkout", { checkoutId, closedAt: new Date().toISOString() });
}

/** The fields of an order that are needed to open a checkout. */
export interface OrderForCheckout {
  id: string;
  shop_id: string;
  reference: number;
  status: OrderStatus;
  payment_method: "MP" | "TB";
  grand_total_cents: number;
  payment_due_at: Date | null;
  now: Date;
}

export async function findOrderForCheckout(db: Queryable, orderId: string): Promise<OrderForCheckout | undefined> {
  const { rows } = await sql<OrderForCheckout>`
    SELECT id, shop_id, reference, status, payment_method, grand_total_cents, payment_due_at, clock_timestamp() AS now
    FROM orders WHERE id = ${orderId}`.execute(db);
  return rows[0];
}
