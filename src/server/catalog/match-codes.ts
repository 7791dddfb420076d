import { sql, type RawBuilder } from "kysely";
import { readScannedCode, type ScannedCode } from "../../domain/scanned-code.ts";
import { isId } from "../db/new-id.ts";
import type { Queryable } from "../db/connect.ts";
import { searchQueryCte } from "./search-products.ts";
import { toSearchWords } from "./search-words.ts";

/** A part of an SKU with fewer letters and digits would match nearly everything. */
const MIN_SKU_PART_LENGTH = 3;
/** The maximum number of sizes that are read: enough for a list of a few products. */
const MAX_SIZES = 200;

/** The products that have a text as a code, or as a part of one. */
export interface CodeMatch {
  /** Whether the text is the complete code of a size or the id of a product. */
  isExact: boolean;
  /** The products with this code; if the text is not exact, those with an SKU that contains it. */
  productIds: string[];
}

/**
 * Looks a text up among the codes of sizes (rule CODE-1). Parts of SKUs are searched only if the text is not a complete
 * code, and only until `maxSizes` sizes are found, because a short part is in thousands of SKUs.
 */
export async function matchCodes(db: Queryable, text: string, maxSizes = MAX_SIZES): Promise<CodeMatch> {
  const code = readScannedCode(text);
  const skuPart = toSearchWords(text).join("");
  const partialMatchesSql =
    skuPart.length < MIN_SKU_PART_LENGTH
      ? sql``
      : sql`UNION ALL (SELECT s.product_id, false FROM sizes s
          WHERE alphanumeric_text(s.sku) LIKE ${`%${skuPart}%`} AND NOT EXISTS (SELECT FROM exact) LIMIT ${maxSizes})`;
  const { rows } = await sql<{ productId: string; isExact: boolean }>`
    WITH exact AS MATERIALIZED (
      SELECT s.product_id FROM sizes s WHERE ${hasCode(code)}
      ${isId(code.text) ? sql`UNION SELECT p.id FROM products p WHERE p.id = ${code.text}` : sql``})
    SELECT product_id AS "productId", true AS "isExact" FROM exact ${partialMatchesSql}`.execute(db);
  return { isExact: rows[0]?.isExact ?? false, productIds: [...new Set(rows.map(({ productId }) => productId))] };
}

/** The sizes with this code: SKU, barcode or id, also those that are not sold. Two sizes may share a code. */
export async function listSizeIdsByCode(db: Queryable, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM sizes s WHERE ${hasCode(readScannedCode(text))} ORDER BY s.id LIMIT ${MAX_SIZES}`.execute(db);
  return rows.map(({ id }) => id);
}

/** SQL: whether the size `s` has the code, like `isCodeOf`. Written so that the indexes are used. */
function hasCode({ text, gtin14, idTail }: ScannedCode): RawBuilder<boolean> {
  const conditions = [
    sql`lower(s.sku) = ${text}`,
    ...(gtin14 === null ? [] : [sql`lpad(s.gtin, 14, '0') = ${gtin14}`]),
    ...(idTail === null ? [] : [sql`right(s.id::text, 12) = ${idTail}`]),
    ...(isId(text) ? [sql`s.id = ${text}`] : []),
  ];
  return sql`(${sql.join(conditions, sql` OR `)})`;
}

/**
 * `search_query` of the words of the text. Without words if it is an exact code, because nothing else is searched then.
 */
export function matchedQueryCte(text: string, { isExact }: CodeMatch): RawBuilder<unknown> {
  return searchQueryCte(isExact ? [] : toSearchWords(text));
}

/** SQL: whether the text matches the product `p`, by the codes of its sizes or by its words (`matchedQueryCte`). */
export function isMatched({ isExact, productIds }: CodeMatch): RawBuilder<boolean> {
  const byCode = sql<boolean>`p.id = ANY (${productIds}::uuid[])`;
  if (isExact) return byCode;
  const byWords = sql<boolean>`p.search @@ (SELECT query FROM search_query)`;
  return productIds.length === 0 ? byWords : sql`(${byCode} OR ${byWords})`;
}
