import { sql } from "kysely";
import { cartLineName } from "../../domain/cart-line.ts";
import { pricesIn, type CurrentPrices } from "../../domain/price.ts";
import type { LineToMatch } from "../../domain/promotion-terms.ts";
import type { Queryable } from "../db/connect.ts";
import { selectRunningOffers, toOffersNow, type OfferJson } from "../offers/running-offers.ts";
import { toSellingShop, type Shop } from "../shops/shop.ts";

/** A size of an order or a size that staff add, as it is sold in this shop now. */
export interface SizeInEdit extends LineToMatch {
  brandId: string | null;
  name: string;
  /** Whether it is published, not hidden, sold in this shop and not of a presale. */
  isForSale: boolean;
  available: number;
  prices: CurrentPrices;
  picture: { key: string; webp: number[] } | null;
  extended1: string | null;
  extended2: string | null;
}

interface SizeRow extends Omit<SizeInEdit, "prices" | "name" | "isOffer"> {
  product: string;
  color: string | null;
  sizeName: string;
  brand: string | null;
  priceCents: number;
  wholesalePriceCents: number | null;
  branchPriceCents: number | null;
  incrementCents: number | null;
  offers: OfferJson[];
}

/** Sizes by id, also those that are no longer sold. Unknown ids are not in the result. */
export async function findSizesInEdit(
  db: Queryable,
  shop: Shop,
  sizeIds: readonly string[],
): Promise<Map<string, SizeInEdit>> {
  const { rows } = await sql<SizeRow>`
    SELECT s.id AS "sizeId", p.id AS "productId", p.name AS product, p.color, n.name AS "sizeName", b.id AS "brandId",
      b.name AS brand, p.is_digital AS "isDigital", s.available, p.style_code AS "styleCode",
      NOT s.is_hidden AND p.is_published AND p.presale_id IS NULL
        AND (NOT p.is_local OR own.shop_id IS NOT NULL) AS "isForSale",
      p.price_cents AS "priceCents", p.wholesale_price_cents AS "wholesalePriceCents",
      own.price_cents AS "branchPriceCents", bi.increment_cents AS "incrementCents",
      ${selectRunningOffers(sql`${shop.id}::uuid`)} AS offers,
      ARRAY(SELECT pb.brand_id FROM product_brands pb WHERE pb.product_id = p.id) AS "brandIds",
      ARRAY(SELECT pc.category_id FROM product_categories pc WHERE pc.product_id = p.id) AS "categoryIds",
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0) AS picture,
      p.extended1, p.extended2
    FROM sizes s
    JOIN size_names n ON n.id = s.size_name_id
    JOIN products p ON p.id = s.product_id
    LEFT JOIN product_brands first ON first.product_id = p.id AND first.position = 0
    LEFT JOIN brands b ON b.id = first.brand_id
    LEFT JOIN brand_increments bi ON bi.brand_id = b.id AND bi.shop_id = ${shop.id}
    LEFT JOIN shop_products own ON own.product_id = p.id AND own.shop_id = ${shop.id}
    WHERE s.id = ANY (${sizeIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.sizeId, toSizeInEdit(shop, row)]));
}

function toSizeInEdit(shop: Shop, row: SizeRow): SizeInEdit {
  const { product, color, sizeName, brand, priceCents, wholesalePriceCents, branchPriceCents, incrementCents, offers } =
    row;
  const priceData = { priceCents, wholesalePriceCents, branchPriceCents, brandIncrementCents: incrementCents ?? 0 };
  const prices = pricesIn(toSellingShop(shop), priceData, toOffersNow(offers, row.sizeId));
  return {
    sizeId: row.sizeId,
    productId: row.productId,
    brandId: row.brandId,
    name: cartLineName({ name: product, brand, color }, sizeName),
    isDigital: row.isDigital,
    isForSale: row.isForSale,
    available: row.available,
    prices,
    styleCode: row.styleCode,
    brandIds: row.brandIds,
    categoryIds: row.categoryIds,
    isOffer: prices.formerPriceCents !== null,
    picture: row.picture,
    extended1: row.extended1,
    extended2: row.extended2,
  };
}
