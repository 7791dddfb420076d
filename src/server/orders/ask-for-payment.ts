import { sql } from "kysely";
import { isActionAllowed } from "../../domain/order-actions.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import { payBy } from "../../domain/payment-window.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import type { Shop } from "../shops/shop.ts";
import type { Actor } from "../change-log/change-log.ts";
import { lockOrder, logMove, moveLockedOrder, type LockedOrder } from "./move-order.ts";

type AskRefusal = Refusal<"order_not_found" | "order_changed" | "move_not_allowed">;

/** Whoever's deadline passed while the order was reserved has at least so long again. */
const LEAST_HOURS = 1;

/**
 * Asks for the money of an order that was held without a deadline (RESERVED, or a branch's PRESALE): it waits for its
 * payment as a new one does, with the shop's windows from now, and its customer is told.
 */
export function requestPayment(
  app: App,
  shop: Shop,
  orderId: string,
  { by, seen }: { by: Actor; seen?: OrderStatus },
): Promise<"asked" | AskRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockToAsk(tx, orderId, seen);
    if ("refused" in order) return order;
    const { payment_method, now } = await termsOf(tx, orderId);
    const until = payBy(
      { status: "WAITING_PAYMENT", paymentMethod: payment_method },
      shop.settings.payments.windows,
      now,
    );
    await waitForPayment(tx, order, until!, { by, reason: "Se pide su pago" });
    await enqueueOrderEmail(tx, orderId, "mail_payment_asked", {});
    return "asked" as const;
  });
}

/**
 * Undoes "reserve" while nothing else has happened: the deadline that it took away is there again. Nobody is told; nobody
 * was told of the reservation either.
 */
export function undoReserve(app: App, orderId: string, by: Actor): Promise<"undone" | AskRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockToAsk(tx, orderId, "RESERVED");
    if ("refused" in order) return order;
    const reserved = await findReservation(tx, orderId);
    if (!reserved) return refuse("move_not_allowed");
    const act = "order-unreserve";
    await waitForPayment(tx, order, reserved.payBy, { by, reason: "Se deshizo el apartado", act });
    return "undone" as const;
  });
}

/** The deadline that staff took away when they reserved it; undefined where it was not they, or not from waiting. */
export async function findReservation(
  db: Tx | App["genericPlans"],
  orderId: string,
): Promise<{ payBy: Date } | undefined> {
  const { rows } = await sql<{ payBy: Date }>`
    SELECT greatest((l.before ->> 'payByAt')::timestamptz, now() + ${LEAST_HOURS}::int * interval '1 hour') AS "payBy"
    FROM orders o, LATERAL (
      SELECT act, before FROM change_log WHERE object_kind = 'order' AND object_id = o.id::text
        AND after ? 'status' ORDER BY id DESC LIMIT 1) l
    WHERE o.id = ${orderId} AND o.status = 'RESERVED' AND l.act = 'order-reserve' AND l.before ? 'payByAt'`.execute(db);
  return rows[0];
}

async function lockToAsk(tx: Tx, orderId: string, seen?: OrderStatus): Promise<LockedOrder | AskRefusal> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse("order_not_found");
  if (seen !== undefined && seen !== order.status) return refuse("order_changed");
  return isActionAllowed("askPayment", order.status) ? order : refuse("move_not_allowed");
}

async function termsOf(tx: Tx, orderId: string) {
  return tx
    .selectFrom("orders")
    .select(["payment_method", sql<Date>`clock_timestamp()`.as("now")])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
}

async function waitForPayment(
  tx: Tx,
  order: LockedOrder,
  until: Date,
  { by, reason, act }: { by: Actor; reason: string; act?: string },
): Promise<void> {
  const move = { to: "WAITING_PAYMENT", actor: by.name, reason } as const;
  await moveLockedOrder(tx, order, move);
  await tx.updateTable("orders").set({ pay_by: until, reminded_at: null }).where("id", "=", order.id).execute();
  await logMove(tx, by, order, move, act);
}
