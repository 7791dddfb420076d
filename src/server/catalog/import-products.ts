import { sql } from "kysely";
import { sizePosition } from "../../domain/size-order.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import type { ImportedProduct } from "./shopify-csv.ts";

export type ImportOutcome = "created" | "updated" | "unchanged";

/**
 * Takes one product in, by its handle: new, changed or as it was. Pieces are received only for sizes that are new:
 * what a known size has left is the shop's own business by now, not the file's. With `dryRun` nothing is kept.
 */
export async function importProduct(
  app: App,
  product: ImportedProduct,
  { dryRun = false } = {},
): Promise<ImportOutcome> {
  const rollback = new Error("dry run");
  let outcome: ImportOutcome = "unchanged";
  try {
    await app.db.transaction().execute(async (tx) => {
      outcome = await store(tx, product);
      if (dryRun) throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return outcome;
}

async function store(tx: Tx, product: ImportedProduct): Promise<ImportOutcome> {
  const sourceKey = `shopify:${product.handle}`;
  const known = await tx.selectFrom("products").selectAll().where("source_key", "=", sourceKey).executeTakeFirst();
  const columns = {
    name: product.name,
    description: product.description,
    color: product.color,
    price_cents: product.priceCents,
    is_offer: product.isOffer,
    is_published: product.isPublished,
  };
  const productId = known?.id ?? newId();
  let changed = false;
  if (!known) {
    await tx
      .insertInto("products")
      .values({
        id: productId,
        source_key: sourceKey,
        ...columns,
        is_digital: false,
        wholesale_price_cents: null,
        presale_id: null,
        extended1: null,
        extended2: null,
      })
      .execute();
  } else if (Object.entries(columns).some(([name, value]) => known[name as keyof typeof columns] !== value)) {
    await tx.updateTable("products").set(columns).where("id", "=", productId).execute();
    changed = true;
  }
  changed = (await linkBrand(tx, productId, product.brand)) || changed;
  changed = (await linkCategory(tx, productId, product.category)) || changed;
  changed = (await addSizes(tx, productId, product)) || changed;
  if (!known || changed) await sql`SELECT refresh_product_search(ARRAY[${productId}]::uuid[])`.execute(tx);
  if (!known) return "created";
  return changed ? "updated" : "unchanged";
}

/** A vendor or type without a letter or digit to make an address of. */
export class UnusableName extends Error {
  constructor(name: string) {
    super(`«${name}» no tiene letras ni números con que nombrarla`);
  }
}

async function linkBrand(tx: Tx, productId: string, name: string | null): Promise<boolean> {
  if (name === null) return false;
  const brandId = await findOrMake(tx, "brands", name);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("product_brands")
    .values({ product_id: productId, brand_id: brandId, position: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(["product_id", "position"])
        .doUpdateSet({ brand_id: brandId })
        .where("product_brands.brand_id", "!=", brandId),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function linkCategory(tx: Tx, productId: string, name: string | null): Promise<boolean> {
  if (name === null) return false;
  const categoryId = await findOrMake(tx, "categories", name);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("product_categories")
    .values({ product_id: productId, category_id: categoryId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** By slug, so that 'Hombre' and 'hombre ' are one. */
async function findOrMake(tx: Tx, table: "brands" | "categories", name: string): Promise<string> {
  const slug = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  if (slug === "") throw new UnusableName(name);
  const shown = name.charAt(0).toLocaleUpperCase("es") + name.slice(1);
  const extra = table === "categories" ? { description: "", position: 1_000 } : {};
  await tx
    .insertInto(table)
    .values({ id: newId(), slug, name: shown, ...extra } as never)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  const { id } = await tx.selectFrom(table).select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  return id;
}

async function addSizes(tx: Tx, productId: string, product: ImportedProduct): Promise<boolean> {
  let changed = false;
  for (const size of product.sizes) {
    await tx
      .insertInto("size_names")
      .values({ id: newId(), name: size.name, position: sizePosition(size.name) })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT ${newId()}, ${productId}, n.id, ${size.pieces} FROM size_names n WHERE n.name = ${size.name}
      ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
    const [made] = rows;
    if (!made) continue;
    changed = true;
    if (size.pieces > 0) {
      await tx
        .insertInto("stock_movements")
        .values({
          size_id: made.id,
          pieces: size.pieces,
          kind: "receipt",
          reason: `Importación de ${product.handle}`,
          actor: "consola",
          order_id: null,
        })
        .execute();
    }
  }
  return changed;
}
