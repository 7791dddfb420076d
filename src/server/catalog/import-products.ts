import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { addSizes } from "./first-pieces.ts";
import type { ImportedProduct } from "./imported-product.ts";
import { classifyImport, keyOf, listKnown, type KnownProduct } from "./known-products.ts";
import { refreshSearch } from "./save-product.ts";
import { toSlug } from "./slug.ts";

export type ImportOutcome = "created" | "updated" | "unchanged" | { reason: string };

/** What an import of these products would do, one outcome per product. Stores nothing. */
export async function previewImport(app: App, products: readonly ImportedProduct[]): Promise<ImportOutcome[]> {
  const known = await listKnown(app.db, products);
  return products.map((product) => classifyImport(known.get(keyOf(product)), product));
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
  for (const product of products) {
    const before = known.get(keyOf(product));
    const outcome = classifyImport(before, product);
    outcomes.push(outcome);
    if (outcome !== "created" && outcome !== "updated") continue;
    const id = await storeProduct(tx, product, before, by);
    changedIds.push(id);
    // A later line with the same product updates the one that this line created.
    if (!before) {
      for (const [key, row] of await listKnown(tx, [{ ...product, productId: id }])) known.set(key, row);
    }
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
  const columns = {
    name: product.name,
    description: product.description,
    color: product.color,
    price_cents: product.priceCents,
    is_offer: product.isOffer,
    is_published: product.isPublished,
    ...(product.wholesalePriceCents === undefined ? {} : { wholesale_price_cents: product.wholesalePriceCents }),
    ...(product.isMarkedNew === undefined ? {} : { is_marked_new: product.isMarkedNew }),
  };
  const id = known?.id ?? newId();
  if (known) {
    // The UPDATE increases the version even if only brands, categories or sizes change.
    await tx.updateTable("products").set(columns).where("id", "=", id).execute();
  } else {
    await tx
      .insertInto("products")
      .values({
        id,
        source_key: product.sourceKey,
        wholesale_price_cents: null,
        ...columns,
        is_digital: false,
        presale_id: null,
        extended1: null,
        extended2: null,
      })
      .execute();
  }
  await linkBrand(tx, id, product.brand);
  await linkCategories(tx, id, product);
  await addSizes(tx, id, product.sizes, { reason: `Importación de ${product.handle}`, actor: by.name });
  const object = { kind: "product", id };
  await logChange(tx, by, { action: "product-import", object, after: { name: product.name } });
  return id;
}

async function linkBrand(tx: Tx, productId: string, name: string | null): Promise<void> {
  if (name === null) return;
  const brandId = await findOrCreate(tx, "brands", name);
  // The brand may have been at a later position.
  await sql`
    DELETE FROM product_brands WHERE product_id = ${productId} AND brand_id = ${brandId} AND position > 0`.execute(tx);
  await tx
    .insertInto("product_brands")
    .values({ product_id: productId, brand_id: brandId, position: 0 })
    .onConflict((conflict) => conflict.columns(["product_id", "position"]).doUpdateSet({ brand_id: brandId }))
    .execute();
}

async function linkCategories(tx: Tx, productId: string, { categories, isComplete }: ImportedProduct): Promise<void> {
  if (categories.length === 0 && !isComplete) return;
  const ids: string[] = [];
  for (const name of categories) ids.push(await findOrCreate(tx, "categories", name));
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
