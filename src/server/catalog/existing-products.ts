import { sql } from "kysely";
import { plainText } from "../../domain/plain-text.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";
import type { Queryable } from "../db/connect.ts";
import { EXPORTED_OFFER, isSameOffer, type ExportedOffer } from "./csv-offer.ts";
import { FACTS } from "./fact-columns.ts";
import type { ImportedProduct, ImportedSize } from "./imported-product.ts";
import type { SluggedRow } from "./product-row.ts";
import { codeKey } from "./repeated-codes.ts";
import { shopifyKeys } from "./shopify-keys.ts";
import { toSlug } from "./slug.ts";

/** The data of an existing product that an import is compared with. */
export interface ExistingProduct extends ProductFacts {
  id: string;
  sourceKey: string | null;
  name: string;
  description: string;
  color: string | null;
  priceCents: number;
  wholesalePriceCents: number | null;
  costCents: number | null;
  offer: ExportedOffer | null;
  isMarkedNew: boolean;
  isPublished: boolean;
  brands: SluggedRow[];
  categories: SluggedRow[];
  sizes: (SizeCodes & { name: string })[];
}

/** The products of the shop to which imported products may correspond. */
export class ExistingProducts {
  readonly #byKey = new Map<string, ExistingProduct>();

  add(products: readonly ExistingProduct[]): void {
    for (const product of products) {
      this.#byKey.set(product.id, product);
      if (product.sourceKey !== null) this.#byKey.set(product.sourceKey, product);
    }
  }

  /**
   * The product of the shop to which an imported product corresponds. A product from Shopify's file is found by the key
   * of its colour, else by its handle, else by the end of an id in the handle (`exportedHandle`). If the file has
   * several colours of Shopify's product, the shop's product must have the same colour, too. The end of an id then
   * stands for all colours of that product's style.
   */
  find(product: ImportedProduct): ExistingProduct | undefined {
    if (!product.shopify) return this.#byKey.get(product.productId ?? product.sourceKey);
    const { colorKey, handleKey, idTail } = shopifyKeys(product.shopify.handle, product.color ?? null);
    const { isOneOfColors } = product.shopify;
    const hasSameColor = (existingProduct: ExistingProduct) =>
      plainText(existingProduct.color ?? "") === plainText(product.color ?? "");
    const wholeProduct = this.#byKey.get(handleKey);
    const exportedProducts = [...this.#byKey.values()].filter(({ id }) => idTail !== null && id.endsWith(idTail));
    return (
      this.#byKey.get(colorKey) ??
      (wholeProduct && (!isOneOfColors || hasSameColor(wholeProduct)) ? wholeProduct : undefined) ??
      (isOneOfColors ? this.#colorsOf(exportedProducts).find(hasSameColor) : exportedProducts[0])
    );
  }

  #colorsOf(products: readonly ExistingProduct[]): ExistingProduct[] {
    const styles = new Set(products.flatMap(({ styleCode }) => styleCode ?? []));
    const isInStyle = ({ styleCode }: ExistingProduct) => styleCode !== null && styles.has(styleCode);
    return [...products, ...[...this.#byKey.values()].filter(isInStyle)];
  }
}

/** The products of the shop to which these products may correspond. */
export async function findExistingProducts(
  db: Queryable,
  products: readonly ImportedProduct[],
): Promise<ExistingProducts> {
  const existingProducts = new ExistingProducts();
  const keys = products.flatMap(({ sourceKey, shopify, color }) => {
    if (!shopify) return [sourceKey];
    const { colorKey, handleKey } = shopifyKeys(shopify.handle, color ?? null);
    return [colorKey, handleKey];
  });
  const idTails = products.flatMap(({ shopify }) => (shopify && shopifyKeys(shopify.handle, null).idTail) ?? []);
  existingProducts.add(
    await listExistingProductsByKeys(
      db,
      products.flatMap(({ productId }) => productId ?? []),
      keys,
    ),
  );
  if (idTails.length > 0)
    existingProducts.add(await listExistingProductsByKeys(db, await listExportedIds(db, idTails), []));
  return existingProducts;
}

/** The ids of the products of exported handles, and of the other colours of their styles. */
async function listExportedIds(db: Queryable, idTails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH exported AS (SELECT id, style_code FROM products WHERE right(id::text, 12) = ANY (${idTails}::text[]))
    SELECT id FROM exported
    UNION SELECT p.id FROM products p WHERE p.style_code IN (SELECT style_code FROM exported)`.execute(db);
  return rows.map(({ id }) => id);
}

/** The products with these ids or source keys. */
export async function listExistingProductsByKeys(
  db: Queryable,
  ids: readonly string[],
  sourceKeys: readonly string[],
): Promise<ExistingProduct[]> {
  const { rows } = await sql<ExistingProduct>`
    SELECT p.id, p.import_key AS "sourceKey", p.name, p.description, p.color, p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.cost_cents AS "costCents", p.is_marked_new AS "isMarkedNew",
      p.is_published AS "isPublished", ${FACTS}, ${EXPORTED_OFFER} AS offer,
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) ORDER BY pb.position), '[]')
        FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id) AS brands,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug)), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
      (SELECT coalesce(json_agg(json_build_object('name', n.name, 'sku', s.sku, 'gtin', s.gtin,
          'weightGrams', s.weight_grams)), '[]')
        FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id) AS sizes
    FROM products p WHERE p.id = ANY (${ids}::uuid[]) OR p.import_key = ANY (${sourceKeys}::text[])`.execute(db);
  return rows;
}

/** The outcome of importing a product, or why it is refused. */
export function classifyImport(
  existingProduct: ExistingProduct | undefined,
  product: ImportedProduct,
): "created" | "updated" | "unchanged" | { reason: string } {
  const unusableName = [...(product.brands ?? []), ...(product.categories ?? [])].find((name) => toSlug(name) === "");
  if (unusableName !== undefined) return { reason: `«${unusableName}» no tiene letras ni números con que nombrarla` };
  const {
    priceCents = existingProduct?.priceCents ?? 0,
    wholesalePriceCents = existingProduct?.wholesalePriceCents ?? null,
  } = product;
  if (wholesalePriceCents !== null && wholesalePriceCents > priceCents) {
    return { reason: "el precio de mayoreo sería mayor que el precio" };
  }
  if (existingProduct) return isUnchanged(existingProduct, product) ? "unchanged" : "updated";
  if (product.productId !== null) return { reason: "no existe un producto con ese ID" };
  const hasNameAndPrice = product.name !== undefined && product.priceCents !== undefined;
  if (!hasNameAndPrice) return { reason: "un producto nuevo lleva nombre y precio" };
  return product.offer ? { reason: "un producto nuevo no empieza en oferta: su precio aún no se cobró" } : "created";
}

const COMPARED_FIELDS = [
  "name",
  "description",
  "color",
  "priceCents",
  "wholesalePriceCents",
  "costCents",
  "isMarkedNew",
  "isPublished",
] as const;

function isUnchanged(existingProduct: ExistingProduct, product: ImportedProduct): boolean {
  const { facts = {} } = product;
  return (
    COMPARED_FIELDS.every((name) => product[name] === undefined || product[name] === existingProduct[name]) &&
    isSameOffer(existingProduct.offer, product.offer) &&
    hasSameBrands(existingProduct, product) &&
    hasSameCategories(existingProduct, product) &&
    (Object.keys(facts) as (keyof ProductFacts)[]).every((name) =>
      isSameFact(name, existingProduct[name], facts[name]),
    ) &&
    (!product.shopify?.isOneOfColors || existingProduct.styleCode !== null) &&
    product.sizes.every((size) => isSameSize(existingProduct.sizes, size))
  );
}

/** Compares a fact, ignoring capitals and accents of fibres. */
function isSameFact(name: keyof ProductFacts, existingFact: unknown, imported: unknown): boolean {
  const toComparedText = (fact: unknown) =>
    name === "composition" ? plainText(JSON.stringify(fact)) : JSON.stringify(fact);
  return toComparedText(existingFact) === toComparedText(imported);
}

function hasSameBrands({ brands: existingBrands }: ExistingProduct, { brands, isComplete }: ImportedProduct): boolean {
  if (brands === undefined || (brands.length === 0 && !isComplete)) return true;
  const isInPlace = brands.every(
    (name, index) => existingBrands[index] !== undefined && isNamed(existingBrands[index], name),
  );
  return isInPlace && (!isComplete || existingBrands.length === brands.length);
}

function hasSameCategories(
  { categories: existingCategories }: ExistingProduct,
  { categories, isComplete }: ImportedProduct,
): boolean {
  if (categories === undefined) return true;
  return (
    categories.every((name) => existingCategories.some((category) => isNamed(category, name))) &&
    (!isComplete || existingCategories.every((category) => categories.some((name) => isNamed(category, name))))
  );
}

function isSameSize(existingSizes: ExistingProduct["sizes"], { name, sku, gtin, weightGrams }: ImportedSize): boolean {
  const size = existingSizes.find((other) => other.name === name);
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
