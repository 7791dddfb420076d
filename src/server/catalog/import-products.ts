import { sql } from "kysely";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { createImportedProducts } from "./create-imported-products.ts";
import { importedOfferProblem, isSameOffer, storeImportedOffer } from "./csv-offer.ts";
import { toFactColumns } from "./fact-columns.ts";
import { addSizes } from "./add-sizes.ts";
import { toImportedColumns } from "./imported-columns.ts";
import { importedFacts } from "./imported-facts.ts";
import type { ImportedProduct, ImportedSize } from "./imported-product.ts";
import {
  classifyImport,
  findExistingProducts,
  listExistingProductsByKeys,
  type ExistingProduct,
} from "./existing-products.ts";
import { IdsByName } from "./ids-by-name.ts";
import { refreshSearch, replaceBrands } from "./save-product.ts";
import { listSizeCodes, storeSizeCodes } from "./set-size-codes.ts";
import { withShopifyOffer } from "./shopify-offer.ts";
import { listCodeHolders, takenCodeProblem } from "./taken-codes.ts";

export type ImportOutcome = "created" | "updated" | "unchanged" | { reason: string };

/** What an import of these products would do, one outcome per product. Stores nothing. */
export async function previewImport(app: App, products: readonly ImportedProduct[]): Promise<ImportOutcome[]> {
  const existingProducts = await findExistingProducts(app.db, products);
  const codeHolders = await listCodeHolders(app.db, products);
  const outcomes: ImportOutcome[] = [];
  for (const product of products) {
    const existingProduct = existingProducts.find(product);
    outcomes.push(
      await outcomeOf(app.db, {
        product: withShopifyOffer(product, existingProduct),
        existingProduct,
        codeHolders,
      }),
    );
  }
  return outcomes;
}

async function outcomeOf(
  db: Queryable,
  {
    product,
    existingProduct,
    codeHolders,
  }: {
    product: ImportedProduct;
    existingProduct: ExistingProduct | undefined;
    codeHolders: Awaited<ReturnType<typeof listCodeHolders>>;
  },
): Promise<ImportOutcome> {
  const outcome = classifyImport(existingProduct, product);
  if (outcome !== "created" && outcome !== "updated") return outcome;
  const reason =
    takenCodeProblem(codeHolders, product, existingProduct?.id) ?? (await offerProblem(db, product, existingProduct));
  return reason === undefined ? outcome : { reason };
}

async function offerProblem(
  db: Queryable,
  { offer, priceCents }: ImportedProduct,
  existingProduct: ExistingProduct | undefined,
) {
  if (!offer || !existingProduct || isSameOffer(existingProduct.offer, offer)) return undefined;
  return importedOfferProblem(db, { offer, existingProduct, priceCents });
}

/** Imports products in one transaction. For the console. */
export function importProducts(app: App, products: readonly ImportedProduct[], by: Actor): Promise<ImportOutcome[]> {
  return transact(app.db, (tx) => storeProducts(tx, products, by));
}

/**
 * Imports products within a transaction. Pieces are received only for new sizes: the stock of an existing size is
 * managed by the shop, not by the file. New products are collected and created together.
 */
export async function storeProducts(tx: Tx, products: readonly ImportedProduct[], by: Actor): Promise<ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  const changedIds: string[] = [];
  const idsByName = new IdsByName(tx);
  const existingProducts = await findExistingProducts(tx, products);
  let codeHolders = await listCodeHolders(tx, products);
  let productsToCreate: ImportedProduct[] = [];
  const createCollected = async (): Promise<string[]> => {
    const ids =
      productsToCreate.length > 0 ? await createImportedProducts(tx, productsToCreate, { idsByName, by }) : [];
    productsToCreate = [];
    changedIds.push(...ids);
    return ids;
  };
  for (const parsedProduct of products) {
    // A later row for the same product updates the product that an earlier row creates.
    if (productsToCreate.some(({ sourceKey }) => sourceKey === parsedProduct.sourceKey))
      existingProducts.add(await listExistingProductsByKeys(tx, await createCollected(), []));
    const existingProduct = existingProducts.find(parsedProduct);
    const product = withShopifyOffer(parsedProduct, existingProduct);
    const outcome = await outcomeOf(tx, { product, existingProduct, codeHolders });
    outcomes.push(outcome);
    if (outcome === "created") productsToCreate.push(product);
    if (outcome !== "updated") continue;
    await updateProduct(tx, product, existingProduct!, { idsByName, by });
    changedIds.push(existingProduct!.id);
    // The update may have removed codes from its sizes.
    if (product.sizes.some(({ sku, gtin }) => sku !== undefined || gtin !== undefined))
      codeHolders = await listCodeHolders(tx, products);
  }
  await createCollected();
  if (changedIds.length > 0) await refreshSearch(tx, changedIds);
  return outcomes;
}

async function updateProduct(
  tx: Tx,
  product: ImportedProduct,
  existingProduct: ExistingProduct,
  { idsByName, by }: { idsByName: IdsByName; by: Actor },
): Promise<void> {
  const { id } = existingProduct;
  // The UPDATE increases the version even if only brands, categories or sizes change.
  await tx
    .updateTable("products")
    .set({
      ...toImportedColumns(product),
      ...toFactColumns(await importedFacts(tx, product, existingProduct)),
      name: product.name ?? existingProduct.name,
    })
    .where("id", "=", id)
    .execute();
  await linkBrands(tx, product, existingProduct, idsByName);
  await linkCategories(tx, product, existingProduct, idsByName);
  const reason = `Importación de ${product.handle}`;
  // The codes of new sizes are stored with those of the others, after all sizes exist.
  const sizes = product.sizes.map(({ name, pieces }) => ({ name, pieces, productId: id, reason }));
  await addSizes(tx, sizes, by.name);
  await storeCodes(tx, id, product.sizes, by);
  const { offer } = product;
  if (offer !== undefined && !isSameOffer(existingProduct.offer, offer))
    await storeImportedOffer(tx, { offer, existingProduct }, by);
  const object = { kind: "product", id };
  await logChange(tx, by, { action: "product-import", object, after: { name: product.name } });
}

async function storeCodes(tx: Tx, productId: string, sizes: readonly ImportedSize[], by: Actor): Promise<void> {
  const sizesWithCodes = sizes.filter(({ sku, gtin, weightGrams }) =>
    [sku, gtin, weightGrams].some((code) => code !== undefined),
  );
  if (sizesWithCodes.length === 0) return;
  const codes = (await listSizeCodes(tx, productId)).flatMap((size) => {
    const importedSize = sizesWithCodes.find(({ name }) => name === size.name);
    if (!importedSize) return [];
    const { sku = size.sku, gtin = size.gtin, weightGrams = size.weightGrams } = importedSize;
    return [[size.id, { sku, gtin, weightGrams }] as const];
  });
  const outcome = await storeSizeCodes(tx, productId, new Map(codes), by);
  if (isRefusal(outcome)) throw new Error(`the codes of an imported product were checked before: ${outcome.refused}`);
}

async function linkBrands(
  tx: Tx,
  { brands, isComplete }: ImportedProduct,
  existingProduct: ExistingProduct,
  idsByName: IdsByName,
): Promise<void> {
  if (brands === undefined) return;
  const ids = await idsByName.findOrCreateAll("brands", brands, existingProduct.brands);
  if (isComplete) return void (await replaceBrands(tx, existingProduct.id, ids));
  for (const [position, brandId] of ids.entries()) await linkBrand(tx, existingProduct.id, brandId, position);
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
  { categories, isComplete }: ImportedProduct,
  existingProduct: ExistingProduct,
  idsByName: IdsByName,
): Promise<void> {
  if (categories === undefined || (categories.length === 0 && !isComplete)) return;
  const ids = await idsByName.findOrCreateAll("categories", categories, existingProduct.categories);
  if (isComplete) {
    await sql`
      DELETE FROM product_categories WHERE product_id = ${existingProduct.id} AND category_id <> ALL (${ids}::uuid[])`.execute(
      tx,
    );
  }
  await sql`
    INSERT INTO product_categories (product_id, category_id)
    SELECT ${existingProduct.id}, id FROM unnest(${ids}::uuid[]) AS id ON CONFLICT DO NOTHING`.execute(tx);
}
