import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { ProductFacts } from "../../domain/product-facts.ts";
import type { SizeCodes } from "../../domain/size-codes.ts";
import type { Queryable } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { PictureRow } from "../pictures/picture-url.ts";
import { FACTS } from "./fact-columns.ts";
import { PICTURE, type NamedRow } from "./product-row.ts";

/** A size as the back office sees it. */
export interface EditedSize extends SizeCodes {
  id: string;
  name: string;
  available: number;
  isHidden: boolean;
  /** No row refers to it (the SQL below), so it can be deleted without loss of history. */
  isUntouched: boolean;
}

/** A product with all data of its form, hidden or not. */
export interface EditedProduct extends ProductFacts {
  id: string;
  /** Increases when a statement sets one of the columns that the trigger `products_version` names (migration 0106). */
  version: number;
  /** The source of the file that it was imported from, and its key in that file: "csv:falda-1". Null: not imported. */
  sourceKey: string | null;
  name: string;
  description: string;
  color: string | null;
  isDigital: boolean;
  eventAt: Date | null;
  eventPlace: string | null;
  priceCents: Cents;
  wholesalePriceCents: Cents | null;
  /** What a piece costs the shop. */
  costCents: Cents | null;
  isMarkedNew: boolean;
  isPublished: boolean;
  isLocal: boolean;
  extended1: string | null;
  extended2: string | null;
  createdAt: Date;
  presale: NamedRow | null;
  /** Branches add the increment of the first brand. */
  brands: NamedRow[];
  categories: NamedRow[];
  /** The shops of a local product, and branches' own prices. */
  shops: (NamedRow & { priceCents: Cents | null })[];
  sizes: EditedSize[];
  pictures: PictureRow[];
}

export async function findEditedProduct(db: Queryable, productId: string): Promise<EditedProduct | undefined> {
  if (!isId(productId)) return undefined;
  const { rows } = await sql<EditedProduct>`
    SELECT p.id, p.version, p.import_key AS "sourceKey", p.name, p.description, p.color, p.is_digital AS "isDigital",
      p.event_at AS "eventAt", p.event_place AS "eventPlace", p.price_cents AS "priceCents",
      p.wholesale_price_cents AS "wholesalePriceCents", p.cost_cents AS "costCents", p.is_marked_new AS "isMarkedNew",
      p.is_published AS "isPublished", p.is_local AS "isLocal", p.extended1, p.extended2, p.created_at AS "createdAt", ${FACTS},
      (SELECT json_build_object('id', r.id, 'name', r.name) FROM presales r WHERE r.id = p.presale_id) AS presale,
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) ORDER BY pb.position), '[]')
        FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE pb.product_id = p.id) AS brands,
      (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.position, c.name), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id WHERE pc.product_id = p.id) AS categories,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'priceCents', sp.price_cents)
          ORDER BY s.kind DESC, s.name), '[]')
        FROM shop_products sp JOIN shops s ON s.id = sp.shop_id WHERE sp.product_id = p.id) AS shops,
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', n.name, 'available', s.available,
          'isHidden', s.is_hidden, 'isUntouched', ${IS_UNTOUCHED}, 'sku', s.sku, 'gtin', s.gtin,
          'weightGrams', s.weight_grams) ORDER BY n.position, n.name), '[]')
        FROM sizes s JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id) AS sizes,
      (SELECT coalesce(json_agg(${PICTURE} ORDER BY pp.position), '[]')
        FROM product_pictures pp JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id) AS pictures
    FROM products p WHERE p.id = ${productId}`.execute(db);
  return rows[0];
}

/**
 * SQL: whether no row refers to the size `s`: no stock movement, cart, order, change of an order's size, return, place
 * of the waiting list or offer.
 */
export const IS_UNTOUCHED = sql<boolean>`NOT EXISTS (SELECT FROM stock_movements m WHERE m.size_id = s.id)
  AND NOT EXISTS (SELECT FROM cart_lines l WHERE l.size_id = s.id)
  AND NOT EXISTS (SELECT FROM order_lines l WHERE l.size_id = s.id)
  AND NOT EXISTS (SELECT FROM order_size_changes c WHERE s.id IN (c.from_size_id, c.to_size_id))
  AND NOT EXISTS (SELECT FROM return_lines r WHERE s.id IN (r.order_line_size_id, r.size_id, r.new_size_id))
  AND NOT EXISTS (SELECT FROM waiting_list w WHERE w.size_id = s.id)
  AND NOT EXISTS (SELECT FROM offers o WHERE o.size_id = s.id)`;
