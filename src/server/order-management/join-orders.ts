import { sql } from "kysely";
import {
  joinOrders as decideJoin,
  type BoughtOrder,
  type JoinedFigures,
  type JoinRefusal,
} from "../../domain/join-orders.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { applyPaymentsToOrder } from "../payments/apply-payment.ts";
import { closeCheckoutOf } from "../order-money/queries.ts";
import { hasPackedPieces } from "../order-parcels/packed-parcels.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockOrders, readOrdersToJoin, type OrderToJoin } from "../orders/orders-to-join.ts";
import { enqueue } from "../jobs/enqueue.ts";

export interface JoinInput {
  orderId: string;
  /** The order that receives the lines. */
  intoId: string;
  /** Who joins them: 'consola', or a member of staff. */
  actor: string;
  /** The member of staff whose join is in the change log of both orders. Missing for the console. */
  by?: Actor;
}

export interface JoinResult {
  grandTotalCents: Cents;
  /** By how much the payments of both orders together exceed the new total. It must be refunded. */
  overpaidCents: Cents;
}

/**
 * Joins an order into another order of the same customer, so that both are shipped together (rule ORDER-4, decision
 * 15). The target receives the lines and the links, and its charges are calculated again. The joined order ends as
 * JOINED. Available stock does not change, and the stock movements record which order the pieces belong to. Both rows
 * are locked in id order: of two joins, or a join and a cancellation, the later one sees the result of the earlier. The
 * email is a job of the same transaction.
 */
export function joinOrders(
  app: App,
  { orderId, intoId, actor, by }: JoinInput,
): Promise<JoinResult | JoinRefusal | Refusal<"joined_order_not_found" | "pieces_packed">> {
  return transact(app.db, async (tx) => {
    await lockOrders(tx, [orderId, intoId]);
    const ordersById = await readOrdersToJoin(tx, [orderId, intoId]);
    const [joiningOrder, target] = [ordersById.get(orderId), ordersById.get(intoId)];
    if (!joiningOrder || !target) return refuse("joined_order_not_found");
    if (await hasPackedPieces(tx, orderId)) return refuse("pieces_packed");
    const figures = decideJoin(joiningOrder, target);
    if (isRefusal(figures)) return figures;
    const { chargedQuote, owedQuote, overpaidCents } = figures;

    await movePieces(tx, joiningOrder, target, actor);
    await moveLines(tx, joiningOrder, target);
    await moveDiscounts(tx, joiningOrder, target, figures);
    await sql`
      UPDATE orders o SET pieces = ${chargedQuote.pieces}, subtotal_cents = ${chargedQuote.subtotalCents},
        packaging_cents = ${chargedQuote.packagingCents}, packaging_price_cents = ${target.terms.packagingCents}, shipping_cents = ${chargedQuote.shippingCents},
        extra_shipping_cents = ${chargedQuote.extraShippingCents}, discount_cents = ${chargedQuote.discountCents},
        shipping_discount_cents = ${chargedQuote.shippingDiscountCents}, insurance_cents = ${chargedQuote.insuranceCents},
        total_cents = ${chargedQuote.totalCents}, online_fee_cents = ${chargedQuote.onlineFeeCents},
        grand_total_cents = ${chargedQuote.grandTotalCents},
        head_office_total_cents = CASE WHEN o.head_office_total_cents IS NOT NULL
          THEN ${owedQuote.grandTotalCents}::bigint END,
        is_presale = o.is_presale OR j.is_presale,
        -- The one parcel is shipped when its last line is available.
        presale_id = coalesce(o.presale_id, j.presale_id), delivers_on = greatest(o.delivers_on, j.delivers_on),
        -- The later deadline: a join does not shorten the time to pay.
        payment_due_at = CASE WHEN o.payment_due_at IS NOT NULL THEN greatest(o.payment_due_at, j.payment_due_at) END
      FROM orders j WHERE o.id = ${intoId} AND j.id = ${orderId}`.execute(tx);
    await sql`
      UPDATE orders SET status = 'JOINED', joined_into_id = ${intoId}, payment_due_at = NULL WHERE id = ${orderId}`.execute(
      tx,
    );
    await recordEvents(tx, joiningOrder, target, { actor, overpaidCents });
    // All keys of the joined order now open the target too. They still open the joined order (`isOrderKey`).
    await sql`
      INSERT INTO order_keys (key_hash, order_id)
      SELECT key_hash, ${intoId} FROM orders WHERE id = ${orderId}
      ON CONFLICT DO NOTHING`.execute(tx);
    await sql`UPDATE order_keys SET order_id = ${intoId} WHERE order_id = ${orderId}`.execute(tx);
    // Open payment pages have wrong amounts now. Payments for either order count for the target.
    await closeCheckoutOf(tx, orderId);
    await closeCheckoutOf(tx, intoId);
    await applyPaymentsToOrder(tx, intoId);
    await enqueue(tx, "mail_orders_joined", { orderId, overpaidCents });
    if (by) await logJoin(tx, by, joiningOrder, target);
    return { grandTotalCents: chargedQuote.grandTotalCents, overpaidCents };
  });
}

async function logJoin(tx: Tx, by: Actor, joiningOrder: OrderToJoin, target: OrderToJoin): Promise<void> {
  const [joiningNumber, targetNumber] = [`#${joiningOrder.reference}`, `#${target.reference}`];
  await logChange(tx, by, {
    action: "order-join",
    object: { kind: "order", id: joiningOrder.id },
    after: { joinedInto: targetNumber },
  });
  await logChange(tx, by, {
    action: "order-join",
    object: { kind: "order", id: target.id },
    after: { joined: joiningNumber },
  });
}

/**
 * Records in the stock movements that each held piece left one order and entered the other. The available
 * stock does not change, and the movements of a join add up to zero.
 */
async function movePieces(tx: Tx, joiningOrder: OrderToJoin, target: OrderToJoin, actor: string): Promise<void> {
  const reason = `Pedido ${joiningOrder.reference} unido al ${target.reference}`;
  await sql`
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
    SELECT l.size_id, l.held * side.sign, 'join', ${reason}, ${actor}, side.order_id
    FROM order_lines l, (VALUES (1, ${joiningOrder.id}::uuid), (-1, ${target.id}::uuid)) AS side (sign, order_id)
    WHERE l.order_id = ${joiningOrder.id} AND l.held > 0`.execute(tx);
}

/** Merges lines of the same size. The other lines are added after the existing ones. */
async function moveLines(tx: Tx, joiningOrder: BoughtOrder, target: BoughtOrder): Promise<void> {
  // Tickets of merged lines continue the numbering of the target's line. Tickets of other lines move with their line.
  await sql`
    UPDATE tickets t SET order_id = ${target.id}, number = t.number + existing.pieces
    FROM order_lines existing
    WHERE t.order_id = ${joiningOrder.id} AND existing.order_id = ${target.id} AND existing.size_id = t.size_id`.execute(
    tx,
  );
  await sql`
    UPDATE order_lines existing SET pieces = existing.pieces + added.pieces, held = existing.held + added.held,
      discount_cents = existing.discount_cents + added.discount_cents
    FROM order_lines added
    WHERE existing.order_id = ${target.id} AND added.order_id = ${joiningOrder.id} AND existing.size_id = added.size_id`.execute(
    tx,
  );
  await sql`
    DELETE FROM order_lines added USING order_lines existing
    WHERE existing.order_id = ${target.id} AND added.order_id = ${joiningOrder.id} AND existing.size_id = added.size_id`.execute(
    tx,
  );
  await sql`
    UPDATE order_lines SET order_id = ${target.id}, is_wholesale = coalesce(is_wholesale, ${joiningOrder.wholesale}),
      position = position + (SELECT max(position) + 1 FROM order_lines WHERE order_id = ${target.id})
    WHERE order_id = ${joiningOrder.id}`.execute(tx);
}

/** Moves the discounts of the products with their lines. The shipping discount is computed by the target's terms. */
async function moveDiscounts(
  tx: Tx,
  joiningOrder: BoughtOrder,
  target: BoughtOrder,
  { chargedQuote, owedQuote }: JoinedFigures,
): Promise<void> {
  await sql`
    UPDATE order_discounts SET cents = ${chargedQuote.shippingDiscountCents},
      head_office_reduction_cents = CASE WHEN head_office_reduction_cents > 0 THEN ${owedQuote.shippingDiscountCents}::int ELSE 0 END
    WHERE order_id = ${target.id} AND is_shipping_discount`.execute(tx);
  await sql`
    UPDATE order_discounts SET order_id = ${target.id},
      position = position + (SELECT coalesce(max(position) + 1, 0) FROM order_discounts WHERE order_id = ${target.id})
    WHERE order_id = ${joiningOrder.id} AND NOT is_shipping_discount`.execute(tx);
}

async function recordEvents(
  tx: Tx,
  joiningOrder: OrderToJoin,
  target: OrderToJoin,
  { actor, overpaidCents }: { actor: string; overpaidCents: Cents },
): Promise<void> {
  const overpaidText = overpaidCents > 0 ? `; pagado de más: ${formatMoney(overpaidCents)}` : "";
  await tx
    .insertInto("order_events")
    .values([
      {
        order_id: joiningOrder.id,
        from_status: joiningOrder.status,
        to_status: "JOINED",
        actor,
        reason: `Se unió al pedido #${target.reference}`,
      },
      {
        order_id: target.id,
        from_status: target.status,
        to_status: target.status,
        actor,
        reason: `Se unió el pedido #${joiningOrder.reference}${overpaidText}`,
        change: "joined",
      },
    ])
    .execute();
}
