import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { ImportedProduct } from "./imported-product.ts";
import { CODE_NAME, codeKey, codesOf } from "./repeated-codes.ts";

interface CodeHolder {
  productId: string;
  name: string;
  color: string | null;
  size: string;
  sku: string | null;
  gtin: string | null;
}

/** The sizes of the shop that have one of the products' codes, by `codeKey`. */
export async function listCodeHolders(
  db: Queryable,
  products: readonly ImportedProduct[],
): Promise<ReadonlyMap<string, CodeHolder>> {
  const sizes = products.flatMap((product) => product.sizes);
  const skus = sizes.flatMap(({ sku }) => sku?.toLowerCase() ?? []);
  const gtins = sizes.flatMap(({ gtin }) => gtin?.padStart(14, "0") ?? []);
  if (skus.length + gtins.length === 0) return new Map();
  const { rows } = await sql<CodeHolder>`
    SELECT p.id AS "productId", p.name, p.color, n.name AS size, s.sku, s.gtin
    FROM sizes s JOIN size_names n ON n.id = s.size_name_id JOIN products p ON p.id = s.product_id
    WHERE lower(s.sku) = ANY (${skus}::text[]) OR lpad(s.gtin, 14, '0') = ANY (${gtins}::text[])`.execute(db);
  return new Map(rows.flatMap((holder) => codesOf(holder).map(({ key }) => [key, holder] as const)));
}

/**
 * Why a product cannot have its codes: another size has one of them and keeps it. A size of the same product does not
 * keep its code if the file changes it.
 */
export function takenCodeProblem(
  codeHolders: ReadonlyMap<string, CodeHolder>,
  product: ImportedProduct,
  productId: string | undefined,
): string | undefined {
  for (const size of product.sizes) {
    for (const { field, code, key } of codesOf(size)) {
      const holder = codeHolders.get(key);
      if (!holder || codeKey(field, holder[field] ?? "") !== key) continue;
      const sizeInFile = holder.productId === productId && product.sizes.find(({ name }) => name === holder.size);
      if (sizeInFile && sizeInFile[field] !== undefined) continue;
      const holderText = [holder.name, holder.color, `talla ${holder.size}`].filter((text) => text !== null).join(", ");
      return `talla ${size.name}: ${CODE_NAME[field]} ${code} ya lo tiene ${holderText}`;
    }
  }
  return undefined;
}
