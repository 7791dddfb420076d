import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../src/domain/refusal.ts";
import type { App } from "../../src/server/app.ts";
import { addToCart } from "../../src/server/cart/add-to-cart.ts";
import { checkOut } from "../../src/server/checkout/check-out.ts";
import {
  editOrderLines,
  type EditedOrder,
  type EditRefusal,
} from "../../src/server/order-management/edit-order-lines.ts";
import { joinOrders } from "../../src/server/order-management/join-orders.ts";
import { moveOrder } from "../../src/server/orders/move-order.ts";
import type { Shop } from "../../src/server/shops/shop.ts";
import { dateDemoOrder } from "./date-demo-order.ts";
import { dateDemoParcels } from "./date-demo-parcels.ts";
import { DEMO_ORDERS, DEMO_STAFF, instantOf, type DemoOrder } from "./demo-history.ts";
import { demoId } from "./demo-id.ts";
import { demoGuide, packFirstLine, sendDemoParcels } from "./send-demo-parcels.ts";

/** Places and moves Ana's orders with the ordinary use cases, then dates them. */
export async function placeDemoOrders(app: App, customerId: string): Promise<"placed" | Refusal> {
  const now = new Date();
  const placed: { id: string; wanted: DemoOrder }[] = [];
  for (const [index, wanted] of DEMO_ORDERS.entries()) {
    const shop = await app.shops.byKey(wanted.shop);
    if (!shop) return refuse("shop_not_found");
    const orderId = await placeOne(app, shop, customerId, index, wanted);
    if (isRefusal(orderId)) return orderId;
    for (const { to, actor, reason } of wanted.steps) {
      const tracking = to === "SHIPPED" ? { trackingNumber: demoGuide(index) } : {};
      if (to === "SHIPPED" && wanted.rest) {
        const packed = await packFirstLine(app, orderId);
        if (isRefusal(packed)) return packed;
      }
      const moved = await moveOrder(app, orderId, { to, actor, reason, ...tracking });
      if (isRefusal(moved)) return moved;
    }
    const sent = await sendDemoParcels(app, orderId, { index, wanted });
    if (isRefusal(sent)) return sent;
    const edited = wanted.edited && (await addPiece(app, shop, orderId));
    if (isRefusal(edited)) return edited;
    placed.push({ id: orderId, wanted });
  }
  const moments = new Map(
    placed.map(({ id, wanted }) => [
      id,
      [wanted.placed, ...wanted.steps.map(({ at }) => at), wanted.edited].filter((at) => at !== undefined),
    ]),
  );
  for (const { id, wanted } of placed) {
    if (!wanted.joinedLast) continue;
    const into = placed.findLast((other) => other.wanted.shop === wanted.shop)!;
    const joined = await joinOrders(app, { orderId: id, intoId: into.id, actor: DEMO_STAFF });
    if (isRefusal(joined)) return joined;
    for (const one of [id, into.id]) moments.get(one)!.push(wanted.joinedLast);
  }
  for (const [id, at] of moments) {
    await dateDemoOrder(
      app,
      id,
      at.map((moment) => instantOf(moment, now)),
    );
  }
  for (const { id, wanted } of placed) {
    const shipped = wanted.steps.find(({ to }) => to === "SHIPPED");
    if (!shipped) continue;
    const left = [shipped.at, wanted.rest].filter((at) => at !== undefined).map((at) => instantOf(at, now));
    await dateDemoParcels(app, id, { left, arrived: wanted.arrived && instantOf(wanted.arrived, now) });
  }
  return "placed";
}

/** One more piece of the order's first line. */
async function addPiece(app: App, shop: Shop, orderId: string): Promise<EditedOrder | EditRefusal> {
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
    by: { memberId: null, name: DEMO_STAFF, address: null },
  });
}

async function placeOne(
  app: App,
  shop: Shop,
  customerId: string,
  index: number,
  { isPresale: presale = false, isInsured = false }: DemoOrder,
): Promise<string | Refusal> {
  const { rows } = await sql<{ size_id: string; product_id: string }>`
    SELECT DISTINCT ON (p.id) s.id AS size_id, p.id AS product_id
    FROM products p JOIN sizes s ON s.product_id = p.id
    WHERE s.available >= 4 AND NOT p.is_digital AND NOT p.is_local AND (p.presale_id IS NOT NULL) = ${presale}
    ORDER BY p.id, s.id LIMIT 2 OFFSET ${presale ? 0 : index * 5}`.execute(app.db);
  const presaleId = presale ? demoId("presale", "primavera") : null;
  const added = await addToCart(app, shop, {
    cartId: null,
    presaleId,
    lines: (presale ? rows.slice(0, 1) : rows).map((row, line) => ({
      sizeId: row.size_id,
      productId: row.product_id,
      pieces: line + 1,
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
