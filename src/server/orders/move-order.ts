import { canMoveOrder, type OrderStatus } from "../../domain/order-status.ts";
import type { OrderFlag } from "../../domain/payment.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import type { MoveCause } from "../../domain/move-cause.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import { confirmMissingMoney } from "../order-money/confirm-money.ts";
import { unpackParcels } from "../order-parcels/packed-parcels.ts";
import { shipParcel } from "../order-parcels/ship-parcel.ts";
import { isDisputed, refreshFlags } from "../order-money/flags.ts";
import { closeCheckoutOf } from "../order-money/queries.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { issueTickets } from "../tickets/issue-tickets.ts";
import { voidTickets } from "../tickets/void-tickets.ts";
import { returnOrderPieces } from "./order-pieces.ts";
import { enqueue } from "../jobs/enqueue.ts";

export interface Move {
  to: OrderStatus;
  /** Who moves it: 'cliente', 'consola', 'sistema', or the name of a member of staff. */
  actor: string;
  reason: string;
  trackingNumber?: string;
  /** The carrier that takes the parcel, if it is not the one chosen at checkout. The charge does not change. */
  carrier?: { id: string; name: string; description: string };
  /** The cause that the email explains. Without it the email has the general text. */
  because?: MoveCause;
  /** The member of staff, for the change log. */
  by?: Actor;
  /** The status that staff saw. The move is refused if the status has changed since. */
  seen?: OrderStatus;
  /** For a cancellation: why the pieces are written off instead of returned to stock. */
  writeOffReason?: string;
}

export type MoveRefusal = Refusal<
  | "order_not_found"
  | "order_changed"
  | "move_not_allowed"
  | "tracking_missing"
  | "order_disputed"
  | "tracking_taken"
  | "guide_cancelled"
  | "pickup_order"
>;

/**
 * Moves an order along an allowed transition, with its history row. A cancelled order returns its pieces to stock or
 * writes them off. Marking an order as paid confirms its money: the missing amount is recorded as a payment that
 * `actor` confirmed. Shipping with a tracking number also hands over a parcel with that number (rule PARCEL-3).
 */
export async function moveOrder(app: App, orderId: string, move: Move): Promise<OrderStatus | MoveRefusal> {
  return transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse("order_not_found");
    if (move.seen !== undefined && move.seen !== order.status) return refuse("order_changed");
    // Only a late payment reactivates a cancelled order, because its pieces must be taken again (rule PAY-4). A join
    // must also move the order's lines: join-orders.ts.
    const hasOwnUseCase = order.status === "CANCELLED" || move.to === "JOINED";
    if (!canMoveOrder(order.status, move.to) || hasOwnUseCase) return refuse("move_not_allowed");
    if (move.to === "SHIPPED") {
      if (await isPickup(tx, orderId)) return refuse("pickup_order");
      if (!move.trackingNumber && (await hasGoods(tx, orderId))) return refuse("tracking_missing");
      if (await isDisputed(tx, orderId)) return refuse("order_disputed");
    }
    if (move.to === "PAYMENT_ACCEPTED") await confirmMissingMoney(tx, order, move.actor);
    const { status } = await moveLockedOrder(tx, order, move);
    if (move.to === "SHIPPED" && move.trackingNumber) {
      const { trackingNumber: guide, carrier, actor } = move;
      const shipResult = await shipParcel(tx, { orderId, guide, carrier, actor, at: new Date() });
      if (isRefusal(shipResult)) return shipResult;
    }
    if (move.by) await logMove(tx, move.by, order, move);
    return status;
  });
}

/** The name of each move in the change log. */
const LOG_ACTION: Record<OrderStatus, string> = {
  WAITING_PAYMENT: "order-ask-payment",
  PAYMENT_ACCEPTED: "order-pay",
  RESERVED: "order-reserve",
  SHIPPED: "order-ship",
  CANCELLED: "order-cancel",
  JOINED: "order-join",
  PRESALE: "order-presale",
};

/** Records a move in the change log. The entry of a reservation has the deadline, which undoing it restores. */
export async function logMove(
  tx: Tx,
  by: Actor,
  orderBefore: LockedOrder,
  { to, trackingNumber, carrier, writeOffReason }: Pick<Move, "to" | "trackingNumber" | "carrier" | "writeOffReason">,
  action = LOG_ACTION[to],
): Promise<void> {
  await logChange(tx, by, {
    action,
    object: { kind: "order", id: orderBefore.id },
    before: {
      status: orderBefore.status,
      ...(to === "RESERVED" && orderBefore.payment_due_at && { payByAt: orderBefore.payment_due_at }),
    },
    after: {
      status: to,
      ...(trackingNumber && { trackingNumber }),
      ...(carrier && { carrier: carrier.name }),
      ...(writeOffReason && { writtenOff: writeOffReason }),
    },
  });
}

export interface LockedOrder {
  id: string;
  status: OrderStatus;
  grand_total_cents: number;
  payment_due_at: Date | null;
  /** The exchange whose difference the order charges (rule RETURN-13). Null for every other order. */
  return_id: string | null;
}

/** Locks an order's row until the transaction ends. Code that changes its status, lines or money locks it first. */
export async function lockOrder(tx: Tx, orderId: string): Promise<LockedOrder | undefined> {
  return tx
    .selectFrom("orders")
    .select(["id", "status", "grand_total_cents", "payment_due_at", "return_id"])
    .where("id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Moves an order whose row is locked and whose transition was checked. The email is a job of the same transaction.
 * Tickets are issued when the order is paid and voided when it is cancelled. An order of tickets only, and an order
 * that charges the difference of an exchange, has nothing to ship: once it is paid, it moves to SHIPPED automatically
 * (rules TICKET-2 and RETURN-13). A cancelled order returns its pieces or writes them off, and its parcels are
 * unpacked. Jobs cancel pending payments and close the open checkout. Returns the final status and the flags for
 * staff.
 */
export async function moveLockedOrder(
  tx: Tx,
  order: LockedOrder,
  move: Move,
): Promise<{ status: OrderStatus; flags: OrderFlag[] }> {
  await tx
    .updateTable("orders")
    .set({
      status: move.to,
      ...(move.to === "SHIPPED" ? { tracking_number: move.trackingNumber ?? null } : {}),
      ...(move.carrier && {
        carrier_id: move.carrier.id,
        carrier_name: move.carrier.name,
        carrier_description: move.carrier.description,
      }),
      ...(move.to === "RESERVED" ? { payment_due_at: null } : {}),
    })
    .where("id", "=", order.id)
    .execute();
  await tx
    .insertInto("order_events")
    .values({
      order_id: order.id,
      from_status: order.status,
      to_status: move.to,
      actor: move.actor,
      reason: move.reason,
    })
    .execute();
  if (move.to === "CANCELLED") {
    await returnOrderPieces(tx, order.id, move);
    await voidTickets(tx, order.id);
    await unpackParcels(tx, order.id);
  }
  if (move.to === "CANCELLED" || move.to === "PAYMENT_ACCEPTED") {
    await enqueue(tx, "cancel_pending_payments", { orderId: order.id }, { key: `cancel:${order.id}` });
  }
  if (move.to === "PAYMENT_ACCEPTED") await issueTickets(tx, order.id);
  if (move.to === "PAYMENT_ACCEPTED" && !(await hasGoods(tx, order.id))) {
    const reason = order.return_id === null ? "Los boletos viajan por correo" : "La diferencia quedó pagada";
    const automaticMove = { to: "SHIPPED", actor: "sistema", reason } as const;
    return moveLockedOrder(tx, { ...order, status: move.to }, { ...automaticMove, because: move.because });
  }
  // Ending an exchange locks the order of its return first, so a job does it in another transaction.
  if (move.to === "CANCELLED" && order.return_id !== null) {
    await enqueue(tx, "end_unpaid_exchange", { returnId: order.return_id });
  }
  if (NOTIFIED_STATUSES.has(move.to)) {
    await enqueueOrderEmail(tx, order.id, "mail_order_moved", { status: move.to, because: move.because ?? null });
  }
  // Only an order in WAITING_PAYMENT can be paid online. A job closes the open checkout at the provider.
  if (move.to !== "WAITING_PAYMENT") await closeCheckoutOf(tx, order.id);
  return { status: move.to, flags: await refreshFlags(tx, { ...order, status: move.to }) };
}

/** The customer gets an email when their order moves to one of these statuses. */
const NOTIFIED_STATUSES: ReadonlySet<OrderStatus> = new Set(["PAYMENT_ACCEPTED", "SHIPPED", "CANCELLED"]);

/** Whether the customer collects the order at a point. Only handing it over moves it to SHIPPED (rule PICKUP-5). */
export async function isPickup(tx: Tx, orderId: string): Promise<boolean> {
  const pickup = await tx.selectFrom("pickups").select("state").where("order_id", "=", orderId).executeTakeFirst();
  return pickup !== undefined;
}

/** Whether the order has pieces other than tickets. */
async function hasGoods(tx: Tx, orderId: string): Promise<boolean> {
  const line = await tx
    .selectFrom("order_lines")
    .select("position")
    .where("order_id", "=", orderId)
    .where("is_digital", "=", false)
    .executeTakeFirst();
  return line !== undefined;
}
