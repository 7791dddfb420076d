import { sql } from "kysely";
import { isMatched, matchCodes, matchedQueryCte } from "../catalog/match-codes.ts";
import { inCategory } from "../catalog/search-products.ts";
import { isVisibleIn, type VisibleShops } from "../catalog/visible-products.ts";
import type { Db, Queryable } from "../db/connect.ts";
import { listOnHand, type OnHand } from "./on-hand.ts";

/** Products per page. */
const PAGE_SIZE = 25;
/** How many sizes a search by a part of an SKU finds at most. Their products fill several pages. */
const MAX_MATCHED_SIZES = 400;

export interface StockLevelQuery {
  shops: VisibleShops;
  /** A code or words, like in `findSizes`, or the id of a product. Empty for all. */
  term: string;
  brandId?: string | undefined;
  categoryId?: string | undefined;
  /**
   * low: some size has available pieces, but not more than its own or the common threshold. out: some size has none.
   * Hidden sizes do not count.
   */
  state?: "low" | "out" | undefined;
  /** The id of the last product of the previous page. */
  after?: string | undefined;
}

export interface StockLevelProduct {
  id: string;
  name: string;
  color: string | null;
  brand: string | null;
  isPublished: boolean;
  isPresale: boolean;
  /** `webp`: the widths of its WebP files, in pixels. */
  picture: { key: string; webp: number[] } | null;
  sizes: OnHand[];
}

/** A page of products by name, each with its sizes and current stock. `next`: the cursor of the following page. */
export async function listStockLevels(
  db: Db,
  query: StockLevelQuery,
): Promise<{ products: StockLevelProduct[]; next: string | null }> {
  const match = query.term === "" ? null : await matchCodes(db, query.term, MAX_MATCHED_SIZES);
  const conditions = [
    isVisibleIn(query.shops),
    ...(query.brandId
      ? [sql`EXISTS (SELECT FROM product_brands b WHERE b.product_id = p.id AND b.brand_id = ${query.brandId})`]
      : []),
    ...(query.categoryId ? [inCategory(query.categoryId)] : []),
    ...(match === null ? [] : [isMatched(match)]),
    ...(query.state === "out"
      ? [
          sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available = 0
            AND NOT s.is_hidden)`,
        ]
      : []),
    ...(query.state === "low"
      ? [
          sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden
            AND s.available <= coalesce(s.low_stock_threshold, (SELECT low_stock_threshold FROM stock_settings)))`,
        ]
      : []),
    ...(query.after
      ? [sql`(p.name, p.id) > (SELECT last.name, last.id FROM products last WHERE last.id = ${query.after})`]
      : []),
  ];
  const { rows } = await sql<Omit<StockLevelProduct, "sizes">>`
    ${match === null ? sql`` : sql`WITH ${matchedQueryCte(query.term, match)}`}
    SELECT p.id, p.name, p.color, p.is_published AS "isPublished", p.presale_id IS NOT NULL AS "isPresale",
      (SELECT b.name FROM product_brands pb JOIN brands b ON b.id = pb.brand_id
        WHERE pb.product_id = p.id AND pb.position = 0) AS brand,
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0) AS picture
    FROM products p WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY p.name, p.id LIMIT ${PAGE_SIZE + 1}`.execute(db);
  const page = rows.slice(0, PAGE_SIZE);
  const sizes = await listOnHand(db, { productIds: page.map(({ id }) => id) });
  const products = page.map((product) => ({
    ...product,
    sizes: sizes.filter(({ productId }) => productId === product.id),
  }));
  return { products, next: rows.length > PAGE_SIZE ? page.at(-1)!.id : null };
}

/** The choices of the stock list's filters. */
export async function listStockFilters(db: Queryable) {
  const brands = await db.selectFrom("brands").select(["id", "name"]).orderBy("name").execute();
  const categories = await db.selectFrom("categories").select(["id", "name"]).orderBy("name").execute();
  return { brands, categories };
}
