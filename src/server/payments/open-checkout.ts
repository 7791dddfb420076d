import { createHash } from "node:crypto";
import { endOfDay } from "../../domain/dates.ts";
import { formatMoney } from "../../domain/money.ts";
import { settle } from "../../domain/payment.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { PaymentProviderError, type CheckoutRequest } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { orderFigures } from "../orders/order-figures.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { findPayableOrder, openCheckoutOf, paymentsOf, type PayableOrder } from "../order-money/queries.ts";

export interface OpenedCheckout {
  checkoutId: string;
  url: string;
  expiresAt: Date;
}

type PayRefusal = Refusal<"order_not_found" | "order_not_payable" | "payment_unavailable">;

/** A page of payment with less time than this left is opened anew, and an order with less is not worth one. */
const TOO_SHORT_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The page where an order's missing money can be paid online: the one that is open, or a new one. The provider is asked
 * outside of any transaction; if it does not answer the order stays as it was and the shopper may try again. `origin`:
 * where the shopper is, to come back to.
 */
export async function openCheckout(
  app: App,
  shop: Shop,
  orderId: string,
  origin: string,
): Promise<OpenedCheckout | PayRefusal> {
  const order = await findPayableOrder(app.genericPlans, orderId);
  if (!order || order.shop_id !== shop.id) return refuse("order_not_found");
  const missing = await missingCents(app, order);
  if (!shop.settings.payments.enabled || missing === null) return refuse("order_not_payable");
  const open = await openCheckoutOf(app.genericPlans, orderId);
  if (open && open.cents === missing && open.expires_at.getTime() - order.now.getTime() > TOO_SHORT_MS) {
    return { checkoutId: open.provider_checkout_id, url: open.url, expiresAt: open.expires_at };
  }
  const expiresAt = order.pay_by ?? new Date(order.now.getTime() + DAY_MS);
  const made = await askProvider(app, shop, order, missing, { expiresAt, returnUrl: `${origin}/orders/${order.id}` });
  return isRefusal(made) ? made : keepCheckout(app, order, missing, made);
}

/** What is still to be paid online, in centavos; null where there is nothing to pay or something under way already. */
async function missingCents(app: App, order: PayableOrder): Promise<number | null> {
  if (order.status !== "WAITING_PAYMENT" || order.payment_method !== "MP") return null;
  if (order.pay_by !== null && order.pay_by.getTime() - order.now.getTime() < TOO_SHORT_MS) return null;
  const payments = await paymentsOf(app.genericPlans, order.id);
  const { paidCents, isLive } = settle({ status: order.status, dueCents: order.grand_total_cents }, payments);
  const isPartlyPaid = paidCents > 0 && !payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW");
  if (isLive && !isPartlyPaid) return null;
  const missing = order.grand_total_cents - paidCents;
  return missing > 0 ? missing : null;
}

async function askProvider(
  app: App,
  shop: Shop,
  order: PayableOrder,
  cents: number,
  { expiresAt, returnUrl }: { expiresAt: Date; returnUrl: string },
): Promise<{ id: string; url: string; collectorId: string; expiresAt: Date } | Refusal<"payment_unavailable">> {
  const whole = (await findOrder(app.genericPlans, shop.id, order.id))!;
  const { count } = await app.genericPlans
    .selectFrom("payment_checkouts")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const { voucherDays } = shop.settings.payments.windows;
  const wish = {
    orderRef: `${shop.key}:${order.reference}`,
    items: items(whole, cents),
    payer: {
      name: whole.customer_name,
      lastName: whole.customer_last_name,
      phone: whole.customer_phone,
      email: whole.customer_email,
    },
    returnUrl,
    opensAt: whole.created_at,
    expiresAt,
    voucherUntil: endOfDay(new Date(order.now.getTime() + voucherDays * DAY_MS)),
    statement: statementName(shop.name),
  };
  // The same wish has the same key, another wish another: the provider refuses a key that comes with something else.
  const mark = createHash("sha256").update(JSON.stringify(wish)).digest("hex");
  try {
    const made = await app.payments.createCheckout({ ...wish, idempotencyKey: `pref:${order.id}:${count}:${mark}` });
    return { ...made, expiresAt };
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    app.log.warn({ orderId: order.id, failure: error.message }, "payment page could not be opened");
    return refuse("payment_unavailable");
  }
}

/** Writes the new page down, unless the order moved on meanwhile or another call was faster: then that one is the answer. */
async function keepCheckout(
  app: App,
  order: PayableOrder,
  cents: number,
  made: { id: string; url: string; collectorId: string; expiresAt: Date },
): Promise<OpenedCheckout | PayRefusal> {
  return transact(app.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== "WAITING_PAYMENT" || now.grand_total_cents !== order.grand_total_cents) {
      return refuse("order_not_payable");
    }
    await tx
      .updateTable("payment_checkouts")
      .set({ closed_at: new Date() })
      .where("order_id", "=", order.id)
      .where("closed_at", "is", null)
      .where((row) => row.or([row("cents", "!=", cents), row("expires_at", "<", order.now)]))
      .execute();
    const kept = await tx
      .insertInto("payment_checkouts")
      .values({
        id: newId(),
        order_id: order.id,
        provider: app.payments.key,
        provider_checkout_id: made.id,
        collector_id: made.collectorId,
        cents,
        url: made.url,
        expires_at: made.expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows === 1n) {
      return { checkoutId: made.id, url: made.url, expiresAt: made.expiresAt };
    }
    const open = (await openCheckoutOf(tx, order.id))!;
    return { checkoutId: open.provider_checkout_id, url: open.url, expiresAt: open.expires_at };
  });
}

/** The order's lines and charges while they add up to what is missing; else one line that says what it is. */
function items(order: OrderRow, cents: number): CheckoutRequest["items"] {
  const lines = order.lines.map((line) => ({
    title: line.pieces === 1 ? line.name : `${line.name} × ${line.pieces}`,
    cents: line.unit_price_cents * line.pieces,
  }));
  const charges = orderFigures(order)
    .filter(([label]) => label !== "Subtotal" && label !== "Total")
    .map(([title, charge]) => ({ title, cents: charge }));
  const all = [...lines, ...charges].filter((item) => item.cents > 0);
  const sum = all.reduce((total, item) => total + item.cents, 0);
  if (sum === cents) return all;
  const rest = cents === order.grand_total_cents ? "" : ` (resto de ${formatMoney(order.grand_total_cents)})`;
  return [{ title: `Pedido #${order.reference}${rest}`, cents }];
}

/** What stands on the card's statement: capitals and digits, at most 13. */
function statementName(name: string): string {
  const plain = name
    .normalize("NFD")
    .replaceAll(/[^\w ]/g, "")
    .toUpperCase();
  return plain.slice(0, 13).trim() || "TIENDA";
}
