import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Shop } from "./shop.ts";

/** Counts of a shop's own data besides its settings. */
export interface ShopCounts {
  /** Products sold only in this and certain other shops (rule PRICE-4). */
  localProducts: number;
  ownPrices: number;
  increments: number;
  /** All active carriers, and those of them that the shop offers. */
  carriers: number;
  carriersOffered: number;
}

export async function getShopCounts(app: App, shop: Shop): Promise<ShopCounts> {
  const { rows } = await sql<ShopCounts>`
    SELECT
      (SELECT count(*) FROM shop_products own JOIN products p ON p.id = own.product_id
        WHERE own.shop_id = ${shop.id} AND p.is_local) AS "localProducts",
      (SELECT count(*) FROM shop_products WHERE shop_id = ${shop.id} AND price_cents IS NOT NULL) AS "ownPrices",
      (SELECT count(*) FROM brand_increments WHERE shop_id = ${shop.id}) AS increments,
      (SELECT count(*) FROM carriers WHERE is_active) AS carriers,
      (SELECT count(*) FROM carriers c WHERE is_active AND NOT EXISTS (
        SELECT FROM withdrawn_carriers w WHERE w.shop_id = ${shop.id} AND w.carrier_id = c.id)) AS "carriersOffered"`.execute(
    app.db,
  );
  return rows[0]!;
}
