import { sql, type RawBuilder } from "kysely";
import type { MissingFact } from "../../domain/missing-facts.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { OFFER_IS_RUNNING } from "../offers/running-offers.ts";
import { lacksOneOf } from "./missing-facts.ts";
import { PICTURE } from "./product-row.ts";
import { inCategory, ofBrand } from "./search-products.ts";
import { toSearchWords } from "./search-words.ts";

export const PRODUCT_STATES = ["published", "hidden", "presale", "local", "no-picture", "no-stock", "offer"] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** Filters of the back office's product list. */
export interface CatalogFilters {
  /** Words of a product's name, colour, brands, categories, keywords and codes, or parts of such words; or its id. */
  term: string;
  /** Id of a category. Includes its subcategories. */
  categoryId: string;
  brandId: string;
  /** Only local products of this shop. */
  shopId: string;
  states: readonly ProductState[];
  /** Only garments that lack at least one of these. */
  missing?: readonly MissingFact[];
}

export interface CatalogRow {
  id: string;
  version: number;
  sourceKey: string | null;
  name: string;
  color: string | null;
  description: string;
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  isPublished: boolean;
  isLocal: boolean;
  isOffer: boolean;
  isMarkedNew: boolean;
  isDigital: boolean;
  presale: string | null;
  brands: string[];
  categories: { slug: string; name: string }[];
  /** Available pieces of the visible sizes. */
  pieces: number;
  sizes: { name: string; available: number }[];
  picture: PictureRow | null;
}

const PAGE_SIZE = 50;

/** The page of products after `afterId`, newest first, and the cursor of the next page (the last row's id). */
export async function listCatalog(
  db: Queryable,
  filters: CatalogFilters,
  afterId: string,
): Promise<{ rows: CatalogRow[]; next: string | null }> {
  const rows = await listRowsAfter(db, filters, afterId, PAGE_SIZE + 1);
  const hasMore = rows.length > PAGE_SIZE;
  return { rows: rows.slice(0, PAGE_SIZE), next: hasMore ? rows[PAGE_SIZE - 1]!.id : null };
}

export async function countCatalog(db: Queryable, filters: CatalogFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM products p WHERE ${matchesFilters(filters)}`.execute(db);
  return rows[0]!.count;
}

/** The ids of at most `limit` products, newest first. */
export async function listCatalogIds(db: Queryable, filters: CatalogFilters, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM products p WHERE ${matchesFilters(filters)}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function listRowsAfter(
  db: Queryable,
  filters: CatalogFilters,
  afterId: string,
  limit: number,
): Promise<CatalogRow[]> {
  const isAfterCursor = isId(afterId)
    ? sql`(p.created_at, p.id) < (SELECT l.created_at, l.id FROM products l WHERE l.id = ${afterId})`
    : sql`true`;
  const { rows } = await sql<CatalogRow>`
    WITH page AS MATERIALIZED (
      SELECT p.* FROM products p WHERE ${matchesFilters(filters)} AND ${isAfterCursor}
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit})
    SELECT p.id, p.version, p.import_key AS "sourceKey", p.name, p.color, p.description, p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.is_published AS "isPublished", p.is_local AS "isLocal",
      ${HAS_OFFER} AS "isOffer", p.is_marked_new AS "isMarkedNew", p.is_digital AS "isDigital",
      (SELECT r.name FROM presales r WHERE r.id = p.presale_id) AS presale,
      (SELECT coalesce(json_agg(b.name ORDER BY pb.position), '[]')
        FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id) AS brands,
      (SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) ORDER BY c.position, c.name), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
      (SELECT coalesce(sum(s.available), 0)::int FROM sizes s WHERE s.product_id = p.id AND NOT s.is_hidden) AS pieces,
      (SELECT coalesce(json_agg(json_build_object('name', n.name, 'available', s.available)
          ORDER BY n.position, n.name), '[]')
        FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id AND NOT s.is_hidden) AS sizes,
      (SELECT ${PICTURE} FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key
        WHERE pp.product_id = p.id ORDER BY pp.position LIMIT 1) AS picture
    FROM page p ORDER BY p.created_at DESC, p.id DESC`.execute(db);
  return rows;
}

/** SQL: whether an offer of the product `p` runs in any shop. */
const HAS_OFFER = sql<boolean>`EXISTS (SELECT FROM offers o WHERE o.product_id = p.id AND ${OFFER_IS_RUNNING})`;

const STATE_CONDITION: Record<ProductState, RawBuilder<unknown>> = {
  published: sql`p.is_published`,
  hidden: sql`NOT p.is_published`,
  presale: sql`p.presale_id IS NOT NULL`,
  local: sql`p.is_local`,
  offer: HAS_OFFER,
  "no-picture": sql`NOT EXISTS (SELECT FROM product_pictures pp WHERE pp.product_id = p.id)`,
  "no-stock": sql`NOT EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden)`,
};

/** SQL: whether the product `p` matches the filters. */
export function matchesFilters({
  term,
  categoryId,
  brandId,
  shopId,
  states,
  missing = [],
}: CatalogFilters): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(isId(term)
      ? [sql`p.id = ${term}`]
      : // A scan of 10,000 products takes 20 ms, so the column has no trigram index.
        toSearchWords(term).map((word) => sql`p.search_words LIKE ${`%${word}%`}`)),
    // The term has no letters or digits to search for.
    ...(term !== "" && !isId(term) && toSearchWords(term).length === 0 ? [sql`false`] : []),
    ...(isId(categoryId) ? [inCategory(categoryId)] : []),
    ...(isId(brandId) ? [ofBrand([brandId])] : []),
    ...(isId(shopId)
      ? [
          sql`p.is_local AND EXISTS (SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ${shopId})`,
        ]
      : []),
    ...states.map((state) => STATE_CONDITION[state]),
    ...(missing.length > 0 ? [lacksOneOf(missing)] : []),
  ];
  return sql`${sql.join(conditions, sql` AND `)}`;
}
