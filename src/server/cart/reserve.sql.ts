import { MADE_TO_ORDER_CAP } from "../../domain/cart-line.ts";
import { RENEWALS_CAP } from "../../domain/cart-expiry.ts";

/**
 * Takes pieces off the shelf for many carts at once: carts locked in id order, then sizes in id order, so that no two
 * such statements can deadlock; granted in order of arrival by a running sum per size; each line all or nothing.
 *
 * A locking CTE sees the newest row, the rest of the statement the snapshot it began with: stock is read from `locked`
 * alone. The condition on `carts_locked` in `locked` makes carts come first. `taken` must not look at stock again, neither
 * in a condition nor in what it writes: both are tried on the snapshot's row first, so that a size that was empty when
 * the statement began would keep the pieces granted from it, or break the table's check on its way.
 *
 * Tables are reached by their primary keys alone, whatever the statistics say: a cart's state is judged after it is
 * locked (before, the planner reads all of `carts_expiring`), its lines are read by cart (by size, a size everybody
 * wants costs all of its lines for each cart: 200 carts a second instead of 3,000).
 *
 * $1 ticket[], $2 size_id[], $3 product_id[], $4 pieces[] — one entry a line asked for
 * $5 ticket[], $6 cart_id[], $7 is_new[], $8 shop_id[], $9 presale_id[], $10 timeout_ms[], $11 made_left[]: pieces its
 * code may still order without any on the shelf, null where nothing is made — one entry a cart
 */
export const RESERVE = `
WITH ask AS MATERIALIZED (
  SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[]) WITH ORDINALITY
    AS a (ticket, size_id, product_id, pieces, place)
), tickets AS MATERIALIZED (
  SELECT * FROM unnest($5::int[], $6::uuid[], $7::boolean[], $8::uuid[], $9::uuid[], $10::int[], $11::int[])
    AS t (ticket, cart_id, is_new, shop_id, presale_id, timeout_ms, made_left)
), carts_locked AS MATERIALIZED (
  SELECT c.id, c.shop_id, c.presale_id, c.version, c.state, c.expires_at FROM carts c
  WHERE c.id = ANY ($6::uuid[])
  ORDER BY c.id FOR NO KEY UPDATE
), live AS MATERIALIZED (
  SELECT * FROM carts_locked WHERE state = 'active' AND expires_at > clock_timestamp()
), lines_before AS MATERIALIZED (
  SELECT x.cart_id, x.size_id, x.pieces, x.held FROM cart_lines x WHERE x.cart_id = ANY ($6::uuid[])
), opened AS MATERIALIZED (
  SELECT t.*, coalesce(l.version + 1, 1) AS version FROM tickets t LEFT JOIN live l ON l.id = t.cart_id
  WHERE t.is_new OR (l.shop_id = t.shop_id AND l.presale_id IS NOT DISTINCT FROM t.presale_id)
), locked AS MATERIALIZED (
  SELECT s.id, s.product_id, s.available FROM sizes s
  WHERE s.id = ANY ($2::uuid[]) AND NOT s.is_hidden AND (SELECT count(*) FROM carts_locked) >= 0
  ORDER BY s.id FOR NO KEY UPDATE
), judged AS MATERIALIZED (
  SELECT a.ticket, a.size_id, a.pieces, a.place, o.cart_id, o.version, o.made_left, coalesce(l.available, 0) AS available,
    CASE
      WHEN o.ticket IS NULL THEN 'NO_CART'
      WHEN l.id IS NULL OR l.product_id <> a.product_id OR p.id IS NULL THEN 'NOT_FOUND'
      WHEN EXISTS (SELECT FROM lines_before x WHERE x.cart_id = o.cart_id AND x.size_id = a.size_id)
        THEN 'ALREADY_IN_CART'
      WHEN p.presale_id IS NULL OR l.available > 0 OR o.made_left IS NULL THEN NULL
      WHEN a.pieces > ${MADE_TO_ORDER_CAP} THEN 'LIMIT'
      ELSE 'MADE_TO_ORDER'
    END AS verdict
  FROM ask a
  LEFT JOIN opened o ON o.ticket = a.ticket
  LEFT JOIN locked l ON l.id = a.size_id
  LEFT JOIN products p ON p.id = l.product_id AND p.is_published AND p.presale_id IS NOT DISTINCT FROM o.presale_id
    AND (NOT p.is_local OR EXISTS (
      SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = o.shop_id))
), granted AS MATERIALIZED (
  SELECT * FROM (
    SELECT ticket, size_id, pieces, place, cart_id, version, available,
      sum(pieces) OVER (PARTITION BY size_id ORDER BY ticket) AS up_to
    FROM judged WHERE verdict IS NULL) asked
  WHERE up_to <= available
), made AS MATERIALIZED (
  SELECT ticket, size_id FROM (
    SELECT ticket, size_id, cart_id, made_left, sum(pieces) OVER (PARTITION BY ticket ORDER BY place) AS up_to
    FROM judged WHERE verdict = 'MADE_TO_ORDER') asked
  WHERE made_left >= up_to
    + coalesce((SELECT sum(x.pieces) FROM lines_before x WHERE x.cart_id = asked.cart_id AND x.held = 0), 0)
), taken AS (
  UPDATE sizes s SET available = g.available - g.pieces
  FROM (SELECT size_id, available, sum(pieces)::int AS pieces FROM granted GROUP BY size_id, available) g
  WHERE s.id = g.size_id
  RETURNING s.id, s.available
), fresh AS MATERIALIZED (
  SELECT ticket, cart_id, version, size_id, place, pieces, pieces AS held FROM granted
  UNION ALL
  SELECT ticket, cart_id, version, size_id, place, pieces, 0 FROM judged JOIN made USING (ticket, size_id)
), created AS (
  INSERT INTO carts (id, shop_id, presale_id, first_line_at, modified_at, expires_at)
  SELECT o.cart_id, o.shop_id, o.presale_id, now, now, now + o.timeout_ms * interval '1 millisecond'
  FROM opened o, (SELECT clock_timestamp() AS now) clock
  WHERE o.is_new AND EXISTS (SELECT FROM fresh f WHERE f.ticket = o.ticket)
), renewed AS (
  UPDATE carts c SET version = o.version, modified_at = now,
    expires_at = greatest(c.expires_at, least(now + o.timeout_ms * interval '1 millisecond',
      c.first_line_at + ${RENEWALS_CAP} * o.timeout_ms * interval '1 millisecond'))
  FROM opened o, (SELECT clock_timestamp() AS now) clock
  WHERE c.id = o.cart_id AND NOT o.is_new AND EXISTS (SELECT FROM fresh f WHERE f.ticket = o.ticket)
), lined AS (
  INSERT INTO cart_lines (cart_id, size_id, position, pieces, held)
  SELECT cart_id, size_id, version * 1000 + row_number() OVER (PARTITION BY cart_id ORDER BY place), pieces, held
  FROM fresh
)
SELECT j.ticket, j.size_id AS "sizeId",
  CASE
    WHEN j.verdict = 'MADE_TO_ORDER' AND m.ticket IS NULL THEN 'LIMIT'
    ELSE coalesce(j.verdict, CASE WHEN g.ticket IS NULL THEN 'TOO_FEW' ELSE 'GRANTED' END)
  END AS verdict,
  coalesce(t.available, j.available) AS left
FROM judged j
LEFT JOIN granted g ON g.ticket = j.ticket AND g.size_id = j.size_id
LEFT JOIN made m ON m.ticket = j.ticket AND m.size_id = j.size_id
LEFT JOIN taken t ON t.id = j.size_id`;

export type Verdict =
  | "GRANTED"
  | "MADE_TO_ORDER"
  | "TOO_FEW"
  | "NOT_FOUND"
  | "ALREADY_IN_CART"
  | "LIMIT"
  /** The cart is not active, not this shop's or of the other kind. */
  | "NO_CART";
