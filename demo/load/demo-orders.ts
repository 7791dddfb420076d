import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../src/domain/refusal.ts";
import type { App } from "../../src/server/app.ts";
import { addToCart } from "../../src/server/cart/add-to-cart.ts";
import { checkOut } from "../../src/server/checkout/check-out.ts";
import {
  editOrderLines,
  type OrderEditResult,
  type EditRefusal,
} from "../../src/server/order-management/edit-order-lines.ts";
import { joinOrders } from "../../src/server/order-management/join-orders.ts";
import { moveOrder } from "../../src/server/orders/move-order.ts";
import type { Shop } from "../../src/server/shops/shop.ts";
import { dateDemoOrder } from "./date-demo-order.ts";
import { dateDemoParcels } from "./date-demo-parcels.ts";
import { DEMO_ORDERS, DEMO_STAFF_NAME, instantOf, type DemoOrder } from "./demo-history.ts";
import { demoId } from "./demo-id.ts";
import { demoTrackingNumber, packFirstLine, sendDemoParcels } from "./send-demo-parcels.ts";

/** Places and moves Ana's orders with the ordinary use cases, then sets their dates in the past. */
export async function placeDemoOrders(app: App, customerId: string): Promise<"placed" | Refusal> {
  const now = new Date();
  const placedOrders: { id: string; demoOrder: DemoOrder }[] = [];
  for (const [index, demoOrder] of DEMO_ORDERS.entries()) {
    const shop = await app.shops.byKey(demoOrder.shop);
    if (!shop) return refuse("shop_not_found");
    const orderId = await placeDemoOrder(app, shop, customerId, index, demoOrder);
    if (isRefusal(orderId)) return orderId;
    for (const { to, actor, reason } of demoOrder.steps) {
      const tracking = to === "SHIPPED" ? { trackingNumber: demoTrackingNumber(index) } : {};
      if (to === "SHIPPED" && demoOrder.secondParcelLeftAt) {
        const packed = await packFirstLine(app, orderId);
        if (isRefusal(packed)) return packed;
      }
      const moved = await moveOrder(app, orderId, { to, actor, reason, ...tracking });
      if (isRefusal(moved)) return moved;
    }
    const sent = await sendDemoParcels(app, orderId, { index, demoOrder });
    if (isRefusal(sent)) return sent;
    const edited = demoOrder.editedAt && (await addPiece(app, shop, orderId));
    if (isRefusal(edited)) return edited;
    placedOrders.push({ id: orderId, demoOrder });
  }
  const moments = new Map(
    placedOrders.map(({ id, demoOrder }) => [
      id,
      [demoOrder.placedAt, ...demoOrder.steps.map(({ at }) => at), demoOrder.editedAt].filter((at) => at !== undefined),
    ]),
  );
  for (const { id, demoOrder } of placedOrders) {
    if (!demoOrder.joinedIntoNewestAt) continue;
    const newestOrder = placedOrders.findLast((other) => other.demoOrder.shop === demoOrder.shop)!;
    const joined = await joinOrders(app, { orderId: id, intoId: newestOrder.id, actor: DEMO_STAFF_NAME });
    if (isRefusal(joined)) return joined;
    for (const orderId of [id, newestOrder.id]) moments.get(orderId)!.push(demoOrder.joinedIntoNewestAt);
  }
  for (const [id, orderMoments] of moments) {
    await dateDemoOrder(
      app,
      id,
      orderMoments.map((moment) => instantOf(moment, now)),
    );
  }
  for (const { id, demoOrder } of placedOrders) {
    const shippedStep = demoOrder.steps.find(({ to }) => to === "SHIPPED");
    if (!shippedStep) continue;
    const departures = [shippedStep.at, demoOrder.secondParcelLeftAt]
      .filter((at) => at !== undefined)
      .map((at) => instantOf(at, now));
    await dateDemoParcels(app, id, {
      departures,
      arrivedAt: demoOrder.arrivedAt && instantOf(demoOrder.arrivedAt, now),
    });
  }
  return "placed";
}

/** Adds a piece to the order's first line, as staff do at a customer's request. */
async function addPiece(app: App, shop: Shop, orderId: string): Promise<OrderEditResult | EditRefusal> {
  const lines = await app.db
    .selectFrom("order_lines")
    .select(["size_id as sizeId", "pieces"])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();
  return editOrderLines(app, shop, orderId, {
    lines: lines.map((line, index) => (index === 0 ? { ...line, pieces: line.pieces + 1 } : line)),
    staffDiscount: "keep",
    limitBps: 0,
    seen: null,
    expectedTotalCents: null,
    reason: "Pidió una pieza más por teléfono",
    by: { memberId: null, name: DEMO_STAFF_NAME, ip: null },
  });
}

async function placeDemoOrder(
  app: App,
  shop: Shop,
  customerId: string,
  index: number,
  { isPresale = false, isInsured = false }: DemoOrder,
): Promise<string | Refusal> {
  const { rows } = await sql<{ size_id: string; product_id: string }>`
    SELECT DISTINCT ON (p.id) s.id AS size_id, p.id AS product_id
    FROM products p JOIN sizes s ON s.product_id = p.id
    WHERE s.available >= 4 AND NOT p.is_digital AND NOT p.is_local AND (p.presale_id IS NOT NULL) = ${isPresale}
    ORDER BY p.id, s.id LIMIT 2 OFFSET ${isPresale ? 0 : index * 5}`.execute(app.db);
  const presaleId = isPresale ? demoId("presale", "primavera") : null;
  const added = await addToCart(app, shop, {
    cartId: null,
    presaleId,
    lines: (isPresale ? rows.slice(0, 1) : rows).map((row, lineIndex) => ({
      sizeId: row.size_id,
      productId: row.product_id,
      pieces: lineIndex + 1,
    })),
  });
  if (isRefusal(added)) return added;
  if (!added.cart) return refuse("nothing_added");
  const placed = await checkOut(app, shop, customerId, {
    cartId: added.cart.id,
    customerId,
    addressId: demoId("address", "ana casa"),
    carrierId: demoId("carrier", isInsured ? "insured" : "plain"),
    insured: isInsured,
    paymentMethod: "TB",
    expectedTotalCents: null,
    termsVersion: shop.terms.version,
    email: null,
    readAccess: () => app.accessCodes.verify("PRIMAVERA", "demostración"),
    assistedBy: null,
    checkoutKey: null,
  });
  return isRefusal(placed) ? placed : placed.orderId;
}
