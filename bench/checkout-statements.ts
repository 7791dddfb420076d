import { randomBytes } from "node:crypto";
import { placeOrder, type NewOrder } from "../src/server/checkout/place-order.ts";
import { findCheckoutFacts, nextOrderReference } from "../src/server/checkout/queries.ts";
import { findStoredCart } from "../src/server/cart/queries.ts";
import { newId } from "../src/server/db/new-id.ts";
import { authenticateToken } from "../src/server/sessions/sessions.ts";
import { hashToken, newToken } from "../src/server/sessions/token.ts";
import type { Shop } from "../src/server/shops/shop.ts";
import type { BenchShop } from "./bench-shop.ts";
import type { FilledCart } from "./shopper.ts";
import { recordStatements, type Statement } from "./record-statements.ts";

/** Approximate size of the checkout response for an order with two lines, in bytes. */
const RESPONSE_BYTES = 2_500;

/** The rows of a placed order, which are copied for the other orders. */
export type OrderSample = Pick<NewOrder, "order" | "lines" | "inputs">;

export async function readOrderSample(shop: BenchShop, orderId: string): Promise<OrderSample> {
  const { rows } = await shop.query(
    `SELECT to_jsonb(o) - '{reference,ip_hash,device_hash}'::text[] AS "order",
      (SELECT jsonb_agg(l) FROM order_lines l WHERE l.order_id = o.id) AS lines,
      (SELECT inputs FROM order_snapshots WHERE order_id = o.id) AS inputs FROM orders o WHERE o.id = $1`,
    [orderId],
  );
  return (rows as OrderSample[])[0]!;
}

/**
 * Records the statements that the shop runs to check out this cart. They read the caller, the cart and the other data
 * of a checkout, take an order number, and insert the order with the stored answer.
 */
export async function recordCheckoutStatements(
  shop: Shop,
  { cartId, guest }: FilledCart,
  sample: OrderSample,
): Promise<Statement[]> {
  const id = newId();
  const key = newToken();
  const newOrder = {
    order: {
      ...sample.order,
      id,
      cart_id: cartId,
      customer_id: guest.customerId,
      customer_phone: guest.phone,
      key_hash: hashToken(key),
    },
    lines: sample.lines.map((line) => ({ ...line, order_id: id })),
    discounts: [],
    inputs: sample.inputs,
    actor: `cliente ${guest.customerId}`,
    key,
    by: null,
    codeUse: null,
    buyer: null,
    pickup: null,
    answeredCall: {
      scope: `bench ${cartId}`,
      keyHash: hashToken(newToken()),
      requestHash: hashToken(newToken()),
      status: 200,
      body: randomBytes(RESPONSE_BYTES),
    },
  };
  const readStatements = await recordStatements(async (db) => {
    await authenticateToken(db, guest.token);
    await findStoredCart(db, shop, cartId);
    await findCheckoutFacts(db, shop, { customerId: guest.customerId, carrierId: sample.order.carrier_id ?? null });
  });
  const numberStatements = await recordStatements(nextOrderReference, [{ reference: 1 }]);
  const insertStatements = await recordStatements((db) => placeOrder(db, { id: cartId, version: 1 }, newOrder));
  return [...readStatements, ...numberStatements, ...insertStatements];
}
