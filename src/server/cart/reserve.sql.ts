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
// $9 presale_id[], $10 timeout_ms[], $11 made_to_order_left[]: pieces that may still be ordered without stock with the cart's
// code, null if nothing is made to order; $12 ip_hash[], $13 device_hash[]: the cart's source, null for staff;
// $14 cart_pieces[], $15 cart_lines[], $16 ip_pieces[], $17 ip_total[], $18 device_pieces[]: caps,
// null if the cap can refuse nothing.
//
// $19 cart_id[] of the existing carts: nothing is looked up for new ones.
//
// One entry per request whose idempotent call begins with the statement, in lock order: $20 request[], $21 scope[],
// $22 key_hash[], $23 request_hash[]. A request whose key was used before reserves nothing: REPEATED (decision 75).
export const RESERVE = `
WITH requested_lines AS MATERIALIZED (
  SELECT * FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[]) WITH ORDINALITY
    AS requested (request, size_id, product_id, pieces, line_number)
), calls AS MATERIALIZED (
  SELECT * FROM unnest($20::int[], $21::text[], $22::bytea[], $23::bytea[]) AS call (request, scope, key_hash, request_hash)
), begun_calls AS (
  ${beginCallsText("calls")}
), repeated AS MATERIALIZED (
  SELECT call.request FROM calls call
  WHERE NOT EXISTS (SELECT FROM begun_calls begun WHERE begun.scope = call.scope AND begun.key_hash = call.key_hash)
), requests AS MATERIALIZED (
  SELECT * FROM unnest($5::int[], $6::uuid[], $7::boolean[], $8::uuid[], $9::uuid[], $10::int[], $11::int[],
    $12::bytea[], $13::bytea[], $14::int[], $15::int[], $16::int[], $17::int[], $18::int[])
    AS requested (request, cart_id, is_new, shop_id, presale_id, timeout_ms, made_to_order_left,
      ip_hash, device_hash, cart_pieces_cap, cart_lines_cap, ip_cap, ip_total_cap, device_cap)
), carts_locked AS MATERIALIZED (
  SELECT cart.id, cart.shop_id, cart.presale_id, cart.version, cart.state, cart.expires_at, cart.ip_hash, cart.device_hash
  FROM carts cart
  WHERE cart.id = ANY ($19::uuid[]) AND (SELECT count(*) FROM repeated) >= 0
  ORDER BY cart.id FOR NO KEY UPDATE
), lines_before AS MATERIALIZED (
  SELECT line.cart_id, line.size_id, line.pieces, line.held FROM cart_lines line WHERE line.cart_id = ANY ($19::uuid[])
), open_carts AS MATERIALIZED (
  -- A cart counts for the source where it was started: a source cannot transfer its pieces to another.
  SELECT request.*, coalesce(locked.version + 1, 1) AS version, coalesce(locked.ip_hash, request.ip_hash) AS ip_key,
    coalesce(locked.device_hash, request.device_hash) AS device_key,
    locked.ip_hash IS NULL AS is_new_to_ip, locked.device_hash IS NULL AS is_new_to_device
  FROM requests request
  LEFT JOIN carts_locked locked ON locked.id = request.cart_id AND locked.state = 'active'
    AND locked.expires_at > (SELECT shopping_clock())
  WHERE (request.is_new OR (locked.shop_id = request.shop_id AND locked.presale_id IS NOT DISTINCT FROM request.presale_id))
    AND request.request NOT IN (SELECT request FROM repeated)
), sizes_locked AS MATERIALIZED (
  SELECT size.id, size.product_id, size.size_name_id, size.available FROM sizes size
  WHERE size.id = ANY ($2::uuid[]) AND NOT size.is_hidden AND (SELECT count(*) FROM carts_locked) >= 0
  ORDER BY size.id FOR NO KEY UPDATE
), cart_counts AS MATERIALIZED (
  SELECT * FROM count_carts((
    SELECT array_agg(cart.cart_id) FROM open_carts cart
    WHERE NOT cart.is_new
      AND coalesce(cart.cart_pieces_cap, cart.cart_lines_cap, cart.ip_cap, cart.ip_total_cap, cart.device_cap) IS NOT NULL
      AND (SELECT count(*) FROM sizes_locked) >= 0))
), sources AS MATERIALIZED (
  SELECT * FROM lock_sources((
    SELECT array_agg(source.key) FROM (
      SELECT ip_key AS key FROM open_carts WHERE coalesce(ip_cap, ip_total_cap) IS NOT NULL
      UNION SELECT device_key FROM open_carts WHERE device_cap IS NOT NULL) source
    WHERE source.key IS NOT NULL AND (SELECT count(*) FROM sizes_locked) >= 0))
), room_before AS MATERIALIZED (
  SELECT cart.request, cart.cart_id, cart.version, cart.shop_id, cart.presale_id, cart.made_to_order_left, cart.ip_key,
    cart.device_key, cart.cart_pieces_cap - coalesce(counts.pieces, 0) AS pieces_room,
    cart.cart_lines_cap - coalesce(counts.lines, 0) AS lines_room,
    least(cart.ip_cap - ip.in_carts, cart.ip_total_cap - ip.in_carts - ip.in_orders)
      - CASE WHEN cart.is_new_to_ip THEN coalesce(counts.held, 0) ELSE 0 END AS ip_room,
    cart.device_cap - device.in_carts
      - CASE WHEN cart.is_new_to_device THEN coalesce(counts.held, 0) ELSE 0 END AS device_room
  FROM open_carts cart
  LEFT JOIN cart_counts counts ON counts.cart_id = cart.cart_id
  LEFT JOIN sources ip ON ip.key = cart.ip_key
  LEFT JOIN sources device ON device.key = cart.device_key
), lines_to_check AS MATERIALIZED (
  SELECT line.request, line.size_id, line.pieces, line.line_number, cart.cart_id, cart.version,
    cart.made_to_order_left, cart.ip_key, cart.device_key, cart.pieces_room, cart.lines_room, cart.ip_room, cart.device_room, coalesce(size.available, 0) AS available,
    CASE
      WHEN line.request IN (SELECT request FROM repeated) THEN 'REPEATED'
      WHEN cart.request IS NULL THEN 'NO_CART'
      WHEN size.id IS NULL OR size.product_id <> line.product_id OR product.id IS NULL THEN 'NOT_FOUND'
      WHEN EXISTS (SELECT FROM lines_before existing
        WHERE existing.cart_id = cart.cart_id AND existing.size_id = line.size_id)
        THEN 'ALREADY_IN_CART'
      WHEN product.presale_id IS NULL OR size.available > 0 OR cart.made_to_order_left IS NULL THEN NULL
      WHEN line.pieces > ${MADE_TO_ORDER_CAP} THEN 'MADE_TO_ORDER_LIMIT'
      ELSE 'MADE_TO_ORDER'
    END AS verdict
  FROM requested_lines line
  LEFT JOIN room_before cart ON cart.request = line.request
  LEFT JOIN sizes_locked size ON size.id = line.size_id
  LEFT JOIN products product ON product.id = size.product_id AND product.is_published
    AND product.presale_id IS NOT DISTINCT FROM cart.presale_id
    AND (NOT product.is_local OR EXISTS (
      SELECT FROM shop_products sold WHERE sold.product_id = product.id AND sold.shop_id = cart.shop_id))
), checked_lines AS MATERIALIZED (
  SELECT summed.request, summed.size_id, summed.pieces, summed.line_number, summed.cart_id, summed.version, 
    summed.made_to_order_left, summed.available, summed.ip_key, summed.device_key, summed.pieces_room, summed.lines_room, summed.ip_room, summed.device_room,
    CASE
      WHEN summed.verdict IS NOT NULL AND summed.verdict <> 'MADE_TO_ORDER' THEN summed.verdict
      WHEN summed.cart_pieces > summed.pieces_room OR summed.cart_lines > summed.lines_room THEN 'CART_FULL'
      WHEN summed.verdict IS NULL AND summed.ip_pieces > summed.ip_room THEN 'ADDRESS_FULL'
      WHEN summed.verdict IS NULL AND summed.device_pieces > summed.device_room THEN 'DEVICE_FULL'
      ELSE summed.verdict
    END AS verdict
  FROM (
    SELECT line.*,
      sum(line.pieces) FILTER (WHERE line.verdict IS NULL OR line.verdict = 'MADE_TO_ORDER') OVER of_request AS cart_pieces,
      count(*) FILTER (WHERE line.verdict IS NULL OR line.verdict = 'MADE_TO_ORDER') OVER of_request AS cart_lines,
      sum(line.pieces) FILTER (WHERE line.verdict IS NULL) OVER of_ip AS ip_pieces,
      sum(line.pieces) FILTER (WHERE line.verdict IS NULL) OVER of_device AS device_pieces
    FROM lines_to_check line WINDOW of_request AS (PARTITION BY line.request ORDER BY line.line_number),
      of_ip AS (PARTITION BY line.ip_key ORDER BY line.line_number),
      of_device AS (PARTITION BY line.device_key ORDER BY line.line_number)) summed
), granted_lines AS MATERIALIZED (
  SELECT * FROM (
    SELECT request, size_id, pieces, line_number, cart_id, version, available, ip_key, device_key,
      sum(pieces) OVER (PARTITION BY size_id ORDER BY request) AS running_pieces
    FROM checked_lines WHERE verdict IS NULL) summed
  WHERE running_pieces <= available
), made_to_order_lines AS (
  SELECT * FROM (
    SELECT request, size_id, pieces, line_number, cart_id, version, made_to_order_left, ip_key, device_key,
      sum(pieces) OVER (PARTITION BY request ORDER BY line_number) AS running_pieces
    FROM checked_lines WHERE verdict = 'MADE_TO_ORDER') summed
  WHERE made_to_order_left >= running_pieces
    + coalesce((SELECT sum(existing.pieces) FROM lines_before existing
      WHERE existing.cart_id = summed.cart_id AND existing.held = 0), 0)
), updated_stock AS (
  UPDATE sizes size SET available = granted.available - granted.pieces
  FROM (SELECT size_id, available, sum(pieces)::int AS pieces FROM granted_lines GROUP BY size_id, available) granted
  WHERE size.id = granted.size_id
  RETURNING size.id, size.available
), reserved_lines AS MATERIALIZED (
  SELECT request, cart_id, version, size_id, line_number, pieces, pieces AS held, ip_key, device_key FROM granted_lines
  UNION ALL
  SELECT request, cart_id, version, size_id, line_number, pieces, 0, ip_key, device_key FROM made_to_order_lines
), reserved_by_cart AS MATERIALIZED (
  SELECT cart.*, reserved.held, clock.now
  FROM open_carts cart JOIN (SELECT request, sum(held)::int AS held FROM reserved_lines GROUP BY request) reserved USING (request),
    (SELECT clock_timestamp() AS now) clock
), inserted_carts AS (
  INSERT INTO carts (id, shop_id, presale_id, first_line_at, modified_at, expires_at, ip_hash, device_hash, held)
  SELECT cart_id, shop_id, presale_id, now, now, now + timeout_ms * interval '1 millisecond', ip_key, device_key, held
  FROM reserved_by_cart WHERE is_new
), renewed_carts AS (
  UPDATE carts cart SET version = reserved.version, modified_at = now,
    ip_hash = reserved.ip_key, device_hash = reserved.device_key,
    held = cart.held + reserved.held,
    expires_at = greatest(cart.expires_at, least(now + reserved.timeout_ms * interval '1 millisecond',
      cart.first_line_at + ${MAX_TIMEOUTS} * reserved.timeout_ms * interval '1 millisecond'))
  FROM reserved_by_cart reserved WHERE cart.id = reserved.cart_id AND NOT reserved.is_new
), inserted_lines AS (
  INSERT INTO cart_lines (cart_id, size_id, position, pieces, held)
  SELECT cart_id, size_id, version * 1000 + row_number() OVER (PARTITION BY cart_id ORDER BY line_number), pieces, held
  FROM reserved_lines
)
SELECT line.request AS "requestIndex", line.size_id AS "sizeId",
  CASE
    WHEN line.verdict = 'MADE_TO_ORDER' AND reserved.request IS NULL THEN 'MADE_TO_ORDER_LIMIT'
    ELSE coalesce(line.verdict, CASE WHEN reserved.request IS NULL THEN 'TOO_FEW' ELSE 'GRANTED' END)
  END AS verdict,
  coalesce(stock.available, line.available) AS available,
  CASE WHEN line.verdict IN ('CART_FULL', 'ADDRESS_FULL', 'DEVICE_FULL') THEN least(
    line.pieces_room - (SELECT coalesce(sum(other.pieces), 0) FROM reserved_lines other
      WHERE other.request = line.request),
    -- Room for no more lines is room for no more pieces.
    CASE WHEN line.lines_room <= (SELECT count(*) FROM reserved_lines other
      WHERE other.request = line.request) THEN 0 END,
    line.ip_room - (SELECT coalesce(sum(other.held), 0) FROM reserved_lines other
      WHERE other.ip_key = line.ip_key),
    line.device_room - (SELECT coalesce(sum(other.held), 0) FROM reserved_lines other
      WHERE other.device_key = line.device_key))::int
  END AS room,
  (SELECT begun.started_at FROM calls call JOIN begun_calls begun USING (scope, key_hash)
    WHERE call.request = line.request) AS "startedAt",
  new_cart.now AS "createdAt", new_cart.now + new_cart.timeout_ms * interval '1 millisecond' AS "expiresAt",
  CASE WHEN new_cart.request IS NOT NULL THEN clock_timestamp() END AS "readAt",
  CASE WHEN new_cart.request IS NOT NULL THEN (SELECT shopping_clock()) END AS "shoppingNow",
  CASE WHEN new_cart.request IS NOT NULL THEN reserved.held END AS held,
  size.product_id AS "productId", size.size_name_id AS "sizeNameId",
  (SELECT card.xmin::text FROM product_cards card WHERE card.product_id = size.product_id) AS "cardVersion",
  ${selectRunningOffersText("size.product_id", "new_cart.shop_id")}::text AS offers
FROM checked_lines line
LEFT JOIN reserved_lines reserved ON reserved.request = line.request AND reserved.size_id = line.size_id
LEFT JOIN updated_stock stock ON stock.id = line.size_id
LEFT JOIN reserved_by_cart new_cart ON new_cart.request = reserved.request AND new_cart.is_new
  AND new_cart.presale_id IS NULL
LEFT JOIN sizes_locked size ON size.id = reserved.size_id AND new_cart.request IS NOT NULL`;

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
