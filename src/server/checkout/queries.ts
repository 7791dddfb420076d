import { sql } from "kysely";
import type { ShopperTier } from "../../domain/holding-caps.ts";
import type { PromotionCustomer } from "../../domain/promotion-terms.ts";
import { CUSTOMER_COLUMNS, type Customer } from "../customers/queries.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { TIER } from "../holding/shopper.ts";
import {
  buildShippingColumns,
  toShippingChoice,
  type ShippingChoice,
  type ShippingColumns,
} from "../pickup-points/shipping-choice.ts";
import {
  promotionCustomerColumns,
  toPromotionCustomer,
  type PromotionCustomerColumns,
} from "../promotions/find-promotion-customer.ts";
import type { Shop } from "../shops/shop.ts";

export async function findOrderOfCart(db: Queryable, cartId: string) {
  return db
    .selectFrom("orders")
    .select(["id", "customer_id", "checkout_key"])
    .where("cart_id", "=", cartId)
    .executeTakeFirst();
}

/** What a checkout reads besides its cart. */
export interface CheckoutFacts {
  customer: Customer;
  tier: ShopperTier;
  /** The data of the customer on which conditions of the shop's promotions depend. Null if they depend on none. */
  promotionCustomer: PromotionCustomer | null;
  /**
   * The chosen carrier or pick-up point. Null if none was chosen. Undefined if the shop does not have the chosen one.
   */
  shipping: ShippingChoice | null | undefined;
}

/** Reads the facts, usually in one statement. Undefined if there is no such customer. */
export async function findCheckoutFacts(
  db: Queryable,
  shop: Shop,
  { customerId, carrierId }: { customerId: string; carrierId: string | null },
): Promise<CheckoutFacts | undefined> {
  if (!isId(customerId)) return undefined;
  const { rows } = await sql<Customer & PromotionCustomerColumns & ShippingColumns & { tier: ShopperTier }>`
    SELECT ${CUSTOMER_COLUMNS}, ${TIER} AS tier, ${promotionCustomerColumns(shop)}, ${buildShippingColumns(shop.id, carrierId)}
    FROM customers c WHERE c.id = ${customerId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { tier, tags, hasOrders, carrier, point, ...customer } = row;
  return {
    customer,
    tier,
    promotionCustomer: await toPromotionCustomer(db, shop, { phone: customer.phone, tags, hasOrders }),
    shipping: carrierId === null ? null : toShippingChoice({ carrier, point }),
  };
}

/** Takes the reference of a new order from the sequence. An unused reference leaves a gap. */
export async function nextOrderReference(db: Queryable): Promise<number> {
  const { rows } = await sql<{ reference: number }>`SELECT next_order_reference() AS reference`.execute(db);
  return rows[0]!.reference;
}
