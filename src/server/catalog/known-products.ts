import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { ImportedProduct } from "./imported-product.ts";
import type { SluggedRow } from "./product-row.ts";
import { toSlug } from "./slug.ts";

/** The data of an existing product that an import is compared with. */
export interface KnownProduct {
  id: string;
  sourceKey: string | null;
  name: string;
  description: string;
  color: string | null;
  priceCents: number;
  wholesalePriceCents: number | null;
  isOffer: boolean;
  isMarkedNew: boolean;
  isPublished: boolean;
  brand: SluggedRow | null;
  categories: SluggedRow[];
  sizeNames: string[];
}

/** Those of these products that the shop already has, by their `keyOf`. */
export async function listKnown(
  db: Queryable,
  products: readonly ImportedProduct[],
): Promise<Map<string, KnownProduct>> {
  const ids = products.flatMap(({ productId }) => productId ?? []);
  const keys = products.filter(({ productId }) => productId === null).map(({ sourceKey }) => sourceKey);
  const { rows } = await sql<KnownProduct>`
    SELECT p.id, p.source_key AS "sourceKey", p.name, p.description, p.color, p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.is_offer AS "isOffer", p.is_marked_new AS "isMarkedNew",
      p.is_published AS "isPublished",
      (SELECT json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) FROM product_brands pb
        JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id AND pb.position = 0) AS brand,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug)), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
      (SELECT coalesce(json_agg(n.name), '[]') FROM sizes s JOIN size_names n ON n.id = s.size_name_id
        WHERE s.product_id = p.id) AS "sizeNames"
    FROM products p WHERE p.id = ANY (${ids}::uuid[]) OR p.source_key = ANY (${keys}::text[])`.execute(db);
  return new Map(rows.flatMap((row) => [[row.id, row] as const, [row.sourceKey ?? row.id, row] as const]));
}

export function keyOf(product: ImportedProduct): string {
  return product.productId ?? product.sourceKey;
}

/** The outcome of importing a product, or why it is refused. */
export function classifyImport(
  known: KnownProduct | undefined,
  product: ImportedProduct,
): "created" | "updated" | "unchanged" | { reason: string } {
  const unusable = [...(product.brand === null ? [] : [product.brand]), ...product.categories].find(
    (name) => toSlug(name) === "",
  );
  if (unusable !== undefined) return { reason: `«${unusable}» no tiene letras ni números con que nombrarla` };
  if (!known) return product.productId === null ? "created" : { reason: "no existe un producto con ese ID" };
  return isSame(known, product) ? "unchanged" : "updated";
}

function isSame(known: KnownProduct, product: ImportedProduct): boolean {
  const { wholesalePriceCents = known.wholesalePriceCents, isMarkedNew = known.isMarkedNew } = product;
  return (
    known.name === product.name &&
    known.description === product.description &&
    known.color === product.color &&
    known.priceCents === product.priceCents &&
    known.wholesalePriceCents === wholesalePriceCents &&
    known.isOffer === product.isOffer &&
    known.isMarkedNew === isMarkedNew &&
    known.isPublished === product.isPublished &&
    (product.brand === null || (known.brand !== null && isNamed(known.brand, product.brand))) &&
    product.categories.every((name) => known.categories.some((category) => isNamed(category, name))) &&
    (!product.isComplete ||
      known.categories.every((category) => product.categories.some((name) => isNamed(category, name)))) &&
    product.sizes.every(({ name }) => known.sizeNames.includes(name))
  );
}

/** 'Hombre', 'hombre ' and the slug 'hombre' are the same. */
function isNamed(row: SluggedRow, name: string): boolean {
  return row.slug === toSlug(name) || toSlug(row.name) === toSlug(name);
}
