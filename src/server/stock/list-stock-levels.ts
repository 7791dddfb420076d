import { sql } from "kysely";
import { inCategory, wantedQuery } from "../catalog/search-products.ts";
import { searchWords } from "../catalog/search-words.ts";
import type { Db, Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { listOnHand, type OnHand } from "./on-hand.ts";

/** Rows of a page. */
const PAGE = 25;

/** In which shops somebody may look: goods that only other shops sell are not hers. */
export type ShopsSeen = "all" | readonly string[];

export interface StockLevelQuery {
  shops: ShopsSeen;
  /** Words, or the id of a product or of a size. */
  q: string;
  brandId?: string | undefined;
  categoryId?: string | undefined;
  /** low: few of some size are left. out: none of some size. */
  state?: "low" | "out" | undefined;
  /** The last product of the page before. */
  after?: string | undefined;
}

export interface StockLevelProduct {
  id: string;
  name: string;
  color: string | null;
  brand: string | null;
  isPublished: boolean;
  isPresale: boolean;
  picture: { key: string; webp: number[] } | null;
  sizes: OnHand[];
}

/** Products of shops she sees, that is all but others' local goods. */
export function seenIn(shops: ShopsSeen) {
  if (shops === "all") return sql<boolean>`true`;
  return sql<boolean>`(NOT p.is_local OR EXISTS (
    SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ANY (${shops}::uuid[])))`;
}

/**
 * The shelf, a page of products by name, each with its sizes as they stand. `next`: what the following page comes after.
 */
export async function listStockLevels(
  db: Db,
  asked: StockLevelQuery,
): Promise<{ products: StockLevelProduct[]; next: string | null }> {
  const words = searchWords(asked.q);
  const isById = isId(asked.q);
  const conditions = [
    seenIn(asked.shops),
    ...(asked.brandId
      ? [sql`EXISTS (SELECT FROM product_brands b WHERE b.product_id = p.id AND b.brand_id = ${asked.brandId})`]
      : []),
    ...(asked.categoryId ? [inCategory(asked.categoryId)] : []),
    ...(isById ? [sql`(p.id = ${asked.q} OR p.id = (SELECT s.product_id FROM sizes s WHERE s.id = ${asked.q}))`] : []),
    ...(!isById && asked.q !== "" ? [sql`p.search @@ (SELECT query FROM wanted)`] : []),
    ...(asked.state === "out"
      ? [
          sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available = 0
            AND NOT s.is_hidden)`,
        ]
      : []),
    ...(asked.state === "low"
      ? [
          sql`EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden
            AND s.available <= coalesce(s.low_stock_threshold, (SELECT low_stock_threshold FROM stock_settings)))`,
        ]
      : []),
    ...(asked.after
      ? [sql`(p.name, p.id) > (SELECT last.name, last.id FROM products last WHERE last.id = ${asked.after})`]
      : []),
  ];
  const { rows } = await sql<Omit<StockLevelProduct, "sizes">>`
    WITH ${wantedQuery(isById ? [] : words)}
    SELECT p.id, p.name, p.color, p.is_published AS "isPublished", p.presale_id IS NOT NULL AS "isPresale",
      (SELECT b.name FROM product_brands pb JOIN brands b ON b.id = pb.brand_id
        WHERE pb.product_id = p.id AND pb.position = 0) AS brand,
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0) AS picture
    FROM products p WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY p.name, p.id LIMIT ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  const sizes = await listOnHand(db, { productIds: page.map(({ id }) => id) });
  const products = page.map((product) => ({
    ...product,
    sizes: sizes.filter(({ productId }) => productId === product.id),
  }));
  return { products, next: rows.length > PAGE ? page.at(-1)!.id : null };
}

/** What the shelf can be narrowed by. */
export async function listStockFilters(db: Queryable) {
  const brands = await db.selectFrom("brands").select(["id", "name"]).orderBy("name").execute();
  const categories = await db.selectFrom("categories").select(["id", "name"]).orderBy("name").execute();
  return { brands, categories };
}
