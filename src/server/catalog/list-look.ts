import { sql, type RawBuilder } from "kysely";
import { LOOK_PARTS, MAX_LOOK_PRODUCTS, NEUTRAL_COLOR_FAMILIES } from "../../domain/look.ts";
import type { Db } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";
import { isSoldOutsidePresale, productColumns, type ProductRow } from "./product-row.ts";
import { hasPieces } from "./search-products.ts";

const PARTS = LOOK_PARTS.map(({ part }) => part);
const PATTERNS = LOOK_PARTS.map(({ wordStarts }) => `\\m(?:${wordStarts.join("|")})`);
/** A category whose name has no known word counts as a part of its own, which comes last. */
const UNKNOWN_PART_PLACE = 100;

/**
 * The products to wear with a product (rules LOOK-1 and LOOK-2): those that staff chose and that this shop has in
 * stock. If there are none, the shop proposes some, always the same ones until the stock or the catalogue changes.
 * Nothing is proposed for a ticket.
 */
export async function listLook(db: Db, shop: Shop, productId: string): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    WITH chosen AS (
      SELECT l.paired_product_id AS id, l.position AS place FROM product_looks l JOIN products p ON p.id = l.paired_product_id
      WHERE l.product_id = ${productId} AND ${isSoldOutsidePresale(shop)} AND ${hasPieces(undefined)}),
    own AS (
      SELECT p.id, p.style_code, p.gender, coalesce(p.age_group, 'adult') AS age_group,
        coalesce((SELECT k.families FROM colors k WHERE k.key = p.color_key), '{}') AS families
      FROM products p WHERE p.id = ${productId} AND NOT p.is_digital AND NOT EXISTS (SELECT FROM chosen)),
    ${PARTS_CTE},
    own_parts AS (
      SELECT parts.* FROM own JOIN product_categories pc ON pc.product_id = own.id JOIN parts ON parts.id = pc.category_id),
    proposed AS (
      SELECT DISTINCT ON (parts.part) p.id, parts.place
      FROM own CROSS JOIN parts
      JOIN product_categories pc ON pc.category_id = parts.id
      JOIN products p ON p.id = pc.product_id
      JOIN colors k ON k.key = p.color_key
      CROSS JOIN LATERAL (
        SELECT parts.parent_id IN (SELECT o.parent_id FROM own_parts o) AS is_sibling,
          k.families <@ ${[...NEUTRAL_COLOR_FAMILIES]}::text[] AS is_neutral) AS match
      WHERE parts.part <> 'whole' AND parts.part NOT IN (SELECT o.part FROM own_parts o)
        AND NOT (parts.part IN ('torso', 'legs') AND EXISTS (SELECT FROM own_parts o WHERE o.part = 'whole'))
        AND (match.is_neutral OR k.families && own.families)
        AND coalesce(p.age_group, 'adult') = own.age_group
        AND (match.is_sibling OR p.gender IN (own.gender, 'unisex'))
        AND coalesce(p.gender, 'unisex') IN (coalesce(own.gender, p.gender, 'unisex'), 'unisex')
        AND p.id <> own.id AND (own.style_code IS NULL OR p.style_code IS DISTINCT FROM own.style_code)
        AND NOT p.is_digital AND ${isSoldOutsidePresale(shop)}
        AND NOT EXISTS (SELECT FROM product_categories shared JOIN own_parts o ON o.id = shared.category_id
          WHERE shared.product_id = p.id)
        AND ${hasPieces(undefined)}
      ORDER BY parts.part, match.is_sibling DESC, match.is_neutral DESC, p.created_at DESC, p.id),
    look AS (
      SELECT id, place FROM chosen
      UNION ALL (SELECT id, place FROM proposed ORDER BY place, id LIMIT ${MAX_LOOK_PRODUCTS}))
    SELECT ${productColumns(shop)} FROM look JOIN products p ON p.id = look.id ORDER BY look.place, p.id`.execute(db);
  return rows;
}

/** `combineLooks` reads only the looks of the first products, at most this many. */
const MAX_LOOKS = 4;

/**
 * The products to wear with the first four of these products, such as those of a cart (rule LOOK-3): the first one of
 * each look, then the second ones, without the given products themselves. At most `MAX_LOOK_PRODUCTS`.
 */
export async function combineLooks(db: Db, shop: Shop, productIds: readonly string[]): Promise<ProductRow[]> {
  const ids = new Set(productIds.filter(isId));
  const looks = await Promise.all([...ids].slice(0, MAX_LOOKS).map((id) => listLook(db, shop, id)));
  const rows = Array.from({ length: MAX_LOOK_PRODUCTS }, (_, place) =>
    looks.flatMap((look) => look[place] ?? []),
  ).flat();
  const rowsById = new Map(rows.filter(({ id }) => !ids.has(id)).map((row) => [row.id, row]));
  return [...rowsById.values()].slice(0, MAX_LOOK_PRODUCTS);
}

/** `parts`: the visible categories with the part of the body that they are for. */
const PARTS_CTE: RawBuilder<unknown> = sql`
  parts AS (
    SELECT c.id, c.parent_id, coalesce(known.part, c.id::text) AS part,
      coalesce(known.place, ${UNKNOWN_PART_PLACE}) AS place
    FROM categories c LEFT JOIN LATERAL (
      SELECT w.part, w.place FROM unnest(${PARTS}::text[], ${PATTERNS}::text[]) WITH ORDINALITY AS w (part, pattern, place)
      WHERE plain_text(c.name) ~ w.pattern ORDER BY w.place LIMIT 1) AS known ON true
    WHERE NOT c.is_hidden)`;
