import { createHash } from "node:crypto";
import { sql } from "kysely";
import { endOfDay } from "../../domain/dates.ts";
import { CHARGE_KINDS, CHARGE_LABEL } from "../../domain/invoice-lines.ts";
import { maxInstallments } from "../../domain/installments.ts";
import { formatMoney } from "../../domain/money.ts";
import { summarizePayments } from "../../domain/payment.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { PaymentProviderError, type CheckoutRequest } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { chargesOf } from "../orders/order-figures.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { installmentPlansOf, type Shop } from "../shops/shop.ts";
import {
  closeCheckoutOf,
  enqueueCheckoutClosing,
  findOrderForCheckout,
  findOpenCheckout,
  paymentsOf,
  type OrderForCheckout,
} from "../order-money/queries.ts";

export interface PaymentPage {
  checkoutId: string;
  url: string;
  expiresAt: Date;
}

type PayRefusal = Refusal<"order_not_found" | "order_not_payable" | "payment_unavailable">;

/** A payment page that expires sooner than this is replaced. An order that expires sooner gets no page at all. */
const MIN_TIME_LEFT_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Returns the page where a customer can pay an order's missing money online: the open page, or a new one. The provider
 * is called outside any transaction. If it does not answer, the order does not change and the customer may try again.
 * `origin` is the site that the customer returns to.
 */
export async function openCheckout(
  app: App,
  shop: Shop,
  orderId: string,
  origin: string,
): Promise<PaymentPage | PayRefusal> {
  const order = await findOrderForCheckout(app.genericPlanDb, orderId);
  if (!order || order.shop_id !== shop.id) return refuse("order_not_found");
  const cents = await readMissingCents(app, order);
  if (!shop.settings.payments.enabled || cents === null) return refuse("order_not_payable");
  const currentPage = await findOpenCheckout(app.genericPlanDb, orderId);
  if (currentPage && isUsable(currentPage, cents, order.now)) {
    return { checkoutId: currentPage.provider_checkout_id, url: currentPage.url, expiresAt: currentPage.expires_at };
  }
  const expiresAt = order.payment_due_at ?? new Date(order.now.getTime() + DAY_MS);
  const createdCheckout = await createProviderCheckout(app, shop, order, cents, {
    expiresAt,
    returnUrl: `${origin}/orders/${order.id}`,
  });
  if (isRefusal(createdCheckout)) return createdCheckout;
  return (await storeCheckout(app, order, cents, createdCheckout)) ?? refuse("order_not_payable");
}

/** Whether a customer can still pay this amount on the page. Any other page is replaced. */
function isUsable(page: { cents: number; expires_at: Date }, cents: number, now: Date): boolean {
  return page.cents === cents && page.expires_at.getTime() - now.getTime() > MIN_TIME_LEFT_MS;
}

/**
 * What is still to be paid online, in centavos. Null if nothing is missing, the order cannot be paid online, its
 * deadline is too near, or a payment is already under way.
 */
async function readMissingCents(app: App, order: OrderForCheckout): Promise<number | null> {
  if (order.status !== "WAITING_PAYMENT" || order.payment_method !== "MP") return null;
  if (order.payment_due_at !== null && order.payment_due_at.getTime() - order.now.getTime() < MIN_TIME_LEFT_MS)
    return null;
  const payments = await paymentsOf(app.genericPlanDb, order.id);
  const { paidCents, isLive } = summarizePayments(
    { status: order.status, grandTotalCents: order.grand_total_cents },
    payments,
  );
  const isPartlyPaid = paidCents > 0 && !payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW");
  if (isLive && !isPartlyPaid) return null;
  const cents = order.grand_total_cents - paidCents;
  return cents > 0 ? cents : null;
}

async function createProviderCheckout(
  app: App,
  shop: Shop,
  order: OrderForCheckout,
  cents: number,
  { expiresAt, returnUrl }: { expiresAt: Date; returnUrl: string },
): Promise<{ id: string; url: string; collectorId: string; expiresAt: Date } | Refusal<"payment_unavailable">> {
  const orderRow = (await findOrder(app.genericPlanDb, shop.id, order.id))!;
  const { count } = await app.genericPlanDb
    .selectFrom("payment_checkouts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const { voucherDays } = shop.settings.payments.windows;
  const checkout = {
    orderRef: order.id,
    items: listCheckoutItems(orderRow, cents),
    payer: {
      name: orderRow.customer_name,
      lastName: orderRow.customer_last_name,
      phone: orderRow.customer_phone,
      email: orderRow.customer_email,
    },
    returnUrl,
    opensAt: orderRow.created_at,
    expiresAt,
    voucherUntil: endOfDay(new Date(order.now.getTime() + voucherDays * DAY_MS)),
    // An order from before the plans may include the online fee. It gets no plan (rule MSI-3).
    maxInstallments: orderRow.online_fee_cents > 0 ? 1 : maxInstallments(installmentPlansOf(shop), cents),
    statementDescriptor: toStatementDescriptor(shop.name),
  };
  // The same request has the same key and another request has another key: the provider refuses a key that comes with
  // different content.
  const requestHash = createHash("sha256").update(JSON.stringify(checkout)).digest("hex");
  try {
    const createdCheckout = await app.payments.createCheckout({
      ...checkout,
      idempotencyKey: `pref:${order.id}:${count}:${requestHash}`,
    });
    return { ...createdCheckout, expiresAt };
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    app.log.warn({ orderId: order.id, failure: error.message }, "payment page could not be opened");
    return refuse("payment_unavailable");
  }
}

/**
 * Stores the new page. If a concurrent call stored a page, returns that page. Null if the order changed in the
 * meantime, or if a concurrent call got the same page and closed it. A page that is not used is closed. It is stored
 * too: the count of pages is a part of the next key, and the provider answers a repeated key with the closed page.
 */
async function storeCheckout(
  app: App,
  order: OrderForCheckout,
  cents: number,
  createdCheckout: { id: string; url: string; collectorId: string; expiresAt: Date },
): Promise<PaymentPage | null> {
  return transact(app.db, async (tx) => {
    const page = {
      id: newId(),
      order_id: order.id,
      provider: app.payments.key,
      provider_checkout_id: createdCheckout.id,
      collector_id: createdCheckout.collectorId,
      external_reference: order.id,
      cents,
      url: createdCheckout.url,
      expires_at: createdCheckout.expiresAt,
    };
    const closeUnusedPage = async () => {
      await tx
        .insertInto("payment_checkouts")
        .values({ ...page, closed_at: sql`now()` })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await enqueueCheckoutClosing(tx, createdCheckout.id);
    };
    const lockedOrder = await lockOrder(tx, order.id);
    if (lockedOrder?.status !== "WAITING_PAYMENT" || lockedOrder.grand_total_cents !== order.grand_total_cents) {
      await closeUnusedPage();
      return null;
    }
    const previousPage = await findOpenCheckout(tx, order.id);
    if (previousPage && !isUsable(previousPage, cents, order.now)) await closeCheckoutOf(tx, order.id);
    const insertResult = await tx
      .insertInto("payment_checkouts")
      .values(page)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (insertResult.numInsertedOrUpdatedRows === 1n) {
      return { checkoutId: createdCheckout.id, url: createdCheckout.url, expiresAt: createdCheckout.expiresAt };
    }
    const currentPage = await findOpenCheckout(tx, order.id);
    // A concurrent call got the same page and closed it.
    if (!currentPage) return null;
    if (currentPage.provider_checkout_id !== createdCheckout.id) await closeUnusedPage();
    return { checkoutId: currentPage.provider_checkout_id, url: currentPage.url, expiresAt: currentPage.expires_at };
  });
}

/** The order's lines and charges if they add up to what is missing. Otherwise one line that describes the amount. */
function listCheckoutItems(order: OrderRow, cents: number): CheckoutRequest["items"] {
  const lines = order.lines.map((line) => ({
    title: line.pieces === 1 ? line.name : `${line.name} × ${line.pieces}`,
    cents: line.unit_price_cents * line.pieces - line.discount_cents,
  }));
  const charges = CHARGE_KINDS.map((kind) => ({ title: CHARGE_LABEL[kind], cents: chargesOf(order)[kind] }));
  const items = [...lines, ...charges].filter((item) => item.cents > 0);
  const sum = items.reduce((total, item) => total + item.cents, 0);
  if (sum === cents) return items;
  const remainderText = cents === order.grand_total_cents ? "" : ` (resto de ${formatMoney(order.grand_total_cents)})`;
  return [{ title: `Pedido #${order.reference}${remainderText}`, cents }];
}

/** The text on the card's statement: capital letters, digits and spaces, at most 13 characters. */
function toStatementDescriptor(name: string): string {
  const plainName = name
    .normalize("NFD")
    .replaceAll(/[^\w ]/g, "")
    .toUpperCase();
  return plainName.slice(0, 13).trim() || "TIENDA";
}
