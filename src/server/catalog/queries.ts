import { createHash } from "node:crypto";
import { sql } from "kysely";
import { toRating, type Rating, type RatingCounts } from "../../domain/rating.ts";
import type { Db, Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { OFFER_IS_RUNNING } from "../offers/running-offers.ts";
import { installmentPlansOf, type Shop } from "../shops/shop.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { publicPromotions } from "./promotion-labels.ts";
import { isAvailableIn } from "./stored-list.ts";
import {
  isSoldOutsidePresale,
  PICTURE,
  RATING,
  productColumns,
  SIZES,
  soldInShop,
  type ProductRow,
  type SizeRow,
  type SluggedRow,
} from "./product-row.ts";

/** A product that is on sale here without a code, or that belongs to the presale of the caller's code. */
export async function findProduct(
  db: Db,
  shop: Shop,
  productId: string,
  presaleId: string | null = null,
): Promise<ProductRow | undefined> {
  if (!isId(productId)) return undefined;
  const { rows } = await sql<ProductRow>`
    SELECT ${productColumns(shop)} FROM products p
    WHERE p.id = ${productId} AND ${isSoldWithAccess(shop, presaleId)}`.execute(db);
  return rows[0];
}

/** SQL: whether the product `p` is on sale here without a code, or belongs to this presale. */
function isSoldWithAccess(shop: Shop, presaleId: string | null) {
  if (presaleId === null) return isSoldOutsidePresale(shop);
  return sql`(p.presale_id IS NULL OR p.presale_id = ${presaleId}) AND ${soldInShop(shop)}`;
}

/** The given products that are on sale here without a code, in any order. */
export async function listProductsByIds(
  db: Queryable,
  shop: Shop,
  productIds: readonly string[],
): Promise<ProductRow[]> {
  const ids = productIds.filter(isId);
  if (ids.length === 0) return [];
  const { rows } = await sql<ProductRow>`
    SELECT ${productColumns(shop)} FROM products p WHERE p.id = ANY (${ids}::uuid[]) AND ${isSoldOutsidePresale(shop)}`.execute(
    db,
  );
  return rows;
}

/** The rating of a product that this shop sells. Null without reviews, undefined if the shop does not sell it. */
export async function findRating(
  db: Db,
  shop: Shop,
  productId: string,
  presaleId: string | null = null,
): Promise<Rating | null | undefined> {
  if (!isId(productId)) return undefined;
  const { rows } = await sql<{ rating: RatingCounts }>`
    SELECT ${RATING} AS rating FROM products p
    WHERE p.id = ${productId} AND ${isSoldWithAccess(shop, presaleId)}`.execute(db);
  return rows[0] && toRating(rows[0].rating);
}

/** The products of this shop after `afterId`, in the order of their ids. `/products` is streamed in such batches. */
export async function listProductsAfter(
  db: Db,
  shop: Shop,
  afterId: string | null,
  limit: number,
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    SELECT ${productColumns(shop)} FROM products p
    WHERE ${isSoldOutsidePresale(shop)} AND ${afterId === null ? sql`true` : sql`p.id > ${afterId}`}
    ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * The basis of the ETag of `/products`: sums over the row versions of the products, the stock of every size, the
 * running offers and the tables that products refer to, and the shop's data that its prices depend on. These scans are
 * a small part of the cost of streaming the same rows. Promotions start and end without a change of any row, so those
 * that run now are a part of their own.
 */
export async function catalogFingerprint(db: Db, shop: Shop): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    SELECT concat_ws('-',
      (SELECT count(*) || ':' || coalesce(sum(hashtextextended(p.id::text, p.xmin::text::bigint)), 0) FROM products p),
      (SELECT coalesce(sum(hashtextextended(concat_ws(':', s.id, s.is_hidden, s.sku, s.gtin, s.weight_grams), s.available)), 0)
        FROM sizes s),
      (SELECT coalesce(sum(hashtextextended(k.key, k.xmin::text::bigint)), 0) FROM colors k),
      (SELECT coalesce(sum(hashtextextended(sp.product_id || ':' || sp.shop_id, coalesce(sp.price_cents, -1))), 0)
        FROM shop_products sp),
      (SELECT coalesce(sum(hashtextextended(o.id::text, 0)), 0) FROM offers o WHERE ${OFFER_IS_RUNNING}),
      (SELECT coalesce(sum(hashtextextended(b.id::text, b.xmin::text::bigint)), 0) FROM brands b),
      (SELECT coalesce(sum(hashtextextended(c.id::text, c.xmin::text::bigint)), 0) FROM categories c),
      (SELECT coalesce(sum(hashtextextended(n.id::text, n.xmin::text::bigint)), 0) FROM size_names n),
      (SELECT coalesce(sum(hashtextextended(pb.product_id::text || pb.brand_id, pb.position)), 0) FROM product_brands pb),
      (SELECT coalesce(sum(hashtextextended(pc.product_id::text || pc.category_id, 0)), 0) FROM product_categories pc),
      (SELECT coalesce(sum(hashtextextended(pp.product_id::text || pp.picture_key, pp.position)), 0)
        FROM product_pictures pp),
      (SELECT coalesce(sum(hashtextextended(g.id::text, g.version)), 0) FROM size_guides g)) AS fingerprint`.execute(
    db,
  );
  const shopData = JSON.stringify([
    shop.key,
    shop.unopenedView,
    [...shop.brandIncrements],
    shop.settings.orders.wholesaleDto,
    installmentPlansOf(shop),
    publicPromotions(shop, new Date()),
  ]);
  return createHash("sha1").update(rows[0]!.fingerprint).update(shopData).digest("base64url");
}

/** The available pieces of a product by size; undefined if this shop does not sell it. */
export async function findStock(
  db: Db,
  shop: Shop,
  productId: string,
  presaleId: string | null = null,
): Promise<SizeRow[] | undefined> {
  if (!isId(productId)) return undefined;
  const { rows } = await sql<{ sizes: SizeRow[] }>`
    SELECT ${SIZES} AS sizes
    FROM products p WHERE p.id = ${productId} AND ${isSoldWithAccess(shop, presaleId)}`.execute(db);
  return rows[0]?.sizes;
}

/**
 * The brands of the products that this shop sells, in a presale or not. Brands sold only in other shops are not listed.
 */
export async function listBrands(db: Db, shop: Shop): Promise<SluggedRow[]> {
  const { rows } = await sql<SluggedRow>`
    SELECT b.id, b.name, b.slug FROM brands b
    WHERE EXISTS (SELECT FROM product_brands pb JOIN products p ON p.id = pb.product_id
      WHERE pb.brand_id = b.id AND ${soldInShop(shop)})
    ORDER BY plain_text(b.name)`.execute(db);
  return rows;
}

export interface CategoryRow extends SluggedRow {
  description: string;
  parent_id: string | null;
  color: string | null;
  picture: PictureRow | null;
  /** Whether this shop has available products in this category, without its subcategories. */
  hasProducts: boolean;
  /** Brands with available products in this category, without its subcategories. */
  brands: SluggedRow[];
}

/**
 * All categories that are not hidden, in their order, with the brands of which this shop has available products in
 * each. A subcategory of a hidden category is listed too, but `categoryTree` leaves it out.
 */
export async function listCategories(db: Db, shop: Shop): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    WITH sold AS MATERIALIZED (
      SELECT DISTINCT pc.category_id, pb.brand_id
      FROM product_lists l
      JOIN product_categories pc ON pc.product_id = l.product_id
      LEFT JOIN product_brands pb ON pb.product_id = l.product_id
      WHERE ${isAvailableIn(shop)})
    SELECT c.id, c.slug, c.name, c.description, c.parent_id, c.color,
      (SELECT ${PICTURE} FROM pictures i WHERE i.key = c.picture) AS picture,
      EXISTS (SELECT FROM sold WHERE sold.category_id = c.id) AS "hasProducts",
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) ORDER BY b.name), '[]')
        FROM sold JOIN brands b ON b.id = sold.brand_id WHERE sold.category_id = c.id) AS brands
    FROM categories c WHERE NOT c.is_hidden ORDER BY c.position, c.name`.execute(db);
  return rows;
}
