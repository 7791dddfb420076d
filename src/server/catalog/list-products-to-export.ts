import { sql, type RawBuilder } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";
import type { Queryable } from "../db/connect.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { EXPORTED_OFFER, type ExportedOffer } from "./csv-offer.ts";
import { FACTS } from "./fact-columns.ts";
import { matchesFilters, type CatalogFilters } from "./list-catalog.ts";
import { PICTURE } from "./product-row.ts";

/** A product with all its data that a CSV contains. `sizes` has only the sizes that are not hidden. */
export interface ExportedProduct extends ProductFacts {
  id: string;
  sourceKey: string | null;
  name: string;
  description: string;
  color: string | null;
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  costCents: Cents | null;
  isPublished: boolean;
  offer: ExportedOffer | null;
  isMarkedNew: boolean;
  isDigital: boolean;
  brands: string[];
  categories: { slug: string; name: string }[];
  sizes: (SizeCodes & { name: string; available: number })[];
  pictures: PictureRow[];
}

const BATCH_SIZE = 500;

/** The products that match the filters, newest first, read in batches. Only their ids are all in memory at once. */
export async function* iterateProducts(db: Queryable, filters: CatalogFilters): AsyncGenerator<ExportedProduct> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM products p WHERE ${matchesFilters(filters)} ORDER BY p.created_at DESC, p.id DESC`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    yield* await listProducts(db, ids.slice(start, start + BATCH_SIZE));
  }
}

/**
 * The products that match the filters, in groups: the products of one style together, if their colours are different.
 * Any other product is a group of its own.
 */
export async function* iterateStyles(db: Queryable, filters: CatalogFilters): AsyncGenerator<ExportedProduct[]> {
  const { rows } = await sql<{ ids: string[] }>`
    WITH matching AS (SELECT p.id, p.created_at, CASE WHEN ${IS_ONE_OF_COLORS} THEN p.style_code ELSE p.id::text END AS style
      FROM products p WHERE ${matchesFilters(filters)})
    SELECT array_agg(id ORDER BY created_at, id) AS ids FROM matching
    GROUP BY style ORDER BY max(created_at) DESC, style`.execute(db);
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const groups = rows.slice(start, start + BATCH_SIZE).map(({ ids }) => ids);
    const products = await listProducts(db, groups.flat());
    const productsById = new Map(products.map((product) => [product.id, product]));
    yield* groups.map((ids) => ids.flatMap((id) => productsById.get(id) ?? [])).filter((group) => group.length > 0);
  }
}

/** SQL: whether the product `p` has a style and a colour, and no other product of the style has this colour. */
const IS_ONE_OF_COLORS: RawBuilder<boolean> = sql`(p.style_code IS NOT NULL AND p.color_key <> '' AND NOT EXISTS (
  SELECT FROM products o WHERE o.style_code = p.style_code AND o.color_key = p.color_key AND o.id <> p.id))`;

async function listProducts(db: Queryable, ids: readonly string[]): Promise<ExportedProduct[]> {
  const { rows } = await sql<ExportedProduct>`
    SELECT p.id, p.import_key AS "sourceKey", p.name, p.description, p.color, p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.cost_cents AS "costCents", p.is_published AS "isPublished",
      p.is_marked_new AS "isMarkedNew", p.is_digital AS "isDigital", ${FACTS}, ${EXPORTED_OFFER} AS offer,
      (SELECT coalesce(json_agg(b.name ORDER BY pb.position), '[]')
        FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id) AS brands,
      (SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) ORDER BY c.position, c.name), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
      (SELECT coalesce(json_agg(json_build_object('name', n.name, 'available', s.available, 'sku', s.sku, 'gtin', s.gtin,
          'weightGrams', s.weight_grams) ORDER BY n.position, n.name), '[]')
        FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id AND NOT s.is_hidden) AS sizes,
      (SELECT coalesce(json_agg(${PICTURE} ORDER BY pp.position), '[]')
        FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id) AS pictures
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS w (id, place) JOIN products p ON p.id = w.id
    ORDER BY w.place`.execute(db);
  return rows;
}
