import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import type { Shop } from "../shops/shop.ts";

export interface OrderLookup {
  reference: string;
  /** Ten digits. */
  phone: string;
  /** The caller's IP address, for limits. */
  ip: string;
}

/**
 * Finds a shipped order of this shop by its number and phone. Unknown orders, other phones and orders not shipped get
 * the same answer. Failed attempts of one IP address are limited, on this order and on all orders, because phones can
 * be guessed.
 */
export async function findOrderToInvoice(
  app: App,
  shop: Shop,
  { reference, phone, ip }: OrderLookup,
): Promise<OrderRow | Refusal<"invoice_order_not_found"> | TooManyAttempts> {
  const attempt = { secretKind: "order phone" as const, account: `${shop.id} ${reference}`, ip };
  const waitSeconds = await app.failedAttempts.recordAttempt(attempt);
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  if (!/^\d{1,15}$/.test(reference)) return refuse("invoice_order_not_found");
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM orders WHERE reference = ${Number(reference)} AND shop_id = ${shop.id} AND customer_phone = ${phone}
      AND status = 'SHIPPED'`.execute(app.genericPlanDb);
  const order = rows[0] && (await findOrder(app.genericPlanDb, shop.id, rows[0].id));
  if (!order) return refuse("invoice_order_not_found");
  await app.failedAttempts.recordSuccess(attempt);
  return order;
}
