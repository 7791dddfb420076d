import { sql, type RawBuilder } from "kysely";
import type { Facets } from "../../contract/catalog.ts";
import { COLOR_FAMILIES, COLOR_FAMILY_LABEL, type ColorFamily } from "../../domain/color-family.ts";
import { toPesos } from "../../domain/money.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { isSoldOutsidePresale } from "./product-row.ts";
import { hasPriceLimit, type Filters } from "./search.ts";
import {
  hasPieces,
  inCategory,
  isNew,
  isOnOffer,
  ofBrand,
  ofColor,
  ofPrice,
  pricedProducts,
  searchQueryCte,
  shopPrice,
} from "./search-products.ts";
import { toSearchWords } from "./search-words.ts";

/** The kinds of filters whose choices are counted. */
const FILTER_KINDS = ["category", "brand", "size", "color", "price", "offer", "new"] as const;

/** SQL: whether a hit matches the filters of all kinds except this one. Null: of all kinds. */
function matchesAllExcept(kind: (typeof FILTER_KINDS)[number] | null): RawBuilder<boolean> {
  return sql`${sql.join(
    FILTER_KINDS.filter((other) => other !== kind).map((other) => sql.ref(`h.of_${other}`)),
    sql` AND `,
  )}`;
}

/**
 * How many products each category, brand, size and family of colours would leave in the list, how many are on offer or
 * new, and the price range. Each kind of filter is counted with the choices of the other kinds but not its own, so that
 * a second brand can be added to the first. A category counts a product of several subcategories once. Values without
 * products are not listed.
 */
export async function countFacets(db: Db, shop: Shop, filters: Filters): Promise<Facets> {
  const words = toSearchWords(filters.term ?? "");
  if (filters.term && words.length === 0) return NO_FACETS;
  const { rows } = await sql<{ facets: RawFacets }>`
    WITH RECURSIVE ${searchQueryCte(words)},
    hits AS MATERIALIZED (
      SELECT p.id, p.color_key, ${shopPrice(shop)} AS price_cents, ${isOnOffer(shop)} AS is_offer,
        ${isNew(shop)} AS is_new,
        ${filters.category ? inCategory(filters.category) : sql`true`} AS of_category,
        ${filters.brands?.length ? ofBrand(filters.brands) : sql`true`} AS of_brand,
        ${filters.sizeNames?.length ? hasPieces(filters.sizeNames) : sql`true`} AS of_size,
        ${filters.colors?.length ? sql`coalesce(${ofColor(filters.colors)}, false)` : sql`true`} AS of_color,
        ${hasPriceLimit(filters) ? ofPrice(shop, filters) : sql`true`} AS of_price,
        ${filters.onlyOffers ? isOnOffer(shop) : sql`true`} AS of_offer,
        ${filters.onlyNew ? isNew(shop) : sql`true`} AS of_new
      FROM ${pricedProducts(shop)} CROSS JOIN search_query
      WHERE ${isSoldOutsidePresale(shop)} AND ${hasPieces(undefined)} ${words.length > 0 ? sql`AND p.search @@ search_query.query` : sql``}
    ),
    shown (id) AS (
      SELECT c.id FROM categories c WHERE c.parent_id IS NULL AND NOT c.is_hidden
      UNION ALL SELECT c.id FROM categories c JOIN shown ON c.parent_id = shown.id WHERE NOT c.is_hidden
    ),
    under (top, id) AS (
      SELECT shown.id, shown.id FROM shown
      UNION ALL SELECT under.top, c.id FROM categories c JOIN under ON c.parent_id = under.id
    ),
    brand_counts AS (
      SELECT pb.brand_id AS id, count(*) FROM hits h JOIN product_brands pb ON pb.product_id = h.id
      WHERE ${matchesAllExcept("brand")} GROUP BY 1
    ),
    size_counts AS (
      SELECT s.size_name_id AS id, count(*) FROM hits h JOIN sizes s ON s.product_id = h.id AND s.available > 0 AND NOT s.is_hidden
      WHERE ${matchesAllExcept("size")} GROUP BY 1
    ),
    category_counts AS (
      SELECT under.top AS id, count(DISTINCT h.id) FROM hits h
      JOIN product_categories pc ON pc.product_id = h.id JOIN under ON under.id = pc.category_id
      WHERE ${matchesAllExcept("category")} GROUP BY 1
    ),
    color_counts AS (
      SELECT family, count(*) FROM hits h JOIN colors k ON k.key = h.color_key CROSS JOIN unnest(k.families) AS family
      WHERE ${matchesAllExcept("color")} GROUP BY 1
    )
    SELECT json_build_object(
      'totalDocs', (SELECT count(*) FROM hits h WHERE ${matchesAllExcept(null)}),
      'brands', (SELECT coalesce(json_agg(json_build_object('_id', b.id, 'slug', b.slug, 'name', b.name, 'count', n.count)
        ORDER BY plain_text(b.name)), '[]') FROM brand_counts n JOIN brands b USING (id)),
      'sizes', (SELECT coalesce(json_agg(json_build_object('_id', z.id, 'name', z.name, 'count', n.count)
        ORDER BY z.position, z.name), '[]') FROM size_counts n JOIN size_names z USING (id)),
      'categories', (SELECT coalesce(json_agg(json_build_object('_id', c.id, 'slug', c.slug, 'name', c.name,
        'parentId', coalesce(c.parent_id::text, '0'), 'count', n.count) ORDER BY c.position, c.name), '[]')
        FROM category_counts n JOIN categories c USING (id)),
      'colors', (SELECT coalesce(json_object_agg(family, count), '{}') FROM color_counts),
      'prices', (SELECT json_build_object('min', min(h.price_cents), 'max', max(h.price_cents))
        FROM hits h WHERE ${matchesAllExcept("price")}),
      'offers', (SELECT count(*) FROM hits h WHERE ${matchesAllExcept("offer")} AND h.is_offer),
      'newProducts', (SELECT count(*) FROM hits h WHERE ${matchesAllExcept("new")} AND h.is_new)) AS facets`.execute(
    db,
  );
  return toFacets(rows[0]!.facets);
}

const NO_FACETS: Facets = {
  totalDocs: 0,
  brands: [],
  sizes: [],
  categories: [],
  colors: [],
  prices: null,
  offers: 0,
  newProducts: 0,
};

type RawFacets = Omit<Facets, "colors" | "prices"> & {
  /** The number of products by colour family. */
  colors: Partial<Record<ColorFamily, number>>;
  /** In centavos. Null without products. */
  prices: { min: number | null; max: number | null };
};

function toFacets({ colors, prices: { min, max }, ...facets }: RawFacets): Facets {
  return {
    ...facets,
    colors: COLOR_FAMILIES.flatMap((family) => {
      const count = colors[family];
      return count ? [{ _id: family, name: COLOR_FAMILY_LABEL[family], count }] : [];
    }),
    prices: min === null || max === null ? null : { min: toPesos(min), max: toPesos(max) },
  };
}
