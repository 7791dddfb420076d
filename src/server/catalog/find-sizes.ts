import { sql, type RawBuilder } from "kysely";
import { isCodeOf, readScannedCode, type CodedSize } from "../../domain/scanned-code.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { isMatched, matchCodes, matchedQueryCte, type CodeMatch } from "./match-codes.ts";
import { isSoldOutsidePresale } from "./product-row.ts";
import { hasPieces } from "./search-products.ts";
import { isVisibleIn, type VisibleShops } from "./visible-products.ts";

export interface FoundSize extends CodedSize {
  sizeName: string;
  available: number;
}

export interface FoundProduct {
  id: string;
  name: string;
  color: string | null;
  picture: { key: string; webp: number[] } | null;
  sizes: FoundSize[];
}

export interface SizeSearchResult {
  /** The only size whose code equals the text. `products` then has only its product. */
  exact: FoundSize | null;
  /** Best match first. */
  products: FoundProduct[];
}

interface Scope {
  /** The products that a member may see, or that a shop sells. */
  among: VisibleShops | { soldIn: Shop };
  limit: number;
}

/**
 * Finds the size that staff search for (rule CODE-2): by its exact code, or else by a part of an SKU and by words with
 * typing mistakes, like the shop's search.
 */
export async function findSizes(db: Queryable, input: string, { among, limit }: Scope): Promise<SizeSearchResult> {
  const text = input.trim();
  if (text === "") return { exact: null, products: [] };
  const match = await matchCodes(db, text);
  const { rows } = await sql<FoundProduct>`
    WITH ${matchedPageCte(text, match, { among, limit })}
    SELECT p.id, p.name, p.color,
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0) AS picture,
      (SELECT coalesce(json_agg(json_build_object('sizeId', s.id, 'sizeName', n.name, 'sku', s.sku, 'gtin', s.gtin,
          'available', s.available) ORDER BY n.position, n.name), '[]')
        FROM sizes s JOIN size_names n ON n.id = s.size_name_id
        WHERE s.product_id = p.id AND (${match.isExact} OR NOT s.is_hidden OR s.available > 0)) AS sizes
    FROM page JOIN products p ON p.id = page.id ORDER BY page.place`.execute(db);
  const sizes = rows.flatMap((product) => product.sizes);
  const exact = findExactSize(text, match, sizes);
  return { exact, products: rows };
}

/** SQL: `page (id, place)` with the best matches. */
export function matchedPageCte(text: string, match: CodeMatch, { among, limit }: Scope): RawBuilder<unknown> {
  const order = match.isExact ? sql`p.name, p.id` : matchOrder(match);
  return sql`${matchedQueryCte(text, match)}, page AS (
    SELECT p.id, row_number() OVER (ORDER BY ${order}) AS place FROM products p CROSS JOIN search_query
    WHERE ${isMatched(match)} AND ${isAmong(among)} ORDER BY ${order} LIMIT ${limit})`;
}

/** Products with the part of an SKU first, then the order of the shop's search. */
function matchOrder({ productIds }: CodeMatch): RawBuilder<unknown> {
  const skuPartOrder = productIds.length > 0 ? sql`p.id = ANY (${productIds}::uuid[]) DESC, ` : sql``;
  return sql`${skuPartOrder}coalesce(ts_rank(p.search, search_query.query) + ts_rank(p.search, search_query.exact), 0) DESC,
    p.created_at DESC, p.id`;
}

/** The size whose code equals the text. Null if none or several of these sizes have it. */
export function findExactSize<Size extends CodedSize>(
  text: string,
  { isExact }: CodeMatch,
  sizes: readonly Size[],
): Size | null {
  const code = readScannedCode(text);
  const sizesWithCode = isExact ? sizes.filter((size) => isCodeOf(code, size)) : [];
  return sizesWithCode.length === 1 ? sizesWithCode[0]! : null;
}

function isAmong(among: Scope["among"]): RawBuilder<boolean> {
  if (typeof among === "string" || !("soldIn" in among)) return isVisibleIn(among);
  return sql`${isSoldOutsidePresale(among.soldIn)} AND ${hasPieces(undefined)}`;
}
