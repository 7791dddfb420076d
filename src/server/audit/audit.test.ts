import { findViolations } from "../db/audit-check.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { runAudit } from "./run-audit.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

// Each of these invariants is violated, to test that its check can fail. The SQL bypasses the application, and the
// replication role disables the triggers.
test.each([
  ["stock-conserved", "UPDATE sizes SET available = available + 1 WHERE id = (SELECT id FROM sizes LIMIT 1)"],
  [
    "expired-carts-hold-nothing",
    "UPDATE carts SET state = 'active', expires_at = now() - interval '1 hour' WHERE id = (SELECT id FROM carts LIMIT 1)",
  ],
  [
    "sources-cleared",
    "INSERT INTO ip_holding_changes (ip_hash, cart_pieces, order_pieces, recorded_at) VALUES ('x', 0, 0, now() - interval '1 hour')",
  ],
  ["ip-holdings-match-lines", "INSERT INTO ip_holding_changes (ip_hash, cart_pieces, order_pieces) VALUES ('x', 1, 0)"],
  [
    "ip-holdings-match-lines",
    "WITH c AS (INSERT INTO carts (id, shop_id, first_line_at, modified_at, expires_at, held) SELECT gen_random_uuid(), id, now(), now(), now(), 1 FROM shops LIMIT 1) SELECT",
  ],
  ["ordered-carts-have-an-order", "UPDATE carts SET state = 'emptied' WHERE id = (SELECT cart_id FROM orders LIMIT 1)"],
  ["shipped-orders-have-parcels", "UPDATE parcels SET state = 'PACKED', handed_over_at = NULL, delivered_at = NULL"],
  ["parcel-pieces-are-of-their-order", "UPDATE parcel_lines SET pieces = pieces + 1"],
  ["parcel-states-match-their-history", "DELETE FROM parcel_events WHERE from_state = 'NEW'"],
  ["parcel-guides-match-their-order", "UPDATE parcels SET guide = guide || 'X'"],
  ["order-lines-match-their-carts", "UPDATE order_lines SET pieces = pieces + 1, held = held + 1 WHERE position = 0"],
  [
    "order-subtotals-add-up",
    "UPDATE orders SET subtotal_cents = subtotal_cents + 1, total_cents = total_cents + 1, grand_total_cents = grand_total_cents + 1",
  ],
  [
    "order-charges-are-as-computed",
    "UPDATE orders SET packaging_cents = 0, shipping_cents = shipping_cents + packaging_cents",
  ],
  ["order-unit-prices-are-as-computed", "UPDATE order_lines SET unit_price_cents = unit_price_cents - 1"],
  [
    "order-sales-are-in-the-ledger",
    "INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id) SELECT size_id, 1, 'return', 'x', 'x', order_id FROM order_lines LIMIT 1",
  ],
  [
    "joined-orders-have-a-target",
    "UPDATE order_lines SET order_id = (SELECT id FROM orders WHERE status = 'JOINED' LIMIT 1), position = 900 WHERE (order_id, position) IN (SELECT order_id, position FROM order_lines LIMIT 1)",
  ],
  [
    "head-office-totals-are-as-computed",
    "UPDATE orders SET head_office_total_cents = head_office_total_cents + 1 WHERE head_office_total_cents IS NOT NULL",
  ],
  [
    "returned-pieces-are-somewhere",
    "UPDATE return_lines SET pieces = pieces + 50 WHERE return_id IN (SELECT id FROM returns WHERE state = 'ASKED')",
  ],
  ["returns-are-in-ledger", "UPDATE return_lines SET restocked = 0, written_off = restocked WHERE restocked > 0"],
  ["exchanges-are-held", "UPDATE return_lines SET held = 0 WHERE held > 0"],
  [
    "returns-give-back-what-they-say",
    "UPDATE returns SET refund_cents = 100, cheaper_by_cents = 100, refund_method = 'transfer' WHERE state = 'SETTLED'",
  ],
  [
    "returns-do-not-exceed-the-order",
    "UPDATE returns SET refund_cents = 100000000, value_cents = 100000000 WHERE state = 'RECEIVED'",
  ],
  [
    "return-states-match-their-history",
    "UPDATE returns SET state = 'APPROVED', answered_at = now() WHERE state = 'ASKED'",
  ],
  [
    "returns-are-of-shipped-orders",
    "UPDATE orders SET status = 'PAYMENT_ACCEPTED' WHERE id IN (SELECT order_id FROM returns)",
  ],
  ["transfer-refunds-add-up", "UPDATE payments SET refunded_cents = 1 WHERE provider = 'shop'"],
  [
    "transfer-refunds-are-fully-allocated",
    "INSERT INTO transfer_refunds (id, order_id, cents, sent_on, reference, reason, actor) SELECT gen_random_uuid(), id, 100, current_date, 'X1', 'x', 'x' FROM orders LIMIT 1",
  ],
  ["tickets-of-paid-orders", "UPDATE order_lines SET is_digital = true WHERE position = 0"],
  [
    "tickets-of-paid-orders",
    "INSERT INTO tickets (id, order_id, size_id, number, code, holder) SELECT gen_random_uuid(), order_id, size_id, 1, '0000000000', 'x' FROM order_lines LIMIT 1",
  ],
  [
    "tickets-of-cancelled-orders",
    "INSERT INTO tickets (id, order_id, size_id, number, code, holder) SELECT gen_random_uuid(), o.id, l.size_id, 1, '0000000000', 'x' FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.status = 'CANCELLED' LIMIT 1",
  ],
  [
    "offers-hold-a-piece",
    "INSERT INTO waiting_list (id, shop_id, size_id, email, state, confirmation_token_hash, offer_token_hash, confirmed_at, offer_ends_at, cart_id) SELECT gen_random_uuid(), c.shop_id, (SELECT id FROM sizes LIMIT 1), 'x@ejemplo.mx', 'offered', 'a', 'b', now(), now() + interval '1 hour', c.id FROM carts c WHERE c.state = 'ordered' LIMIT 1",
  ],
  [
    "refused-receipts-are-removed",
    "INSERT INTO transfer_receipts (id, order_id, file, content_type, bytes, state, answered_at) SELECT gen_random_uuid(), id, 'x.pdf', 'application/pdf', 1, 'REJECTED', now() - interval '2 days' FROM orders LIMIT 1",
  ],
  [
    "reviews-are-of-shipped-orders",
    "UPDATE reviews SET order_id = o.id, product_id = (SELECT id FROM products LIMIT 1) FROM orders o WHERE o.status = 'CANCELLED' AND reviews.id = (SELECT id FROM reviews LIMIT 1)",
  ],
  [
    "erased-customers-are-anonymous",
    "ALTER TABLE customers DROP CONSTRAINT customers_erased; UPDATE customers SET erased_at = now()",
  ],
  ["ratings-match-shown-reviews", "UPDATE products SET rating_count = 1, rating_stars_sum = 5 WHERE rating_count = 0"],
  [
    "review-pictures-are-removed",
    "INSERT INTO review_pictures (key, product_id, customer_id, uploaded_at) SELECT md5('x'), p.id, c.id, now() - interval '3 days' FROM products p, customers c LIMIT 1",
  ],
  [
    "offers-lower-the-price-and-do-not-overlap",
    // The constraint refuses such a row, so the statement drops the constraint first.
    "ALTER TABLE offers DROP CONSTRAINT offers_one_at_a_time; INSERT INTO offers (id, product_id, price_cents, former_price_cents, starts_at, actor) SELECT gen_random_uuid(), product_id, price_cents, former_price_cents, starts_at, actor FROM offers LIMIT 1",
  ],
  ["former-prices-of-offers-were-charged", "UPDATE offers SET former_price_cents = former_price_cents + 1"],
  [
    "price-history-ends-with-current-prices",
    "UPDATE products SET price_cents = price_cents + 1 WHERE id = (SELECT id FROM products LIMIT 1)",
  ],
  ["order-lines-are-below-former-prices", "UPDATE order_lines SET former_price_cents = unit_price_cents"],
  // The next three statements change all related rows consistently, as a bug or a manual edit could.
  [
    "order-terms-are-as-placed",
    "UPDATE orders SET shipping_cents = shipping_cents + 100, total_cents = total_cents + 100, grand_total_cents = grand_total_cents + 100 WHERE payment_method = 'TB'",
  ],
  [
    "order-prices-are-as-placed",
    `WITH changed AS (UPDATE order_lines SET price_cents = price_cents - 100, unit_price_cents = unit_price_cents - 100
        WHERE position = 0 AND branch_price_cents IS NULL RETURNING order_id, pieces)
      UPDATE orders o SET subtotal_cents = subtotal_cents - 100 * changed.pieces,
        total_cents = total_cents - 100 * changed.pieces, grand_total_cents = grand_total_cents - 100 * changed.pieces FROM changed WHERE changed.order_id = o.id`,
  ],
  [
    "order-moves-are-allowed",
    `WITH moved AS (UPDATE orders SET status = 'WAITING_PAYMENT' WHERE id = (SELECT id FROM orders WHERE status = 'SHIPPED' LIMIT 1) RETURNING id)
      INSERT INTO order_events (order_id, from_status, to_status, actor, reason) SELECT id, 'SHIPPED', 'WAITING_PAYMENT', 'x', 'x' FROM moved`,
  ],
  [
    "no-orders-are-placed-while-closed",
    "INSERT INTO restores (id, backup_id, restore_point_at, detected_at, last_skipped_reference) VALUES ('x', 'x', now(), '2000-01-01', 1)",
  ],
  [
    "online-refunds-add-up",
    `WITH online AS (UPDATE payments SET provider = 'mercadopago' RETURNING id)
      INSERT INTO payment_refunds (id, payment_id, cents, refunded_before_cents, state, actor, reason, ended_at)
      SELECT gen_random_uuid(), id, 100, 0, 'DONE', 'x', 'x', now() FROM online`,
  ],
  ["online-refunds-add-up", "UPDATE payments SET provider = 'mercadopago', refunded_cents = 1"],
  [
    "refunds-are-answered",
    "INSERT INTO payment_refunds (id, payment_id, cents, refunded_before_cents, actor, reason, created_at) SELECT gen_random_uuid(), id, 100, 0, 'x', 'x', now() - interval '2 days' FROM payments LIMIT 1",
  ],
  ["unpaid-orders-expire", "UPDATE orders SET payment_due_at = NULL WHERE status = 'WAITING_PAYMENT'"],
  [
    "orders-have-their-snapshot",
    "UPDATE orders SET customer_id = (SELECT id FROM customers c WHERE c.id <> orders.customer_id LIMIT 1)",
  ],
  ["orders-have-their-snapshot", "UPDATE orders SET reference = reference + 1000"],
  [
    "orders-have-their-snapshot",
    "INSERT INTO order_snapshots (order_id, reference, customer_id, inputs) SELECT gen_random_uuid(), 1, gen_random_uuid(), '{}'",
  ],
  ["order-numbers-are-not-reused", "UPDATE orders SET reference = reference + 1000000"],
  [
    "jobs-are-not-given-up",
    "SELECT graphile_worker.permanently_fail_jobs(ARRAY[(graphile_worker.add_job('purge_places')).id], 'timeout')",
  ],
  [
    "jobs-are-locked-by-live-runners",
    `WITH runner AS (INSERT INTO job_runners (pool_id, expires_at, started_at)
        SELECT pool_id, now() + expires, now() - interval '1 hour'
        FROM (VALUES ('dead', interval '-2 minutes'), ('live', interval '1 minute')) runners (pool_id, expires) RETURNING pool_id)
      UPDATE graphile_worker._private_jobs SET locked_by = runner.pool_id, locked_at = now() FROM runner WHERE runner.pool_id = 'dead'`,
  ],
  [
    "webhooks-are-processed",
    "INSERT INTO payment_webhooks (provider, provider_delivery_id, kind, resource_id, received_at) VALUES ('mercadopago', 'x', 'payment', '1', now() - interval '2 hours')",
  ],
])("%s detects a violation", async (name, violatingSql) => {
  await testApp.app.db
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(violatingSql).execute(tx);
      const check = (await import("./checks.ts")).CHECKS.find((candidate) => candidate.name === name)!;
      expect((await findViolations(tx, check)).length).toBeGreaterThan(0);
      throw new Error("undo");
    })
    .catch((error: Error) => expect(error.message).toBe("undo"));
});

test("the demo shop has no violations", async () => {
  expect((await runAudit(testApp.app.databaseConfig)).filter((result) => result.violationCount > 0)).toEqual([]);
});
