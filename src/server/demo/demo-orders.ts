import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { checkOut } from "../checkout/check-out.ts";
import { joinOrders } from "../orders/join-orders.ts";
import { moveOrder } from "../orders/move-order.ts";
import type { Shop } from "../settings/shop.ts";
import { demoId } from "./demo-id.ts";

/**
 * One order for each status, along the edges that lead to it; the presale one in the branch (ruling 12). `joinsLast`: once
 * all are there it joins the newest of its shop.
 */
const WANTED: { shop: string; presale?: boolean; moves: OrderStatus[]; joinsLast?: boolean }[] = [
  { shop: "matriz", moves: ["PAYMENT_ACCEPTED", "SHIPPED"] },
  { shop: "matriz", moves: ["PAYMENT_ACCEPTED", "SHIPPED"] },
  { shop: "matriz", moves: [], joinsLast: true },
  { shop: "matriz", moves: ["CANCELLED"] },
  { shop: "matriz", moves: ["RESERVED"] },
  { shop: "matriz", moves: ["PAYMENT_ACCEPTED"] },
  { shop: "matriz", moves: [] },
  { shop: "norte", moves: ["PAYMENT_ACCEPTED", "SHIPPED"] },
  { shop: "norte", presale: true, moves: [] },
];

/** Ana's orders, placed and moved by the same use cases as everybody's. */
export async function placeDemoOrders(app: App, customerId: string): Promise<"placed" | Refusal> {
  const placed: { id: string; shop: string; joinsLast?: boolean }[] = [];
  for (const [index, wanted] of WANTED.entries()) {
    const shop = await app.shops.byKey(wanted.shop);
    if (!shop) return refuse("shop_not_found");
    const orderId = await placeOne(app, shop, customerId, index, wanted.presale ?? false);
    if (isRefusal(orderId)) return orderId;
    for (const to of wanted.moves) {
      const tracking = to === "SHIPPED" ? { trackingNumber: `MX${String(847_201_330 + index * 7_919)}` } : {};
      const moved = await moveOrder(app, orderId, { to, actor: "demostración", reason: "Demostración", ...tracking });
      if (isRefusal(moved)) return moved;
    }
    placed.push({ id: orderId, shop: wanted.shop, joinsLast: wanted.joinsLast });
  }
  for (const { id, shop } of placed.filter(({ joinsLast }) => joinsLast)) {
    const intoId = placed.findLast((other) => other.shop === shop)!.id;
    const joined = await joinOrders(app, { orderId: id, intoId, actor: "demostración" });
    if (isRefusal(joined)) return joined;
  }
  return "placed";
}

async function placeOne(
  app: App,
  shop: Shop,
  customerId: string,
  index: number,
  presale: boolean,
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
    carrierId: demoId("carrier", index % 2 === 0 ? "plain" : "insured"),
    insured: index % 2 === 1,
    paymentMethod: "TB",
    expectedTotalCents: null,
    termsVersion: shop.terms.version,
    email: null,
    readAccess: () => app.codes.judge("PRIMAVERA", "demostración"),
    assistedBy: null,
    checkoutKey: null,
  });
  return isRefusal(placed) ? placed : placed.orderId;
}
