import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";

export type OfferState = "running" | "planned" | "ended";

/** An offer as staff see it. */
export interface OfferOverview {
  id: string;
  productId: string;
  product: string;
  /** Null: all sizes. */
  size: string | null;
  /** The branch. Null: the list price. */
  shop: string | null;
  priceCents: Cents;
  formerPriceCents: Cents;
  startsAt: Date;
  endsAt: Date | null;
  state: OfferState;
  actor: string;
  /** Who ended it before its time. */
  endedBy: string | null;
}

export interface OfferFilters {
  states: readonly OfferState[];
  productId?: string;
  /** Only those of this branch, or of the list price if null. */
  shopId?: string | null | undefined;
  /** A text in the product's name, colour, brands, categories, keywords or codes. */
  term?: string;
  limit?: number;
}

/**
 * Lists running offers first, then planned and then ended ones, and in each group the one that starts latest first.
 * Their state is computed by the database's clock. An offer that was cancelled before its start counts as ended.
 */
export async function listOffers(
  db: Queryable,
  { states, productId, shopId, term, limit = 500 }: OfferFilters,
): Promise<OfferOverview[]> {
  if (productId !== undefined && !isId(productId)) return [];
  const { rows } = await sql<OfferOverview>`
    SELECT * FROM (
      SELECT o.id, o.product_id AS "productId", concat_ws(' ', p.name, p.color) AS product, n.name AS size, h.name AS shop,
        o.price_cents AS "priceCents", o.former_price_cents AS "formerPriceCents", o.starts_at AS "startsAt",
        o.ends_at AS "endsAt", o.actor, o.ended_by AS "endedBy",
        CASE WHEN coalesce(o.ends_at, 'infinity') <= now() OR o.ends_at = o.starts_at THEN 'ended'
          WHEN o.starts_at > now() THEN 'planned' ELSE 'running' END AS state
      FROM offers o JOIN products p ON p.id = o.product_id
      LEFT JOIN sizes s ON s.id = o.size_id LEFT JOIN size_names n ON n.id = s.size_name_id
      LEFT JOIN shops h ON h.id = o.shop_id
      WHERE ${productId === undefined ? sql`true` : sql`o.product_id = ${productId}`}
        AND ${shopId === undefined ? sql`true` : sql`o.shop_id IS NOT DISTINCT FROM ${shopId}::uuid`}
        AND ${term ? sql`p.search_words LIKE '%' || plain_text(${term}) || '%'` : sql`true`}) o
    WHERE state = ANY (${states}::text[])
    ORDER BY array_position(ARRAY['running', 'planned', 'ended'], state), "startsAt" DESC, id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}
