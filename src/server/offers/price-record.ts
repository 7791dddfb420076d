import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { ProductOffer } from "../../domain/offer.ts";
import { chargedPrices, type ChargedPrice, type PriceRecord } from "../../domain/price-history.ts";
import type { Queryable } from "../db/connect.ts";
import { toSellingShop, type Shop } from "../shops/shop.ts";

/**
 * The data from which a product's prices since its creation are computed: the list price (`branch` is null) or a
 * branch's price, of one size or of the whole product (`sizeId` is null). The increment is today's, because former ones
 * are not stored (rule OFFER-4).
 */
export async function findPriceRecord(
  db: Queryable,
  branch: Shop | null,
  { productId, sizeId }: { productId: string; sizeId: string | null },
): Promise<PriceRecord> {
  const shopId = branch?.id ?? null;
  const [priceChanges, offers, brand] = await Promise.all([
    sql<{ kind: "price" | "branch"; cents: Cents | null; since: Date }>`
      SELECT kind, cents, since FROM price_history
      WHERE product_id = ${productId} AND (kind = 'price' OR (kind = 'branch' AND shop_id = ${shopId}))
      ORDER BY since, id`.execute(db),
    sql<ProductOffer>`
      SELECT o.size_id AS "sizeId", o.shop_id IS NOT NULL AS "isOfBranch", o.price_cents AS "priceCents",
        o.former_price_cents AS "formerPriceCents", o.starts_at AS "startsAt", o.ends_at AS "endsAt"
      FROM offers o WHERE o.product_id = ${productId} AND (o.shop_id IS NULL OR o.shop_id = ${shopId})`.execute(db),
    sql<{ brandId: string }>`
      SELECT brand_id AS "brandId" FROM product_brands WHERE product_id = ${productId} AND position = 0`.execute(db),
  ]);
  return {
    shop: branch ? toSellingShop(branch) : { kind: "headOffice" },
    sizeId,
    listPrices: priceChanges.rows.filter(({ kind }) => kind === "price"),
    branchPrices: priceChanges.rows.filter(({ kind }) => kind === "branch"),
    brandIncrementCents: branch?.brandIncrements.get(brand.rows[0]?.brandId ?? "") ?? 0,
    offers: offers.rows,
  };
}

/** The prices that were charged for a product in a shop since its creation, the newest first. */
export async function listChargedPrices(
  db: Queryable,
  shop: Shop,
  productId: string,
  now: Date,
): Promise<ChargedPrice[]> {
  const record = await findPriceRecord(db, branchOf(shop), { productId, sizeId: null });
  const recordStart = record.listPrices[0]?.since ?? now;
  return chargedPrices(record, { from: recordStart, to: now }).toReversed();
}

/** The shop if it is a branch, which has its own prices. Null for the head office, whose price is the list price. */
export function branchOf(shop: Shop): Shop | null {
  return shop.kind === "branch" ? shop : null;
}
