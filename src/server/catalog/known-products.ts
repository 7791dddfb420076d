import { sql } from "kysely";
import { plainText } from "../../domain/plain-text.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";
import type { Queryable } from "../db/connect.ts";
import { CSV_OFFER, isSameOffer, type CsvOffer } from "./csv-offer.ts";
import { FACTS } from "./fact-columns.ts";
import type { ImportedProduct, ImportedSize } from "./imported-product.ts";
import type { SluggedRow } from "./product-row.ts";
import { codeKey } from "./repeated-codes.ts";
import { shopifyKeys } from "./shopify-keys.ts";
import { toSlug } from "./slug.ts";

/** The data of an existing product that an import is compared with. */
export interface KnownProduct extends ProductFacts {
  id: string;
  sourceKey: string | null;
  name: string;
  description: string;
  color: string | null;
  priceCents: number;
  wholesalePriceCents: number | null;
  costCents: number | null;
  offer: CsvOffer | null;
  isMarkedNew: boolean;
  isPublished: boolean;
  brands: SluggedRow[];
  categories: SluggedRow[];
  sizes: (SizeCodes & { name: string })[];
}

/** The products of the shop to which imported products may correspond. */
export class KnownProducts {
  readonly #byKey = new Map<string, KnownProduct>();

  add(products: readonly KnownProduct[]): void {
    for (const product of products) {
      this.#byKey.set(product.id, product);
      if (product.sourceKey !== null) this.#byKey.set(product.sourceKey, product);
    }
  }

  /**
   * The product of the shop to which an imported product corresponds. One of Shopify is found by the key of its colour,
   * else by its handle, else by the end of an id in the handle (`exportedHandle`).
   */
  find(product: ImportedProduct): KnownProduct | undefined {
    if (!product.shopify) return this.#byKey.get(product.productId ?? product.sourceKey);
    const { colorKey, handleKey, idTail } = shopifyKeys(product.shopify.handle, product.color ?? null);
    const { isOneOfColors } = product.shopify;
    const hasColor = (known: KnownProduct) => plainText(known.color ?? "") === plainText(product.color ?? "");
    const whole = this.#byKey.get(handleKey);
    const exported = [...this.#byKey.values()].filter(({ id }) => idTail !== null && id.endsWith(idTail));
    return (
      this.#byKey.get(colorKey) ??
      (whole && (!isOneOfColors || hasColor(whole)) ? whole : undefined) ??
      (isOneOfColors ? this.#colorsOf(exported).find(hasColor) : exported[0])
    );
  }

  #colorsOf(products: readonly KnownProduct[]): KnownProduct[] {
    const styles = new Set(products.flatMap(({ styleCode }) => styleCode ?? []));
    const inStyle = ({ styleCode }: KnownProduct) => styleCode !== null && styles.has(styleCode);
    return [...products, ...[...this.#byKey.values()].filter(inStyle)];
  }
}

/** The products of the shop to which these products may correspond. */
export async function listKnown(db: Queryable, products: readonly ImportedProduct[]): Promise<KnownProducts> {
  const knownProducts = new KnownProducts();
  const keys = products.flatMap(({ sourceKey, shopify, color }) => {
    if (!shopify) return [sourceKey];
    const { colorKey, handleKey } = shopifyKeys(shopify.handle, color ?? null);
    return [colorKey, handleKey];
  });
  const idTails = products.flatMap(({ shopify }) => (shopify && shopifyKeys(shopify.handle, null).idTail) ?? []);
  knownProducts.add(
    await listProducts(
      db,
      products.flatMap(({ productId }) => productId ?? []),
      keys,
    ),
  );
  if (idTails.length > 0) knownProducts.add(await listProducts(db, await listExported(db, idTails), []));
  return knownProducts;
}

/** The ids of the products of exported handles, and of the other colours of their styles. */
async function listExported(db: Queryable, idTails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH exported AS (SELECT id, style_code FROM products WHERE right(id::text, 12) = ANY (${idTails}::text[]))
    SELECT id FROM exported
    UNION SELECT p.id FROM products p WHERE p.style_code IN (SELECT style_code FROM exported)`.execute(db);
  return rows.map(({ id }) => id);
}

/** The products with these ids or source keys. */
export async function listProducts(
  db: Queryable,
  ids: readonly string[],
  sourceKeys: readonly string[],
): Promise<KnownProduct[]> {
  const { rows } = await sql<KnownProduct>`
    SELECT p.id, p.source_key AS "sourceKey", p.name, p.description, p.color, p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.cost_cents AS "costCents", p.is_marked_new AS "isMarkedNew",
      p.is_published AS "isPublished", ${FACTS}, ${CSV_OFFER} AS offer,
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) ORDER BY pb.position), '[]')
        FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id) AS brands,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug)), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
      (SELECT coalesce(json_agg(json_build_object('name', n.name, 'sku', s.sku, 'gtin', s.gtin,
          'weightGrams', s.weight_grams)), '[]')
        FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id) AS sizes
    FROM products p WHERE p.id = ANY (${ids}::uuid[]) OR p.source_key = ANY (${sourceKeys}::text[])`.execute(db);
  return rows;
}

/** The outcome of importing a product, or why it is refused. */
export function classifyImport(
  known: KnownProduct | undefined,
  product: ImportedProduct,
): "created" | "updated" | "unchanged" | { reason: string } {
  const unusable = [...(product.brands ?? []), ...(product.categories ?? [])].find((name) => toSlug(name) === "");
  if (unusable !== undefined) return { reason: `«${unusable}» no tiene letras ni números con que nombrarla` };
  const { priceCents = known?.priceCents ?? 0, wholesalePriceCents = known?.wholesalePriceCents ?? null } = product;
  if (wholesalePriceCents !== null && wholesalePriceCents > priceCents) {
    return { reason: "el precio de mayoreo sería mayor que el precio" };
  }
  if (known) return isSame(known, product) ? "unchanged" : "updated";
  if (product.productId !== null) return { reason: "no existe un producto con ese ID" };
  const isWhole = product.name !== undefined && product.priceCents !== undefined;
  if (!isWhole) return { reason: "un producto nuevo lleva nombre y precio" };
  return product.offer ? { reason: "un producto nuevo no empieza en oferta: su precio aún no se cobró" } : "created";
}

const COMPARED = [
  "name",
  "description",
  "color",
  "priceCents",
  "wholesalePriceCents",
  "costCents",
  "isMarkedNew",
  "isPublished",
] as const;

function isSame(known: KnownProduct, product: ImportedProduct): boolean {
  const { facts = {} } = product;
  return (
    COMPARED.every((name) => product[name] === undefined || product[name] === known[name]) &&
    isSameOffer(known.offer, product.offer) &&
    hasBrands(known, product) &&
    hasCategories(known, product) &&
    (Object.keys(facts) as (keyof ProductFacts)[]).every((name) => isSameFact(name, known[name], facts[name])) &&
    (!product.shopify?.isOneOfColors || known.styleCode !== null) &&
    product.sizes.every((size) => isSameSize(known.sizes, size))
  );
}

/** Compares a fact, ignoring capitals and accents of fibres. */
function isSameFact(name: keyof ProductFacts, known: unknown, imported: unknown): boolean {
  const text = (fact: unknown) => (name === "composition" ? plainText(JSON.stringify(fact)) : JSON.stringify(fact));
  return text(known) === text(imported);
}

function hasBrands({ brands: known }: KnownProduct, { brands, isComplete }: ImportedProduct): boolean {
  if (brands === undefined || (brands.length === 0 && !isComplete)) return true;
  const isInPlace = brands.every((name, index) => known[index] !== undefined && isNamed(known[index], name));
  return isInPlace && (!isComplete || known.length === brands.length);
}

function hasCategories({ categories: known }: KnownProduct, { categories, isComplete }: ImportedProduct): boolean {
  if (categories === undefined) return true;
  return (
    categories.every((name) => known.some((category) => isNamed(category, name))) &&
    (!isComplete || known.every((category) => categories.some((name) => isNamed(category, name))))
  );
}

function isSameSize(known: KnownProduct["sizes"], { name, sku, gtin, weightGrams }: ImportedSize): boolean {
  const size = known.find((other) => other.name === name);
  return (
    size !== undefined &&
    (sku === undefined || sku === size.sku) &&
    (gtin === undefined || isSameGtin(gtin, size.gtin)) &&
    (weightGrams === undefined || weightGrams === size.weightGrams)
  );
}

function isSameGtin(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : codeKey("gtin", a) === codeKey("gtin", b);
}

/** 'Hombre', 'hombre ' and the slug 'hombre' are the same. */
export function isNamed(row: SluggedRow, name: string): boolean {
  return row.slug === toSlug(name) || toSlug(row.name) === toSlug(name);
}
