import { sql, type RawBuilder } from "kysely";
import type { App } from "../app.ts";
import { offersOfProduct, type OfferRow } from "../offers/running-offers.ts";
import type { Shop } from "../shops/shop.ts";
import type { ColorRow, ProductRow } from "./product-row.ts";
import { findSizeNames, type SizeNames } from "./size-names.ts";

/** What a card keeps of a product (0140_product_cards.sql): all that does not depend on shop, stock or time. */
interface Card extends Omit<
  ProductRow,
  "id" | "color_hex" | "colors" | "has_own_guide" | "sizes" | "offers" | "event_at" | "created_at"
> {
  /** In milliseconds since 1970. */
  event_at: number | null;
  created_at: number;
}

/** A shown size: its id, its name's id, available pieces, SKU, GTIN, weight in grams. */
type CardSize = [string, string, number, string | null, string | null, number | null];

/** A card with what is read beside it. */
interface CardRow {
  id: string;
  card: Card;
  hex: string | null;
  colors: ColorRow[] | null;
  has_own_guide: boolean;
  sizes: CardSize[] | null;
  offers: OfferRow[] | null;
}

/** The columns of a CardRow as this shop sees it, of `product_cards c LEFT JOIN colors k ON k.key = c.color_key`. */
function cardColumns(shop: Shop): RawBuilder<CardRow> {
  const shopId = sql`${shop.id}::uuid`;
  return sql`c.product_id AS id, c.card, k.hex, ${colorsIn(shopId)} AS colors,
    EXISTS (SELECT FROM size_guides g WHERE g.product_id = c.product_id) AS has_own_guide,
    (SELECT json_agg(json_build_array(s.id, s.size_name_id, s.available, s.sku, s.gtin, s.weight_grams))
      FROM sizes s WHERE s.product_id = c.product_id AND NOT s.is_hidden) AS sizes,
    ${offersOfProduct(sql`c.product_id`, shopId)} AS offers`;
}

/** The `colors` of a ProductRow. NULL without a style: the subquery is not run then. */
function colorsIn(shopId: RawBuilder<unknown>): RawBuilder<ColorRow[] | null> {
  return sql`CASE WHEN c.style_code IS NOT NULL THEN (
    SELECT json_agg(json_build_object('id', o.product_id, 'name', o.color, 'hex', h.hex,
      'isPresale', o.presale_id IS NOT NULL, 'picture', o.picture) ORDER BY o.color_key, o.product_id)
    FROM product_cards o LEFT JOIN colors h ON h.key = o.color_key
    WHERE o.style_code = c.style_code AND o.is_published AND (o.presale_id IS NULL OR o.presale_id = c.presale_id)
      AND (NOT o.is_local OR EXISTS (
        SELECT FROM shop_products own WHERE own.product_id = o.product_id AND own.shop_id = ${shopId}))) END`;
}

export type CardApp = Pick<App, "readDb" | "genericPlanReadDb" | "counts" | "productRows">;

/** The cards of these products in this order, without those that no longer exist. */
export function listCards(app: CardApp, shop: Shop, ids: readonly string[]): Promise<ProductRow[]> {
  return app.productRows.find(shop.id, ids, (missing) => readCards(app, shop, missing));
}

/** By key, so that it is planned once. */
async function readCards(app: CardApp, shop: Shop, ids: readonly string[]): Promise<ProductRow[]> {
  const { rows } = await sql<CardRow>`
    SELECT ${cardColumns(shop)} FROM unnest(${ids}::uuid[]) AS listed (id)
    JOIN product_cards c ON c.product_id = listed.id LEFT JOIN colors k ON k.key = c.color_key`.execute(
    app.genericPlanReadDb,
  );
  const names = await findSizeNames(
    app,
    rows.flatMap(({ sizes }) => sizes?.map(([, nameId]) => nameId) ?? []),
  );
  return rows.map((row) => toProductRow(row, names));
}

function toProductRow({ id, card, hex, colors, has_own_guide, sizes, offers }: CardRow, names: SizeNames): ProductRow {
  const shown = (sizes ?? []).flatMap(([sizeId, nameId, available, sku, gtin, weightGrams]) => {
    const named = names.get(nameId);
    return named
      ? [{ place: named.place, size: { id: sizeId, name: named.name, available, sku, gtin, weightGrams } }]
      : [];
  });
  return {
    ...card,
    id,
    event_at: card.event_at === null ? null : new Date(card.event_at),
    created_at: new Date(card.created_at),
    color_hex: hex,
    colors,
    has_own_guide,
    sizes: shown.toSorted((one, other) => one.place - other.place).map(({ size }) => size),
    offers: offers ?? [],
  };
}
