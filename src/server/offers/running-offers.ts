import { sql, type RawBuilder } from "kysely";
import { offersOf, type ApplicableOffers, type ProductOffer } from "../../domain/offer.ts";

/** A running offer as it is in JSON: times are text. */
export type OfferJson = Omit<ProductOffer, "startsAt" | "endsAt"> & { startsAt: string; endsAt: string | null };

/** An SQL condition: the offer with the alias `o` runs now, by the database's clock (rule OFFER-1). */
export const OFFER_IS_RUNNING: RawBuilder<boolean> = sql`o.starts_at <= now() AND coalesce(o.ends_at, 'infinity') > now()`;

/** The running offers of a product (alias `p`) in a shop, as JSON. */
export function selectRunningOffers(shopIdSql: RawBuilder<unknown>): RawBuilder<OfferJson[]> {
  return sql`(SELECT coalesce(json_agg(${OFFER_JSON}), '[]') FROM offers o
    WHERE o.product_id = p.id AND ${OFFER_IS_RUNNING} AND (o.shop_id IS NULL OR o.shop_id = ${shopIdSql}))`;
}

/**
 * Like `selectRunningOffers`, as SQL text, for a product and a shop whose ids are these SQL expressions. NULL if no
 * offer runs. The condition is a range of the index by product and start, because the planner otherwise prefers the
 * index of the exclusion constraint, which takes ten times as long.
 */
export function selectRunningOffersText(productIdSql: string, shopIdSql: string): string {
  return `(SELECT json_agg(${OFFER_JSON_TEXT}) FROM offers o
    WHERE (o.product_id, o.starts_at) BETWEEN (${productIdSql}, '-infinity') AND (${productIdSql}, now())
      AND coalesce(o.ends_at, 'infinity') > now() AND (o.shop_id IS NULL OR o.shop_id = ${shopIdSql}))`;
}

const OFFER_JSON_TEXT = `json_build_object('sizeId', o.size_id, 'isOfBranch', o.shop_id IS NOT NULL, 'priceCents', o.price_cents,
  'formerPriceCents', o.former_price_cents, 'startsAt', o.starts_at, 'endsAt', o.ends_at)`;
const OFFER_JSON: RawBuilder<OfferJson> = sql.raw(OFFER_JSON_TEXT);

/**
 * A subquery with the lowest running offer of each product, of the list price and of the branch. An offer of a size
 * counts only while the size is shown and in stock. Callers join it, so
 * that PostgreSQL can use a hash join.
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
export function toOffersNow(rows: readonly OfferJson[], sizeId: string | null): ApplicableOffers {
  return offersOf(
    rows.map((row) => ({
      ...row,
      startsAt: new Date(row.startsAt),
      endsAt: row.endsAt === null ? null : new Date(row.endsAt),
    })),
    sizeId,
  );
}
