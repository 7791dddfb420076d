import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CHECKS } from "../audit/checks.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkOut } from "../checkout/check-out.ts";
import { findViolations } from "../db/audit-check.ts";
import { addPromotion } from "../promotions/save-promotion.ts";
import { makeCheckoutInput, createTestCart, createTestGuest } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { TEST_PROMOTION } from "../testing/test-promotion.ts";
import { createTestSize } from "../testing/test-size.ts";
import { editOrderLines } from "./edit-order-lines.ts";

let testApp: TestApp;
const ACTOR = { memberId: null, name: "Lucía", ip: null };
beforeAll(async () => {
  testApp = await startTestApp();
  const { app } = testApp;
  await addPromotion(app.db, { ...TEST_PROMOTION, rule: { kind: "percent", bps: 1_000 } }, ACTOR);
  await app.shops.refresh();
  const shop = await testApp.findShop();
  const [shirt, hat] = [await createTestSize(app, { pieces: 9 }), await createTestSize(app, { pieces: 9 })];
  const guest = await createTestGuest(app, shop);
  const cart = await createTestCart(app, shop, [{ ...shirt, pieces: 2 }]);
  const placedOrder = await checkOut(app, shop, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  const edit = {
    staffDiscount: "keep",
    limitBps: 0,
    seen: null,
    expectedTotalCents: null,
    reason: "",
    by: ACTOR,
  } as const;
  for (const pieces of [1, 3]) {
    const lines = [{ sizeId: hat.sizeId, pieces }];
    const editResult = await editOrderLines(app, shop, placedOrder.orderId, { ...edit, lines });
    if (isRefusal(editResult)) throw new Error(editResult.refused);
  }
});
afterAll(() => testApp.stop());

// The last edited order: the demo has an edited order too.
const EDITED_ORDER_ID_SQL = "(SELECT order_id FROM order_edits ORDER BY at DESC LIMIT 1)";

test.each([
  [
    "order-lines-match-their-carts",
    `UPDATE order_lines SET pieces = pieces + 1, held = held + 1 WHERE order_id = ${EDITED_ORDER_ID_SQL} AND position = 0`,
  ],
  ["order-lines-match-their-carts", "DELETE FROM order_edits WHERE number = 2"],
  [
    "order-prices-are-as-placed",
    `WITH changed AS (UPDATE order_lines SET price_cents = price_cents - 100, unit_price_cents = unit_price_cents - 100
        WHERE order_id = ${EDITED_ORDER_ID_SQL} AND position > 0 RETURNING order_id, pieces)
      UPDATE orders o SET subtotal_cents = subtotal_cents - 100 * changed.pieces, total_cents = total_cents - 100 * changed.pieces,
        grand_total_cents = grand_total_cents - 100 * changed.pieces FROM changed WHERE changed.order_id = o.id`,
  ],
  ["order-prices-are-as-placed", "DELETE FROM order_edits"],
  [
    "order-terms-are-as-placed",
    `UPDATE orders SET shipping_cents = shipping_cents + 100, total_cents = total_cents + 100,
      grand_total_cents = grand_total_cents + 100 WHERE id = ${EDITED_ORDER_ID_SQL}`,
  ],
  [
    "order-discounts-are-as-computed",
    `UPDATE order_discounts SET cents = cents - 1 WHERE order_id = ${EDITED_ORDER_ID_SQL}`,
  ],
  ["order-discounts-are-as-computed", `DELETE FROM order_discounts WHERE order_id = ${EDITED_ORDER_ID_SQL}`],
  [
    "order-discounts-are-as-computed",
    "UPDATE order_edits SET inputs = jsonb_set(inputs, '{promotions}', '[]') WHERE number = 2",
  ],
  ["order-edits-move-stock", "DELETE FROM stock_movements WHERE order_edit_id IS NOT NULL"],
  ["order-edits-move-stock", "UPDATE stock_movements SET pieces = pieces - 1 WHERE order_edit_id IS NOT NULL"],
  [
    "order-edits-move-stock",
    "UPDATE stock_movements SET order_id = (SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_edits) LIMIT 1) WHERE order_edit_id IS NOT NULL",
  ],
  [
    "order-edits-are-as-computed",
    "UPDATE order_edits SET grand_total_after_cents = grand_total_after_cents + 1 WHERE number = 2",
  ],
  [
    "order-edits-are-as-computed",
    "UPDATE order_edits SET grand_total_before_cents = grand_total_before_cents + 1 WHERE number = 1",
  ],
  ["order-edits-are-as-computed", "UPDATE order_edits SET changes = jsonb_set(changes, '{0,after}', '9')"],
  ["order-edits-are-as-computed", "UPDATE order_edits SET inputs = jsonb_set(inputs, '{packagingCents}', '1')"],
  ["order-edits-are-as-computed", "DELETE FROM order_edits WHERE number = 1"],
])("%s finds rows that were changed without the triggers: %s", async (name, violatingSql) => {
  await testApp.app.db
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(violatingSql).execute(tx);
      const check = CHECKS.find((candidate) => candidate.name === name)!;
      expect((await findViolations(tx, check)).length).toBeGreaterThan(0);
      throw new Error("undo");
    })
    .catch((error: Error) => expect(error.message).toBe("undo"));
});

test("an edited order violates no invariant, and the database refuses to change its edits", async () => {
  expect(await listViolatedInvariants(testApp.app)).toEqual([]);
  for (const change of ["UPDATE order_edits SET reason = 'x'", "DELETE FROM order_edits"]) {
    await expect(sql.raw(change).execute(testApp.app.db)).rejects.toThrow();
  }
});
