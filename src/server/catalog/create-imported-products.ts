import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { logChanges, type Actor } from "../change-log/change-log.ts";
import { addSizes } from "./add-sizes.ts";
import { importedFacts } from "./imported-facts.ts";
import type { ImportedProduct } from "./imported-product.ts";
import { toImportedColumns } from "./imported-columns.ts";
import { toFactColumns } from "./fact-columns.ts";
import type { IdsByName } from "./ids-by-name.ts";
import { describeCodes, hasCodes } from "./set-size-codes.ts";

interface Creation {
  id: string;
  product: ImportedProduct;
}

/** Creates products that the shop does not have. One INSERT per table stores all of them. Returns their ids. */
export async function createImportedProducts(
  tx: Tx,
  products: readonly ImportedProduct[],
  { idsByName, by }: { idsByName: IdsByName; by: Actor },
): Promise<string[]> {
  // Ids of the same millisecond are in random order. Sorted ids give the products the order of the file.
  const ids = products.map(() => newId()).toSorted();
  const creations = products.map((product, index): Creation => ({ id: ids[index]!, product }));
  await insertProducts(tx, creations);
  await linkBrands(tx, creations, idsByName);
  await linkCategories(tx, creations, idsByName);
  const sizes = creations.flatMap(({ id, product }) =>
    product.sizes.map((size) => ({ ...size, productId: id, reason: `Importación de ${product.handle}` })),
  );
  await addSizes(tx, sizes, by.name);
  await logChanges(
    tx,
    by,
    creations.map(({ id, product: { name, sizes } }) => {
      const codes = sizes.filter(hasCodes).map(describeCodes);
      const after = codes.length > 0 ? { name, sizes: codes } : { name };
      return { action: "product-import", object: { kind: "product", id }, after };
    }),
  );
  return creations.map(({ id }) => id);
}

async function insertProducts(tx: Tx, creations: readonly Creation[]): Promise<void> {
  const rows = [];
  for (const { id, product } of creations) {
    rows.push({
      ...toImportedColumns(product),
      ...toFactColumns(await importedFacts(tx, product, undefined)),
      id,
      import_key: product.sourceKey,
      name: product.name ?? "",
      price_cents: product.priceCents ?? 0,
      is_published: product.isPublished ?? true,
    });
  }
  await tx.insertInto("products").values(rows).execute();
}

async function linkBrands(tx: Tx, creations: readonly Creation[], idsByName: IdsByName): Promise<void> {
  const links = [];
  for (const { id, product } of creations) {
    const brandIds = await idsByName.findOrCreateAll("brands", product.brands ?? []);
    links.push(...brandIds.map((brandId, position) => ({ product_id: id, brand_id: brandId, position })));
  }
  if (links.length > 0) await tx.insertInto("product_brands").values(links).execute();
}

async function linkCategories(tx: Tx, creations: readonly Creation[], idsByName: IdsByName): Promise<void> {
  const links = [];
  for (const { id, product } of creations) {
    const categoryIds = await idsByName.findOrCreateAll("categories", product.categories ?? []);
    links.push(...categoryIds.map((categoryId) => ({ product_id: id, category_id: categoryId })));
  }
  if (links.length > 0) await tx.insertInto("product_categories").values(links).execute();
}
