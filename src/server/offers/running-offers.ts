import { sql, type RawBuilder } from "kysely";
import { offersOf, type OffersNow, type ProductOffer } from "../../domain/offer.ts";

/** A running offer as it is in JSON: times are text. */
export type OfferRow = Omit<ProductOffer, "from" | "until"> & { from: string; until: string | null };

/** An SQL condition: the offer with the alias `o` runs now, by the database's clock (rule OFFER-1). */
export const OFFER_IS_RUNNING: RawBuilder<boolean> = sql`o.starts_at <= now() AND coalesce(o.ends_at, 'infinity') > now()`;

/** The running offers of a product (alias `p`) in a shop, as JSON. */
export function selectRunningOffers(shopId: RawBuilder<unknown>): RawBuilder<OfferRow[]> {
  return sql`(SELECT coalesce(json_agg(${OFFER_JSON}), '[]') FROM offers o
    WHERE o.product_id = p.id AND ${OFFER_IS_RUNNING} AND (o.shop_id IS NULL OR o.shop_id = ${shopId}))`;
}

/**
 * The SQL text of a subquery like `selectRunningOffers`, for a product and a shop whose ids are these SQL expressions. NULL without
 * offers. The condition is a range of the index by product and start, because the planner otherwise prefers the index of
 * the exclusion constraint, which takes ten times as long.
 */
export function selectRunningOffersText(productId: string, shopId: string): string {
  return `(SELECT json_agg(${OFFER_JSON_TEXT}) FROM offers o
    WHERE (o.product_id, o.starts_at) BETWEEN (${productId}, '-infinity') AND (${productId}, now())
      AND coalesce(o.ends_at, 'infinity') > now() AND (o.shop_id IS NULL OR o.shop_id = ${shopId}))`;
}

const OFFER_JSON_TEXT = `json_build_object('sizeId', o.size_id, 'isOfBranch', o.shop_id IS NOT NULL, 'priceCents', o.price_cents,
  'formerPriceCents', o.former_price_cents, 'from', o.starts_at, 'until', o.ends_at)`;
const OFFER_JSON: RawBuilder<OfferRow> = sql.raw(OFFER_JSON_TEXT);

/**
 * A subquery with the lowest running offer of each product, of the list price and of the branch. An offer of a size
 * counts only while the size is shown and in stock. It is joined, so that PostgreSQL can use a hash join.
 */
export function selectLowestOffers(shopId: string): RawBuilder<unknown> {
  return sql`(
    SELECT o.product_id, min(o.price_cents) FILTER (WHERE o.shop_id IS NULL) AS list_cents,
      min(o.price_cents) FILTER (WHERE o.shop_id IS NOT NULL) AS own_cents
    FROM offers o LEFT JOIN sizes s ON s.id = o.size_id
    WHERE ${OFFER_IS_RUNNING} AND (o.shop_id IS NULL OR o.shop_id = ${shopId})
      AND (o.size_id IS NULL OR (s.available > 0 AND NOT s.is_hidden))
    GROUP BY 1)`;
}

/** The offers that apply to a size of the product now, or to the product itself for null. */
export function toOffersNow(rows: readonly OfferRow[], sizeId: string | null): OffersNow {
  return offersOf(
    rows.map((row) => ({ ...row, from: new Date(row.from), until: row.until === null ? null : new Date(row.until) })),
    sizeId,
  );
}
