import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { releaseCart } from "../cart/release-cart.ts";
import { moveOrder } from "../orders/move-order.ts";
import { ORDER_AND_JOINED_IDS } from "../order-money/queries.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { listHoldings, sourceLabel, type SourceKind } from "../holding/sources.ts";

export interface ReleaseResult {
  label: string;
  carts: number;
  /** Pieces that were returned to stock. */
  pieces: number;
  /** References of the orders that were cancelled. */
  cancelledOrders: string[];
  /** References of the orders that stay: money is under way, or they changed at the same time. */
  keptOrders: string[];
}

const SOURCE_KEY_PATTERN = /^[0-9a-f]{32}$/;

/**
 * Releases everything that one source holds: its active carts expire, and its unpaid orders are cancelled with the
 * usual email. Each cart and order is checked and released in its own transaction. An order that is paid at the same
 * time stays, and so does a cart that is checked out. A second call releases nothing twice. An order also stays if it,
 * or an order joined into it, has a payment that did not fail or a receipt that staff have not answered.
 */
export async function releaseSource(
  app: App,
  { kind, key }: { kind: SourceKind; key: string },
  by: Actor,
): Promise<ReleaseResult | Refusal<"source_empty">> {
  if (!SOURCE_KEY_PATTERN.test(key)) return refuse("source_empty");
  const { carts, orders } = await listHoldings(app.db, kind, key);
  if (carts.length + orders.length === 0) return refuse("source_empty");
  const result: ReleaseResult = {
    label: sourceLabel(kind, key),
    carts: 0,
    pieces: 0,
    cancelledOrders: [],
    keptOrders: [],
  };
  for (const { id, pieces } of carts) {
    if (isRefusal(await releaseCart(app, id, by))) continue;
    result.carts++;
    result.pieces += pieces;
  }
  for (const { id, reference, pieces } of orders) {
    const isReleased = !(await hasMoneyUnderWay(app, id)) && (await cancelOrder(app, id, by));
    (isReleased ? result.cancelledOrders : result.keptOrders).push(reference);
    if (isReleased) result.pieces += pieces;
  }
  const after = {
    source: result.label,
    releasedCarts: result.carts,
    releasedPieces: result.pieces,
    cancelledOrders: result.cancelledOrders,
    keptOrders: result.keptOrders,
  };
  await logChange(app.db, by, { action: "source-release", object: { kind: "source", id: result.label }, after });
  return result;
}

async function cancelOrder(app: App, orderId: string, by: Actor): Promise<boolean> {
  const order = await app.genericPlanDb
    .selectFrom("orders")
    .select("status")
    .where("id", "=", orderId)
    .executeTakeFirst();
  if (order?.status !== "WAITING_PAYMENT" && order?.status !== "PRESALE") return false;
  const reason = "Se liberaron las piezas apartadas desde una misma red o navegador";
  const move = { to: "CANCELLED", actor: by.name, reason, by, seen: order.status } as const;
  return !isRefusal(await moveOrder(app, orderId, move));
}

async function hasMoneyUnderWay(app: App, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o WHERE o.id = ${orderId} AND (
      EXISTS (SELECT FROM payments p WHERE p.order_id IN ${ORDER_AND_JOINED_IDS}
        AND p.state NOT IN ('REJECTED', 'EXPIRED', 'CANCELLED'))
      OR EXISTS (SELECT FROM transfer_receipts r WHERE r.order_id IN ${ORDER_AND_JOINED_IDS} AND r.state = 'SUBMITTED'))`.execute(
    app.genericPlanDb,
  );
  return rows.length > 0;
}
