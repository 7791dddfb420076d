import { sql } from "kysely";
import type { CodedSize } from "../../domain/scanned-code.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { findExactSize, matchedPageCte } from "./find-sizes.ts";
import { matchCodes } from "./match-codes.ts";
import { productColumns, type ProductRow } from "./product-row.ts";

const MAX_PRODUCTS = 8;

/** Finds products on sale in this shop by a code or by words, like `findSizes`. Their rows have this shop's offers. */
export async function findProductsOnSale(
  db: Queryable,
  shop: Shop,
  input: string,
): Promise<{ exactSize: (CodedSize & { name: string }) | null; products: ProductRow[] }> {
  const text = input.trim();
  if (text === "") return { exactSize: null, products: [] };
  const match = await matchCodes(db, text);
  const { rows } = await sql<ProductRow>`
    WITH ${matchedPageCte(text, match, { among: { soldIn: shop }, limit: MAX_PRODUCTS })}
    SELECT ${productColumns(shop)} FROM page JOIN products p ON p.id = page.id ORDER BY page.place`.execute(db);
  const sizes = rows.flatMap((product) => product.sizes.map((size) => ({ ...size, sizeId: size.id })));
  return { exactSize: findExactSize(text, match, sizes), products: rows };
}
