import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { unitPriceCents } from "../../domain/price.ts";
import type { CodedSize } from "../../domain/scanned-code.ts";
import { regularPricesOf, productColumns, type ProductRow } from "../catalog/product-row.ts";
import { isVisibleIn, type VisibleShops } from "../catalog/visible-products.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";

/** A size to print labels of. */
export interface LabelSize extends CodedSize {
  productId: string;
  name: string;
  color: string | null;
  sizeName: string;
  /** The proposed number of labels: the pieces received with the delivery, otherwise the available pieces. */
  pieces: number;
}

export interface LabelSource {
  productIds?: readonly string[];
  sizeIds?: readonly string[];
  /** A delivery, whose received pieces get labels. */
  deliveryId?: string | undefined;
}

/** The most products whose labels are printed together. */
export const MAX_LABEL_PRODUCTS = 50;

/**
 * The sizes with these ids, those of these products (at most `MAX_LABEL_PRODUCTS`) and those of this delivery, if the
 * member may see their product. Ordered by product name, colour and size. Digital products have no labels. A hidden
 * size is included only if its id or the delivery names it.
 */
export async function listLabelSizes(
  db: Queryable,
  { productIds = [], sizeIds = [], deliveryId }: LabelSource,
  shops: VisibleShops,
): Promise<LabelSize[]> {
  const { rows } = await sql<LabelSize>`
    WITH received AS (
      SELECT m.size_id, sum(m.pieces)::int AS pieces FROM stock_movements m
      WHERE m.delivery_id = ${deliveryId && isId(deliveryId) ? deliveryId : null} AND m.pieces > 0 GROUP BY 1)
    SELECT s.id AS "sizeId", s.sku, s.gtin, p.id AS "productId", p.name, p.color, n.name AS "sizeName",
      coalesce(r.pieces, s.available) AS pieces
    FROM sizes s JOIN products p ON p.id = s.product_id JOIN size_names n ON n.id = s.size_name_id
    LEFT JOIN received r ON r.size_id = s.id
    WHERE (s.id = ANY (${sizeIds.filter(isId)}::uuid[]) OR r.size_id IS NOT NULL
        OR (s.product_id = ANY (${productIds.filter(isId).slice(0, MAX_LABEL_PRODUCTS)}::uuid[]) AND NOT s.is_hidden))
      AND NOT p.is_digital AND ${isVisibleIn(shops)}
    ORDER BY p.name, p.color, p.id, n.position, n.name`.execute(db);
  return rows;
}

/** The regular retail price of each product in a shop, without offers, by product id. */
export async function listLabelPrices(
  db: Queryable,
  shop: Shop,
  productIds: readonly string[],
): Promise<Map<string, Cents>> {
  const { rows } = await sql<ProductRow>`
    SELECT ${productColumns(shop)} FROM products p WHERE p.id = ANY (${productIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, unitPriceCents(regularPricesOf(shop, row), false)]));
}
