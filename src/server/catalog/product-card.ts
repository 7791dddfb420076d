import { sql, type RawBuilder } from "kysely";
import type { App } from "../app.ts";
import { selectRunningOffersText } from "../offers/running-offers.ts";
import type { Shop } from "../shops/shop.ts";
import type { ColorRow, ProductRow, SizeRow } from "./product-row.ts";
import type { MissingRow, CachedRow } from "./product-row-cache.ts";
import { findSizeNames, type SizeNames } from "./size-names.ts";

/** The fields of a row that come from its card. */
type CardPart = Omit<ProductRow, "id" | "color_hex" | "colors" | "has_own_guide" | "sizes" | "offers">;

/** The content of a card (0140_product_cards.sql): the data of a product that do not depend on shop, stock or time. */
interface Card extends Omit<CardPart, "event_at" | "created_at"> {
  /** In milliseconds since 1970. */
  event_at: number | null;
  created_at: number;
}

/** A shown size: its id, its name's id, available pieces, SKU, GTIN, weight in grams. */
type CardSize = [string, string, number, string | null, string | null, number | null];

/** A card, and the data read with it. `colors`, `sizes` and `offers` are JSON texts. */
interface CardRow {
  id: string;
  version: string;
  /** Null if the version is the cached one. */
  card: Card | null;
  hex: string | null;
  has_own_guide: boolean;
  colors: string | null;
  sizes: string | null;
  offers: string | null;
}

/** The `colors` of a ProductRow with a style. */
const COLORS: RawBuilder<ColorRow[]> =
  sql`(SELECT json_agg(json_build_object('id', o.product_id, 'name', o.color, 'hex', h.hex,
      'isPresale', o.presale_id IS NOT NULL, 'picture', o.picture) ORDER BY o.color_key, o.product_id)
    FROM product_cards o LEFT JOIN colors h ON h.key = o.color_key
    WHERE o.style_code = c.style_code AND o.is_published AND (o.presale_id IS NULL OR o.presale_id = c.presale_id)
      AND (NOT o.is_local OR EXISTS (
        SELECT FROM shop_products own WHERE own.product_id = o.product_id AND own.shop_id = shop.id)))`;

/**
 * The columns of a CardRow, from `product_cards c LEFT JOIN colors k ON k.key = c.color_key`, the cached versions in
 * `listed` and the id of the shop in `shop`. The version of a card is the id of the transaction that wrote it. A
 * transaction computes a card at most once.
 */
const CARD_COLUMNS: RawBuilder<CardRow> = sql`c.product_id AS id, c.xmin::text AS version,
    CASE WHEN c.xmin::text IS DISTINCT FROM listed.version THEN c.card END AS card,
    k.hex, (CASE WHEN c.style_code IS NOT NULL THEN ${COLORS} END)::text AS colors,
    EXISTS (SELECT FROM size_guides g WHERE g.product_id = c.product_id) AS has_own_guide,
    (SELECT json_agg(json_build_array(s.id, s.size_name_id, s.available, s.sku, s.gtin, s.weight_grams))
      FROM sizes s WHERE s.product_id = c.product_id AND NOT s.is_hidden)::text AS sizes,
    ${sql.raw(selectRunningOffersText("c.product_id", "shop.id"))}::text AS offers`;

export type CardApp = Pick<App, "readDb" | "genericPlanReadDb" | "catalogCache" | "searchResults" | "productRows">;

/** The rows of these products in this order, without those that no longer exist. They are built from the cards. */
export function listProductRows(app: CardApp, shop: Shop, ids: readonly string[]): Promise<ProductRow[]> {
  return app.productRows.find(shop.id, ids, (missing) => readCards(app, shop, missing));
}

/** Reads by primary key, so that the statement is planned once. A row that did not change is the cached object. */
async function readCards(app: CardApp, shop: Shop, missing: readonly MissingRow[]): Promise<CachedRow[]> {
  const previousRowById = new Map(missing.map(({ id, previousRow }) => [id, previousRow]));
  const versions = missing.map(({ previousRow }) => previousRow?.cardVersion ?? null);
  const readAt = performance.now();
  const { rows } = await sql<CardRow>`
    SELECT ${CARD_COLUMNS}
    FROM unnest(${missing.map(({ id }) => id)}::uuid[], ${versions}::text[]) AS listed (id, version)
    CROSS JOIN (SELECT ${shop.id}::uuid AS id) shop JOIN product_cards c ON c.product_id = listed.id LEFT JOIN colors k ON k.key = c.color_key`.execute(
    app.genericPlanReadDb,
  );
  const sizes = rows.map((row): CardSize[] => JSON.parse(row.sizes ?? "[]"));
  const names = await findSizeNames(
    app,
    sizes.flatMap((sizesOfRow) => sizesOfRow.map(([, nameId]) => nameId)),
  );
  return rows.map((row, index) =>
    toCachedRow(row, previousRowById.get(row.id), { sizes: toSizeRows(sizes[index]!, names), readAt }),
  );
}

function toCachedRow(
  { id, version, card, hex, has_own_guide, colors, offers }: CardRow,
  previousRow: CachedRow | undefined,
  { sizes, readAt }: { sizes: SizeRow[]; readAt: number },
): CachedRow {
  const otherData = JSON.stringify([hex, has_own_guide, colors, offers, sizes]);
  if (!card && previousRow!.otherData === otherData) return previousRow!;
  const row: ProductRow = {
    ...(card ? fromCard(card) : previousRow!.row),
    id,
    color_hex: hex,
    colors: colors === null ? null : JSON.parse(colors),
    has_own_guide,
    sizes,
    offers: JSON.parse(offers ?? "[]"),
  };
  return { row, cardVersion: version, otherData, cardReadAt: card ? readAt : previousRow!.cardReadAt };
}

function fromCard(card: Card): CardPart {
  return {
    ...card,
    event_at: card.event_at === null ? null : new Date(card.event_at),
    created_at: new Date(card.created_at),
  };
}

/** The sizes in the order of their names. A size whose name was deleted just now is omitted. */
function toSizeRows(sizes: readonly CardSize[], names: SizeNames): SizeRow[] {
  const rankedSizes = sizes.flatMap(([id, nameId, available, sku, gtin, weightGrams]) => {
    const sizeName = names.get(nameId);
    return sizeName
      ? [{ rank: sizeName.rank, size: { id, name: sizeName.name, available, sku, gtin, weightGrams } }]
      : [];
  });
  return rankedSizes.toSorted((a, b) => a.rank - b.rank).map(({ size }) => size);
}
