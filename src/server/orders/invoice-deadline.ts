import { sql } from "kysely";
import { lastInvoiceDay, type InvoiceDeadlineRule } from "../../domain/invoice-deadline.ts";
import type { App } from "../app.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import type { OrderRow } from "./queries.ts";

/**
 * The last day, in the issuer's time zone, on which the customer may request an order's invoice, and whether it is
 * over.
 */
export interface OrderInvoiceDeadline {
  lastDay: string;
  isOver: boolean;
}

/** The deadline of an order (rule INVOICE-6). Undefined if its shop has no issuer that can seal invoices. */
export async function findInvoiceDeadline(
  db: Queryable,
  order: Pick<OrderRow, "id" | "shop_id" | "created_at">,
  now: Date = new Date(),
): Promise<OrderInvoiceDeadline | undefined> {
  const { rows } = await sql<InvoiceDeadlineRule & { timeZone: string; paidAt: Date | null; shippedAt: Date | null }>`
    SELECT i.time_zone AS "timeZone", i.deadline_kind AS kind, i.deadline_days AS days,
      i.min_deadline_days_after_shipping AS "daysAfterShipping",
      (SELECT first_paid_at FROM order_income WHERE order_id = ${order.id}) AS "paidAt",
      (SELECT max(e.at) FROM order_events e WHERE e.order_id = ${order.id} AND e.to_status = 'SHIPPED') AS "shippedAt"
    FROM invoice_issuers i
    WHERE i.shop_id = ${order.shop_id} AND (i.is_demo OR i.certificate IS NOT NULL)`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { timeZone, paidAt, shippedAt, ...deadline } = row;
  const dayOf = (instant: Date) => formatLocalTime(instant, timeZone).slice(0, 10);
  const paymentAndShippingDays = {
    paidOn: dayOf(paidAt ?? order.created_at),
    shippedOn: shippedAt && dayOf(shippedAt),
  };
  const lastDay = lastInvoiceDay(paymentAndShippingDays, deadline);
  return { lastDay, isOver: dayOf(now) > lastDay };
}

/**
 * The deadline to show to the customer, also if it is over. Null if the shop does not invoice or cannot seal invoices,
 * the order is not shipped, or it has an invoice.
 */
export async function findShownInvoiceDeadline(
  app: App,
  shop: Shop,
  order: OrderRow,
): Promise<OrderInvoiceDeadline | null> {
  const canInvoice = shop.settings.management.allowInvoicing && app.pac !== null;
  if (!canInvoice || order.status !== "SHIPPED" || order.invoice) return null;
  return (await findInvoiceDeadline(app.genericPlanDb, order)) ?? null;
}
