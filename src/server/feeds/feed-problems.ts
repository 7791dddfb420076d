import { sql, type RawBuilder } from "kysely";
import { isSoldOutsidePresale } from "../catalog/product-row.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";

const NO_PICTURE = sql<boolean>`NOT EXISTS (SELECT FROM product_pictures pp WHERE pp.product_id = p.id)`;
const NO_SIZE = sql<boolean>`NOT EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND NOT s.is_hidden)`;

/** Why a product of this shop is not in its feed (rule FEED-1). */
const OMISSION_CONDITIONS = {
  unpublished: sql<boolean>`NOT p.is_published`,
  presale: sql<boolean>`p.presale_id IS NOT NULL`,
  ticket: sql<boolean>`p.is_digital`,
  "no-picture": NO_PICTURE,
  "no-size": NO_SIZE,
};

/** Facts about clothes that Google or Meta use, and that a product in the feed lacks (rule FEED-4). */
const INCOMPLETE_CONDITIONS = {
  "no-brand": sql<boolean>`NOT EXISTS (SELECT FROM product_brands pb WHERE pb.product_id = p.id)`,
  "no-color": sql<boolean>`coalesce(p.color, '') = ''`,
  "no-gender": sql<boolean>`p.gender IS NULL`,
  "no-age-group": sql<boolean>`p.age_group IS NULL`,
  "no-code": sql<boolean>`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND NOT s.is_hidden AND s.sku IS NULL AND s.gtin IS NULL)`,
  "no-description": sql<boolean>`p.description = ''`,
  "no-composition": sql<boolean>`p.composition IS NULL`,
  "no-google-category": sql<boolean>`p.google_category IS NULL`,
};

export type OmissionReason = keyof typeof OMISSION_CONDITIONS;
export type IncompleteReason = keyof typeof INCOMPLETE_CONDITIONS;

export interface FeedSummary {
  /** The number of sizes in the feed, and of their products. */
  itemCount: number;
  productCount: number;
  /** The number of products for each reason. A product may have several reasons. */
  omissionCounts: Record<OmissionReason, number>;
  incompleteCounts: Record<IncompleteReason, number>;
}

/** How many items a shop's feed has, and how many products are left out or incomplete, by reason. */
export async function summarizeFeed(db: Queryable, shop: Shop): Promise<FeedSummary> {
  const { rows } = await sql<{ summary: FeedSummary }>`
    WITH here AS MATERIALIZED (
      SELECT ${isInFeed(shop)} AS in_feed,
        (SELECT count(*) FROM sizes s WHERE s.product_id = p.id AND NOT s.is_hidden) AS sizes,
        ${sql.join([...toColumns(OMISSION_CONDITIONS), ...toColumns(INCOMPLETE_CONDITIONS)])}
      FROM products p WHERE ${belongsTo(shop)})
    SELECT json_build_object(
      'itemCount', (SELECT coalesce(sum(sizes), 0) FROM here WHERE in_feed),
      'productCount', (SELECT count(*) FROM here WHERE in_feed),
      'omissionCounts', (SELECT json_build_object(${toCounts(OMISSION_CONDITIONS)}) FROM here WHERE NOT in_feed),
      'incompleteCounts', (SELECT json_build_object(${toCounts(INCOMPLETE_CONDITIONS)}) FROM here WHERE in_feed)) AS summary`.execute(
    db,
  );
  return rows[0]!.summary;
}

export interface ProductWithProblem {
  id: string;
  name: string;
  color: string | null;
}

const PAGE_SIZE = 50;

/**
 * A page of the products that are left out or incomplete for this reason, in id order. `next` is the id after which the
 * next page starts, null on the last page.
 */
export async function listFeedProblems(
  db: Queryable,
  shop: Shop,
  reason: OmissionReason | IncompleteReason,
  afterId: string,
): Promise<{ products: ProductWithProblem[]; next: string | null }> {
  const isLeftOut = reason in OMISSION_CONDITIONS;
  const { rows } = await sql<ProductWithProblem>`
    SELECT p.id, p.name, p.color FROM products p
    WHERE ${belongsTo(shop)} AND ${{ ...OMISSION_CONDITIONS, ...INCOMPLETE_CONDITIONS }[reason]}
      AND ${isLeftOut ? sql`true` : isInFeed(shop)} AND ${isId(afterId) ? sql`p.id > ${afterId}` : sql`true`}
    ORDER BY p.id LIMIT ${sql.lit(PAGE_SIZE + 1)}`.execute(db);
  return { products: rows.slice(0, PAGE_SIZE), next: rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]!.id : null };
}

function isInFeed(shop: Shop): RawBuilder<boolean> {
  return sql`(${isSoldOutsidePresale(shop)} AND NOT p.is_digital AND NOT ${NO_PICTURE} AND NOT ${NO_SIZE})`;
}

/** Whether the shop may sell the product: it is not local, or it is local to this shop. */
function belongsTo(shop: Shop): RawBuilder<boolean> {
  return sql`(NOT p.is_local OR EXISTS (SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ${shop.id}))`;
}

function toColumns(reasons: Record<string, RawBuilder<boolean>>): RawBuilder<unknown>[] {
  return Object.entries(reasons).map(([name, condition]) => sql`${condition} AS ${sql.ref(name)}`);
}

function toCounts(reasons: Record<string, RawBuilder<boolean>>): RawBuilder<unknown> {
  return sql.join(Object.keys(reasons).map((name) => sql`${sql.lit(name)}, count(*) FILTER (WHERE ${sql.ref(name)})`));
}
