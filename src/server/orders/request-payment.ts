import { sql } from "kysely";
import { isActionPossible } from "../../domain/order-actions.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import { paymentDeadline } from "../../domain/payment-window.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import type { Shop } from "../shops/shop.ts";
import type { Actor } from "../change-log/change-log.ts";
import { lockOrder, logMove, moveLockedOrder, type LockedOrder } from "./move-order.ts";

type RequestPaymentRefusal = Refusal<"order_not_found" | "order_changed" | "move_not_allowed">;

/** A restored deadline is at least this far away, also if it passed while the order was reserved. */
const MIN_HOURS_TO_PAY = 1;

/**
 * Requests payment from the customer, for an order that has no deadline (RESERVED, or a branch's PRESALE). The order
 * then waits for its payment like a new order, with the shop's payment windows from now. The customer gets an email.
 */
export function requestPayment(
  app: App,
  shop: Shop,
  orderId: string,
  { by, seen: expectedStatus }: { by: Actor; seen?: OrderStatus },
): Promise<"requested" | RequestPaymentRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrderWithoutDeadline(tx, orderId, expectedStatus);
    if ("refused" in order) return order;
    const { payment_method, now } = await readMethodAndClock(tx, orderId);
    const newDeadline = paymentDeadline(
      { status: "WAITING_PAYMENT", paymentMethod: payment_method },
      shop.settings.payments.windows,
      now,
    );
    await moveToWaitingPayment(tx, order, newDeadline!, { by, reason: "Se pide su pago" });
    await enqueueOrderEmail(tx, orderId, "mail_payment_asked", {});
    return "requested" as const;
  });
}

/**
 * Undoes the reservation by staff if it was the last move, and restores the deadline. The customer gets no email,
 * because they got none about the reservation.
 */
export function undoReservation(app: App, orderId: string, by: Actor): Promise<"undone" | RequestPaymentRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrderWithoutDeadline(tx, orderId, "RESERVED");
    if ("refused" in order) return order;
    const restorableDeadline = await findRestorableDeadline(tx, orderId);
    if (!restorableDeadline) return refuse("move_not_allowed");
    const action = "order-unreserve";
    await moveToWaitingPayment(tx, order, restorableDeadline.payBy, { by, reason: "Se deshizo el apartado", action });
    return "undone" as const;
  });
}

/**
 * The deadline that a reservation by staff removed, but at least MIN_HOURS_TO_PAY from now. Undefined if the order is
 * not RESERVED or its last logged move is not that reservation.
 */
export async function findRestorableDeadline(
  db: Tx | App["genericPlanDb"],
  orderId: string,
): Promise<{ payBy: Date } | undefined> {
  const { rows } = await sql<{ payBy: Date }>`
    SELECT greatest((l.before ->> 'payByAt')::timestamptz, now() + ${MIN_HOURS_TO_PAY}::int * interval '1 hour') AS "payBy"
    FROM orders o, LATERAL (
      SELECT action, before FROM change_log WHERE object_kind = 'order' AND object_id = o.id::text
        AND after ? 'status' ORDER BY id DESC LIMIT 1) l
    WHERE o.id = ${orderId} AND o.status = 'RESERVED' AND l.action = 'order-reserve' AND l.before ? 'payByAt'`.execute(
    db,
  );
  return rows[0];
}

async function lockOrderWithoutDeadline(
  tx: Tx,
  orderId: string,
  expectedStatus?: OrderStatus,
): Promise<LockedOrder | RequestPaymentRefusal> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse("order_not_found");
  if (expectedStatus !== undefined && expectedStatus !== order.status) return refuse("order_changed");
  return isActionPossible("askPayment", order.status) ? order : refuse("move_not_allowed");
}

/** The order's payment method, and the database's clock. */
async function readMethodAndClock(tx: Tx, orderId: string) {
  return tx
    .selectFrom("orders")
    .select(["payment_method", sql<Date>`clock_timestamp()`.as("now")])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
}

async function moveToWaitingPayment(
  tx: Tx,
  order: LockedOrder,
  newDeadline: Date,
  { by, reason, action }: { by: Actor; reason: string; action?: string },
): Promise<void> {
  const transition = { to: "WAITING_PAYMENT", actor: by.name, reason } as const;
  await moveLockedOrder(tx, order, transition);
  await tx
    .updateTable("orders")
    .set({ payment_due_at: newDeadline, reminded_at: null })
    .where("id", "=", order.id)
    .execute();
  await logMove(tx, by, order, transition, action);
}
