import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { isId } from "../db/new-id.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";

/**
 * An order has at most this many keys in `order_keys` after a link was created: those of its links, and those of its
 * emails except the first. The oldest are deleted.
 */
const MAX_ORDER_KEYS = 10;

/**
 * Creates a key to a guest's own order, for a link that opens it on another device: a guest without a mailbox has no
 * other way (decision 12). Customers with an account get no key, because it would stay valid after a change of
 * password. The key is returned once and stored as a hash. Concurrent calls do not see each other's keys, so slightly
 * more than MAX_ORDER_KEYS keys may be stored.
 */
export async function createOrderKey(
  { genericPlanDb }: App,
  shop: Shop,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<string | Refusal<"order_not_found">> {
  if (!isId(orderId)) return refuse("order_not_found");
  const key = newToken();
  const { rows } = await sql`
    WITH own AS (
      SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id
      WHERE o.id = ${orderId} AND o.shop_id = ${shop.id} AND c.id = ${customerId} AND c.kind = 'guest'
    ), oldest AS (
      DELETE FROM order_keys WHERE key_hash IN (
        SELECT k.key_hash FROM order_keys k JOIN own ON own.id = k.order_id
        ORDER BY k.created_at DESC OFFSET ${MAX_ORDER_KEYS - 1})
    )
    INSERT INTO order_keys (key_hash, order_id) SELECT ${hashToken(key)}, id FROM own RETURNING order_id`.execute(
    genericPlanDb,
  );
  return rows.length > 0 ? key : refuse("order_not_found");
}
