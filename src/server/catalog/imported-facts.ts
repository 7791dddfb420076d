import { sql } from "kysely";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { Tx } from "../db/connect.ts";
import type { ImportedProduct } from "./imported-product.ts";
import type { ExistingProduct } from "./existing-products.ts";
import { SHOPIFY_KEY_PREFIX, toStyleCode } from "./shopify-keys.ts";

/** The facts that an import stores. All colours of one Shopify product get the same style code (rule CSV-5). */
export async function importedFacts(
  tx: Tx,
  { facts = {}, shopify }: ImportedProduct,
  existingProduct: ExistingProduct | undefined,
): Promise<Partial<ProductFacts>> {
  if (!shopify?.isOneOfColors || facts.styleCode || existingProduct?.styleCode) return facts;
  return { ...facts, styleCode: (await findStyleCode(tx, shopify.handle)) ?? toStyleCode(shopify.handle) };
}

/** The style code that another colour of this Shopify product has already. */
async function findStyleCode(tx: Tx, handle: string): Promise<string | undefined> {
  const key = `${SHOPIFY_KEY_PREFIX}${handle}`;
  const { rows } = await sql<{ style: string }>`
    SELECT style_code AS style FROM products
    WHERE (import_key = ${key} OR starts_with(import_key, ${`${key}#`})) AND style_code IS NOT NULL
    ORDER BY id LIMIT 1`.execute(tx);
  return rows[0]?.style;
}
