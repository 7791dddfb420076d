import { sql } from "kysely";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { addSizes } from "./first-pieces.ts";
import { importedOfferProblem, isSameOffer, storeImportedOffer } from "./csv-offer.ts";
import { toFactColumns } from "./fact-columns.ts";
import type { ImportedProduct, ImportedSize } from "./imported-product.ts";
import { classifyImport, isNamed, listKnown, listProducts, type KnownProduct } from "./known-products.ts";
import type { SluggedRow } from "./product-row.ts";
import { refreshSearch, replaceBrands } from "./save-product.ts";
import { listCodes, storeSizeCodes } from "./set-size-codes.ts";
import { withShopifyOffer } from "./shopify-offer.ts";
import { SHOPIFY_SOURCE, toStyleCode } from "./shopify-keys.ts";
import { listCodeHolders, takenCodeProblem } from "./taken-codes.ts";
import { toSlug } from "./slug.ts";

export type ImportOutcome = "created" | "updated" | "unchanged" | { reason: string };

/** What an import of these products would do, one outcome per product. Stores nothing. */
export async function previewImport(app: App, products: readonly ImportedProduct[]): Promise<ImportOutcome[]> {
  const known = await listKnown(app.db, products);
  const holders = await listCodeHolders(app.db, products);
  const outcomes: ImportOutcome[] = [];
  for (const product of products) {
    const before = known.find(product);
    outcomes.push(await outcomeOf(app.db, { product: withShopifyOffer(product, before), known: before, holders }));
  }
  return outcomes;
}

async function outcomeOf(
  db: Queryable,
  {
    product,
    known,
    holders,
  }: {
    product: ImportedProduct;
    known: KnownProduct | undefined;
    holders: Awaited<ReturnType<typeof listCodeHolders>>;
  },
): Promise<ImportOutcome> {
  const outcome = classifyImport(known, product);
  if (outcome !== "created" && outcome !== "updated") return outcome;
  const reason = takenCodeProblem(holders, product, known?.id) ?? (await offerProblem(db, product, known));
  return reason === undefined ? outcome : { reason };
}

async function offerProblem(db: Queryable, { offer, priceCents }: ImportedProduct, known: KnownProduct | undefined) {
  if (!offer || !known || isSameOffer(known.offer, offer)) return undefined;
  return importedOfferProblem(db, { offer, known, priceCents });
}

/** Imports products in one transaction. For the console. */
export function importProducts(app: App, products: readonly ImportedProduct[], by: Actor): Promise<ImportOutcome[]> {
  return transact(app.db, (tx) => storeProducts(tx, products, by));
}

/**
 * Imports products within a transaction. Pieces are received only for new sizes: the stock of an existing size is
 * managed by the shop, not by the file.
 */
export async function storeProducts(tx: Tx, products: readonly ImportedProduct[], by: Actor): Promise<ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  const changedIds: string[] = [];
  const known = await listKnown(tx, products);
  for (const read of products) {
    const before = known.find(read);
    const product = withShopifyOffer(read, before);
    const outcome = await outcomeOf(tx, { product, known: before, holders: await listCodeHolders(tx, [product]) });
    outcomes.push(outcome);
    if (outcome !== "created" && outcome !== "updated") continue;
    const id = await storeProduct(tx, product, before, by);
    changedIds.push(id);
    // A later line with the same product updates the one that this line created.
    if (!before) known.add(await listProducts(tx, [id], []));
  }
  if (changedIds.length > 0) await refreshSearch(tx, changedIds);
  return outcomes;
}

async function storeProduct(
  tx: Tx,
  product: ImportedProduct,
  known: KnownProduct | undefined,
  by: Actor,
): Promise<string> {
  const id = known?.id ?? newId();
  const columns = { ...toColumns(product), ...toFactColumns(await factsOf(tx, product, known)) };
  if (known) {
    // The UPDATE increases the version even if only brands, categories or sizes change.
    await tx
      .updateTable("products")
      .set({ ...columns, name: product.name ?? known.name })
      .where("id", "=", id)
      .execute();
  } else {
    await tx
      .insertInto("products")
      .values({
        ...columns,
        id,
        source_key: product.sourceKey,
        name: product.name ?? "",
        price_cents: product.priceCents ?? 0,
        is_published: product.isPublished ?? true,
      })
      .execute();
  }
  await linkBrands(tx, id, product, known);
  await linkCategories(tx, id, product, known);
  await addSizes(tx, id, product.sizes, { reason: `Importación de ${product.handle}`, actor: by.name });
  await storeCodes(tx, id, product.sizes, by);
  const { offer } = product;
  if (known && offer !== undefined && !isSameOffer(known.offer, offer)) {
    await storeImportedOffer(tx, { offer, known }, by);
  }
  const object = { kind: "product", id };
  await logChange(tx, by, { action: "product-import", object, after: { name: product.name } });
  return id;
}

/** A column that is undefined stays as it is, or gets its default. */
function toColumns(product: ImportedProduct) {
  return {
    name: product.name,
    description: product.description,
    color: product.color,
    price_cents: product.priceCents,
    is_published: product.isPublished,
    wholesale_price_cents: product.wholesalePriceCents,
    cost_cents: product.costCents,
    is_marked_new: product.isMarkedNew,
  };
}

/** The facts of a product. The colours of one product of Shopify get one style (rule CSV-5). */
async function factsOf(tx: Tx, { facts = {}, shopify }: ImportedProduct, known: KnownProduct | undefined) {
  if (!shopify?.isOneOfColors || facts.styleCode || known?.styleCode) return facts;
  return { ...facts, styleCode: (await findStyle(tx, shopify.handle)) ?? toStyleCode(shopify.handle) };
}

/** The style that a colour of this product of Shopify has already. */
async function findStyle(tx: Tx, handle: string): Promise<string | undefined> {
  const key = `${SHOPIFY_SOURCE}${handle}`;
  const { rows } = await sql<{ style: string }>`
    SELECT style_code AS style FROM products
    WHERE (source_key = ${key} OR starts_with(source_key, ${`${key}#`})) AND style_code IS NOT NULL
    ORDER BY id LIMIT 1`.execute(tx);
  return rows[0]?.style;
}

async function storeCodes(tx: Tx, productId: string, sizes: readonly ImportedSize[], by: Actor): Promise<void> {
  const told = sizes.filter(({ sku, gtin, weightGrams }) =>
    [sku, gtin, weightGrams].some((code) => code !== undefined),
  );
  if (told.length === 0) return;
  const codes = (await listCodes(tx, productId)).flatMap((size) => {
    const imported = told.find(({ name }) => name === size.name);
    if (!imported) return [];
    const { sku = size.sku, gtin = size.gtin, weightGrams = size.weightGrams } = imported;
    return [[size.id, { sku, gtin, weightGrams }] as const];
  });
  const stored = await storeSizeCodes(tx, productId, new Map(codes), by);
  if (isRefusal(stored)) throw new Error(`the codes of an imported product were checked before: ${stored.refused}`);
}

async function linkBrands(
  tx: Tx,
  productId: string,
  { brands, isComplete }: ImportedProduct,
  known: KnownProduct | undefined,
): Promise<void> {
  if (brands === undefined) return;
  const ids = await idsOf(tx, "brands", brands, known?.brands);
  if (isComplete) return void (await replaceBrands(tx, productId, [...new Set(ids)]));
  for (const [position, brandId] of ids.entries()) await linkBrand(tx, productId, brandId, position);
}

async function linkBrand(tx: Tx, productId: string, brandId: string, position: number): Promise<void> {
  // The brand may have been at a later position.
  await sql`
    DELETE FROM product_brands WHERE product_id = ${productId} AND brand_id = ${brandId} AND position > ${position}`.execute(
    tx,
  );
  await tx
    .insertInto("product_brands")
    .values({ product_id: productId, brand_id: brandId, position })
    .onConflict((conflict) => conflict.columns(["product_id", "position"]).doUpdateSet({ brand_id: brandId }))
    .execute();
}

async function linkCategories(
  tx: Tx,
  productId: string,
  { categories, isComplete }: ImportedProduct,
  known: KnownProduct | undefined,
): Promise<void> {
  if (categories === undefined || (categories.length === 0 && !isComplete)) return;
  const ids = await idsOf(tx, "categories", categories, known?.categories);
  if (isComplete) {
    await sql`
      DELETE FROM product_categories WHERE product_id = ${productId} AND category_id <> ALL (${ids}::uuid[])`.execute(
      tx,
    );
  }
  await sql`
    INSERT INTO product_categories (product_id, category_id)
    SELECT ${productId}, id FROM unnest(${ids}::uuid[]) AS id ON CONFLICT DO NOTHING`.execute(tx);
}

/** The ids of names. Of several rows with a name, one that the product has already. */
async function idsOf(
  tx: Tx,
  table: "brands" | "categories",
  names: readonly string[],
  known: readonly SluggedRow[] = [],
): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names)
    ids.push(known.find((row) => isNamed(row, name))?.id ?? (await findOrCreate(tx, table, name)));
  return ids;
}

/**
 * Finds a row by its slug or name, so that 'Hombre' and 'hombre ' are the same, or creates it. A concurrent import that
 * creates the same row waits on the unique slug.
 */
async function findOrCreate(tx: Tx, table: "brands" | "categories", name: string): Promise<string> {
  const slug = toSlug(name);
  const find = async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE slug = ${slug} OR plain_text(name) = plain_text(${name})
      ORDER BY slug = ${slug} DESC, id LIMIT 1`.execute(tx);
    return rows[0]?.id;
  };
  const known = await find();
  if (known !== undefined) return known;
  const displayName = name.charAt(0).toLocaleUpperCase("es") + name.slice(1);
  const extra = table === "categories" ? { description: "", position: 1_000 } : {};
  await tx
    .insertInto(table)
    .values({ id: newId(), slug, name: displayName, ...extra } as never)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  return (await find())!;
}
