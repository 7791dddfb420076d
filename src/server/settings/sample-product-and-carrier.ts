import { sql } from "kysely";
import type { App } from "../app.ts";
import type { BasePrices } from "../../domain/price.ts";
import type { CarrierTerms } from "../../domain/quote.ts";
import { listCarriers } from "../shipping/carriers.ts";
import type { Shop } from "../shops/shop.ts";

/** What sample calculations use: a product of this catalogue and the shop's first carrier. */
export interface SampleProductAndCarrier {
  product: { name: string; basePrices: BasePrices };
  carrier: { name: string; terms: CarrierTerms } | null;
}

/** The product in sample calculations if the catalogue is empty. */
const PLACEHOLDER_PRODUCT: SampleProductAndCarrier["product"] = {
  name: "Una prenda de ejemplo",
  basePrices: { priceCents: 250_00, wholesalePriceCents: 200_00, branchPriceCents: null, brandIncrementCents: 0 },
};

/**
 * The newest product with a wholesale price, else the newest product, at this shop's prices, and the shop's first
 * carrier. Only published products that every shop sells count, without tickets and presales. Without one, the
 * result is `PLACEHOLDER_PRODUCT`.
 */
export async function findSampleProductAndCarrier(app: App, shop: Shop): Promise<SampleProductAndCarrier> {
  const { rows } = await sql<BasePrices & { name: string }>`
    SELECT p.name, p.price_cents AS "priceCents", p.wholesale_price_cents AS "wholesalePriceCents",
      own.price_cents AS "branchPriceCents", coalesce(i.increment_cents, 0) AS "brandIncrementCents"
    FROM products p
    LEFT JOIN shop_products own ON own.product_id = p.id AND own.shop_id = ${shop.id}
    LEFT JOIN product_brands b ON b.product_id = p.id AND b.position = 0
    LEFT JOIN brand_increments i ON i.brand_id = b.brand_id AND i.shop_id = ${shop.id}
    WHERE p.is_published AND p.presale_id IS NULL AND NOT p.is_digital AND NOT p.is_local
    ORDER BY p.wholesale_price_cents IS NULL, p.created_at DESC, p.id LIMIT 1`.execute(app.db);
  const [carrier] = await listCarriers(app.db, shop.id);
  const [productRow] = rows;
  if (!productRow) return { product: PLACEHOLDER_PRODUCT, carrier: carrier ?? null };
  const { name, ...basePrices } = productRow;
  return {
    product: { name, basePrices },
    carrier: carrier ? { name: carrier.name, terms: carrier.terms } : null,
  };
}
