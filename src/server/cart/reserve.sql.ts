import { MADE_TO_ORDER_CAP } from "../../domain/cart-line.ts";
import type { ExceededHoldingCap } from "../../domain/holding-caps.ts";
import { MAX_TIMEOUTS } from "../../domain/cart-expiry.ts";
import { beginCallsText } from "../http/idempotency-store.ts";
import { selectRunningOffersText } from "../offers/running-offers.ts";

/**
 * Reserves pieces for many carts in one statement. Pieces are granted in order of arrival by a running sum per size.
 * Each line is granted completely or not at all.
 */
// Locks: idempotency keys first, then carts in id order, sizes in id order and the sources that hold the pieces. So two
// such statements cannot deadlock.
//
// Caps (decision 29) are checked by running sums too, before the stock. Functions count what a cart and a source hold
// now: they see what was committed before the locks were acquired. If a line was refused only because of earlier lines
// that were refused themselves, its `room` suffices and it is attempted again.
//
// A locking CTE sees the newest row, the rest of the statement sees its snapshot. Therefore stock is read only from
// `sizes_locked`. Because of the condition on `carts_locked` in `sizes_locked`, the carts are locked first.
// `updated_stock` must not read stock again, neither in a condition nor in the values it writes: both are evaluated on
// the snapshot's row first. A size that was sold out when the statement started would then keep the pieces granted from
// it, or violate the table's check.
//
// The statement is written so that tables are read only by their primary keys, whatever the statistics are. A cart's
// state is checked after the cart is locked. If it were a search condition, the planner would read the whole index
// `carts_expiring`. Lines are read by cart. If they were read by size, all lines of a popular size would be read for
// each cart: 200 carts a second instead of 3,000.
//
// Parameters, one entry per requested line: $1 request[], $2 size_id[], $3 product_id[], $4 pieces[].
//
// One entry per request, each for a different cart: $5 request[], $6 cart_id[], $7 is_new[], $8 shop_id[],
// $9 presale_id[], $10 timeout_ms[], $11 made_left[]: pieces that may still be ordered without stock with the cart's
// code, null if nothing is made to order; $12 address_hash[], $13 device_hash[]: the cart's source, null for staff;
// $14 cart_pieces[], $15 cart_lines[], $16 address_pieces[], $17 address_total[], $18 device_pieces[]: caps,
// null if the cap can refuse nothing.
//
// $19 cart_id[] of the existing carts: nothing is looked up for new ones.
//
// One entry per request whose idempotent call begins with the statement, in lock order: $20 request[], $21 scope[],
// $22 key_hash[], $23 request_hash[]. A request whose key was used before reserves nothing: REPEATED (decision 75).
export const RESERVE = `
WITH requested_lines AS MATERIALIZED (
  SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[]) WITH ORDINALITY
    AS a (request, size_id, product_id, pieces, place)
), calls AS MATERIALIZED (
  SELECT * FROM unnest($20::int[], $21::text[], $22::bytea[], $23::bytea[]) AS k (request, scope, key_hash, request_hash)
), begun_calls AS (
  ${beginCallsText("calls")}
), repeated AS MATERIALIZED (
  SELECT k.request FROM calls k
  WHERE NOT EXISTS (SELECT FROM begun_calls b WHERE b.scope = k.scope AND b.key_hash = k.key_hash)
), requests AS MATERIALIZED (
  SELECT * FROM unnest($5::int[], $6::uuid[], $7::boolean[], $8::uuid[], $9::uuid[], $10::int[], $11::int[],
    $12::bytea[], $13::bytea[], $14::int[], $15::int[], $16::int[], $17::int[], $18::int[])
    AS t (request, cart_id, is_new, shop_id, presale_id, timeout_ms, made_left,
      address_hash, device_hash, cart_pieces_cap, cart_lines_cap, address_cap, address_total_cap, device_cap)
), carts_locked AS MATERIALIZED (
  SELECT c.id, c.shop_id, c.presale_id, c.version, c.state, c.expires_at, c.address_hash, c.device_hash FROM carts c
  WHERE c.id = ANY ($19::uuid[]) AND (SELECT count(*) FROM repeated) >= 0
  ORDER BY c.id FOR NO KEY UPDATE
), lines_before AS MATERIALIZED (
  SELECT x.cart_id, x.size_id, x.pieces, x.held FROM cart_lines x WHERE x.cart_id = ANY ($19::uuid[])
), open_carts AS MATERIALIZED (
  -- A cart counts for the source where it was started: a source cannot transfer its pieces to another.
  SELECT t.*, coalesce(l.version + 1, 1) AS version, coalesce(l.address_hash, t.address_hash) AS address_key,
    coalesce(l.device_hash, t.device_hash) AS device_key,
    l.address_hash IS NULL AS is_new_to_address, l.device_hash IS NULL AS is_new_to_device
  FROM requests t
  LEFT JOIN carts_locked l ON l.id = t.cart_id AND l.state = 'active' AND l.expires_at > (SELECT shopping_clock())
  WHERE (t.is_new OR (l.shop_id = t.shop_id AND l.presale_id IS NOT DISTINCT FROM t.presale_id))
    AND t.request NOT IN (SELECT request FROM repeated)
), sizes_locked AS MATERIALIZED (
  SELECT s.id, s.product_id, s.size_name_id, s.available FROM sizes s
  WHERE s.id = ANY ($2::uuid[]) AND NOT s.is_hidden AND (SELECT count(*) FROM carts_locked) >= 0
  ORDER BY s.id FOR NO KEY UPDATE
), cart_counts AS MATERIALIZED (
  SELECT * FROM count_carts((
    SELECT array_agg(o.cart_id) FROM open_carts o
    WHERE NOT o.is_new AND coalesce(o.cart_pieces_cap, o.cart_lines_cap, o.address_cap, o.address_total_cap, o.device_cap)
      IS NOT NULL AND (SELECT count(*) FROM sizes_locked) >= 0))
), sources AS MATERIALIZED (
  SELECT * FROM lock_sources((
    SELECT array_agg(k.key) FROM (
      SELECT address_key AS key FROM open_carts WHERE coalesce(address_cap, address_total_cap) IS NOT NULL
      UNION SELECT device_key FROM open_carts WHERE device_cap IS NOT NULL) k
    WHERE k.key IS NOT NULL AND (SELECT count(*) FROM sizes_locked) >= 0))
), room_before AS MATERIALIZED (
  SELECT o.request, o.cart_id, o.version, o.shop_id, o.presale_id, o.made_left, o.address_key, o.device_key,
    o.cart_pieces_cap - coalesce(w.pieces, 0) AS pieces_room, o.cart_lines_cap - coalesce(w.lines, 0) AS lines_room,
    least(o.address_cap - a.in_carts, o.address_total_cap - a.in_carts - a.in_orders)
      - CASE WHEN o.is_new_to_address THEN coalesce(w.held, 0) ELSE 0 END AS address_room,
    o.device_cap - d.in_carts - CASE WHEN o.is_new_to_device THEN coalesce(w.held, 0) ELSE 0 END AS device_room
  FROM open_carts o
  LEFT JOIN cart_counts w ON w.cart_id = o.cart_id
  LEFT JOIN sources a ON a.key = o.address_key
  LEFT JOIN sources d ON d.key = o.device_key
), lines_to_check AS MATERIALIZED (
  SELECT a.request, a.size_id, a.pieces, a.place, r.cart_id, r.version, r.made_left, r.address_key, r.device_key,
    r.pieces_room, r.lines_room, r.address_room, r.device_room, coalesce(l.available, 0) AS available,
    CASE
      WHEN a.request IN (SELECT request FROM repeated) THEN 'REPEATED'
      WHEN r.request IS NULL THEN 'NO_CART'
      WHEN l.id IS NULL OR l.product_id <> a.product_id OR p.id IS NULL THEN 'NOT_FOUND'
      WHEN EXISTS (SELECT FROM lines_before x WHERE x.cart_id = r.cart_id AND x.size_id = a.size_id)
        THEN 'ALREADY_IN_CART'
      WHEN p.presale_id IS NULL OR l.available > 0 OR r.made_left IS NULL THEN NULL
      WHEN a.pieces > ${MADE_TO_ORDER_CAP} THEN 'MADE_TO_ORDER_LIMIT'
      ELSE 'MADE_TO_ORDER'
    END AS verdict
  FROM requested_lines a
  LEFT JOIN room_before r ON r.request = a.request
  LEFT JOIN sizes_locked l ON l.id = a.size_id
  LEFT JOIN products p ON p.id = l.product_id AND p.is_published AND p.presale_id IS NOT DISTINCT FROM r.presale_id
    AND (NOT p.is_local OR EXISTS (
      SELECT FROM shop_products sp WHERE sp.product_id = p.id AND sp.shop_id = r.shop_id))
), checked_lines AS MATERIALIZED (
  SELECT s.request, s.size_id, s.pieces, s.place, s.cart_id, s.version, s.made_left, s.available, s.address_key,
    s.device_key, s.pieces_room, s.lines_room, s.address_room, s.device_room,
    CASE
      WHEN s.verdict IS NOT NULL AND s.verdict <> 'MADE_TO_ORDER' THEN s.verdict
      WHEN s.cart_pieces > s.pieces_room OR s.cart_lines > s.lines_room THEN 'CART_FULL'
      WHEN s.verdict IS NULL AND s.address_pieces > s.address_room THEN 'ADDRESS_FULL'
      WHEN s.verdict IS NULL AND s.device_pieces > s.device_room THEN 'DEVICE_FULL'
      ELSE s.verdict
    END AS verdict
  FROM (
    SELECT w.*,
      sum(w.pieces) FILTER (WHERE w.verdict IS NULL OR w.verdict = 'MADE_TO_ORDER') OVER of_request AS cart_pieces,
      count(*) FILTER (WHERE w.verdict IS NULL OR w.verdict = 'MADE_TO_ORDER') OVER of_request AS cart_lines,
      sum(w.pieces) FILTER (WHERE w.verdict IS NULL) OVER (PARTITION BY w.address_key ORDER BY w.place) AS address_pieces,
      sum(w.pieces) FILTER (WHERE w.verdict IS NULL) OVER (PARTITION BY w.device_key ORDER BY w.place) AS device_pieces
    FROM lines_to_check w WINDOW of_request AS (PARTITION BY w.request ORDER BY w.place)) s
), granted_lines AS MATERIALIZED (
  SELECT * FROM (
    SELECT request, size_id, pieces, place, cart_id, version, available, address_key, device_key,
      sum(pieces) OVER (PARTITION BY size_id ORDER BY request) AS running_pieces
    FROM checked_lines WHERE verdict IS NULL) summed
  WHERE running_pieces <= available
), made_to_order AS (
  SELECT * FROM (
    SELECT request, size_id, pieces, place, cart_id, version, made_left, address_key, device_key,
      sum(pieces) OVER (PARTITION BY request ORDER BY place) AS running_pieces
    FROM checked_lines WHERE verdict = 'MADE_TO_ORDER') summed
  WHERE made_left >= running_pieces
    + coalesce((SELECT sum(x.pieces) FROM lines_before x WHERE x.cart_id = summed.cart_id AND x.held = 0), 0)
), updated_stock AS (
  UPDATE sizes s SET available = g.available - g.pieces
  FROM (SELECT size_id, available, sum(pieces)::int AS pieces FROM granted_lines GROUP BY size_id, available) g
  WHERE s.id = g.size_id
  RETURNING s.id, s.available
), reserved_lines AS MATERIALIZED (
  SELECT request, cart_id, version, size_id, place, pieces, pieces AS held, address_key, device_key FROM granted_lines
  UNION ALL
  SELECT request, cart_id, version, size_id, place, pieces, 0, address_key, device_key FROM made_to_order
), reserved_by_cart AS MATERIALIZED (
  SELECT o.*, f.held, clock.now
  FROM open_carts o JOIN (SELECT request, sum(held)::int AS held FROM reserved_lines GROUP BY request) f USING (request),
    (SELECT clock_timestamp() AS now) clock
), inserted_carts AS (
  INSERT INTO carts (id, shop_id, presale_id, first_line_at, modified_at, expires_at, address_hash, device_hash, held)
  SELECT cart_id, shop_id, presale_id, now, now, now + timeout_ms * interval '1 millisecond', address_key, device_key, held
  FROM reserved_by_cart WHERE is_new
), renewed_carts AS (
  UPDATE carts c SET version = a.version, modified_at = now, address_hash = a.address_key, device_hash = a.device_key,
    held = c.held + a.held,
    expires_at = greatest(c.expires_at, least(now + a.timeout_ms * interval '1 millisecond',
      c.first_line_at + ${MAX_TIMEOUTS} * a.timeout_ms * interval '1 millisecond'))
  FROM reserved_by_cart a WHERE c.id = a.cart_id AND NOT a.is_new
), inserted_lines AS (
  INSERT INTO cart_lines (cart_id, size_id, position, pieces, held)
  SELECT cart_id, size_id, version * 1000 + row_number() OVER (PARTITION BY cart_id ORDER BY place), pieces, held
  FROM reserved_lines
)
SELECT j.request AS "requestIndex", j.size_id AS "sizeId",
  CASE
    WHEN j.verdict = 'MADE_TO_ORDER' AND f.request IS NULL THEN 'MADE_TO_ORDER_LIMIT'
    ELSE coalesce(j.verdict, CASE WHEN f.request IS NULL THEN 'TOO_FEW' ELSE 'GRANTED' END)
  END AS verdict,
  coalesce(t.available, j.available) AS available,
  CASE WHEN j.verdict IN ('CART_FULL', 'ADDRESS_FULL', 'DEVICE_FULL') THEN least(
    j.pieces_room - (SELECT coalesce(sum(x.pieces), 0) FROM reserved_lines x WHERE x.request = j.request),
    -- Room for no more lines is room for no more pieces.
    CASE WHEN j.lines_room <= (SELECT count(*) FROM reserved_lines x WHERE x.request = j.request) THEN 0 END,
    j.address_room - (SELECT coalesce(sum(x.held), 0) FROM reserved_lines x WHERE x.address_key = j.address_key),
    j.device_room - (SELECT coalesce(sum(x.held), 0) FROM reserved_lines x WHERE x.device_key = j.device_key))::int
  END AS room,
  (SELECT b.started_at FROM calls k JOIN begun_calls b USING (scope, key_hash) WHERE k.request = j.request) AS "startedAt",
  n.now AS "createdAt", n.now + n.timeout_ms * interval '1 millisecond' AS "expiresAt",
  CASE WHEN n.request IS NOT NULL THEN clock_timestamp() END AS "readAt",
  CASE WHEN n.request IS NOT NULL THEN (SELECT shopping_clock()) END AS "shoppingNow",
  CASE WHEN n.request IS NOT NULL THEN f.held END AS held, z.product_id AS "productId", z.size_name_id AS "sizeNameId",
  (SELECT c.xmin::text FROM product_cards c WHERE c.product_id = z.product_id) AS "cardVersion",
  ${selectRunningOffersText("z.product_id", "n.shop_id")}::text AS offers
FROM checked_lines j
LEFT JOIN reserved_lines f ON f.request = j.request AND f.size_id = j.size_id
LEFT JOIN updated_stock t ON t.id = j.size_id
LEFT JOIN reserved_by_cart n ON n.request = f.request AND n.is_new AND n.presale_id IS NULL
LEFT JOIN sizes_locked z ON z.id = f.size_id AND n.request IS NOT NULL`;

export type Verdict =
  | "GRANTED"
  | "MADE_TO_ORDER"
  | "TOO_FEW"
  | "NOT_FOUND"
  | "ALREADY_IN_CART"
  | "MADE_TO_ORDER_LIMIT"
  | ExceededHoldingCap
  /** The cart does not exist, is not active, has expired, or is of another shop or presale. */
  | "NO_CART"
  /** The request's idempotency key was used before. */
  | "REPEATED";
