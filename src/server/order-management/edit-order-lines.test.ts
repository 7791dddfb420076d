import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { StaffDiscount } from "../../domain/staff-discount.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { setCoupon } from "../cart/coupon.ts";
import { listChanges } from "../change-log/change-log.ts";
import { checkOut, type CheckoutInput } from "../checkout/check-out.ts";
import { changeSize } from "../orders/change-size.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { addPromotion, type PromotionDraft } from "../promotions/save-promotion.ts";
import { changeSetting } from "../settings/change-setting.ts";
import {
  makeCheckoutInput,
  INSURED_CARRIER,
  createTestCart,
  createTestGuest,
  PIECES_FEE_CARRIER,
} from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { TEST_PROMOTION } from "../testing/test-promotion.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { editOrderLines, type OrderEdit } from "./edit-order-lines.ts";
import { planEdit } from "./plan-edit.ts";

let testApp: TestApp;
const ACTOR = { memberId: null, name: "Lucía", ip: null };
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await sql`
    UPDATE promotions SET starts_at = least(starts_at, now() - interval '1 second'), ends_at = now()
    WHERE ends_at IS NULL`.execute(testApp.app.db);
  await testApp.app.shops.refresh();
});
afterEach(async () => {
  const violatedInvariants = await listViolatedInvariants(testApp.app);
  expect(violatedInvariants).toEqual([]);
});

const createSize = (priceCents: number, spec: object = {}) =>
  createTestSize(testApp.app, { pieces: 20, priceCents, ...spec });

interface PlaceOptions extends Partial<CheckoutInput> {
  shopKey?: string;
  coupon?: string;
  email?: string;
}

async function placeOrder(lines: [TestSize, number][], { shopKey, coupon, email, ...changes }: PlaceOptions = {}) {
  const shop = await testApp.findShop(shopKey);
  const guest = await createTestGuest(testApp.app, shop, email ?? null);
  const cart = await createTestCart(
    testApp.app,
    shop,
    lines.map(([size, pieces]) => ({ ...size, pieces })),
  );
  if (coupon) {
    const couponResult = await setCoupon(testApp.app, shop, cart.id, {
      code: coupon,
      ip: "",
      customerId: guest.customerId,
    });
    if (isRefusal(couponResult)) throw new Error(couponResult.refused);
  }
  const checkoutResult = await checkOut(testApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest, changes));
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  return { orderId: checkoutResult.orderId, shop, customerId: guest.customerId };
}

type PlacedOrder = Awaited<ReturnType<typeof placeOrder>>;

const edit = async ({ orderId, shop }: PlacedOrder, lines: [TestSize, number][], changes: Partial<OrderEdit> = {}) =>
  editOrderLines(testApp.app, await testApp.findShop(shop.key), orderId, {
    lines: lines.map(([{ sizeId }, pieces]) => ({ sizeId, pieces })),
    staffDiscount: "keep",
    limitBps: 2_000,
    seen: null,
    expectedTotalCents: null,
    reason: "",
    by: ACTOR,
    ...changes,
  });

const readOrder = async ({ orderId, shop }: PlacedOrder) => (await findOrder(testApp.app.db, shop.id, orderId))!;
const movementsOf = async ({ orderId }: PlacedOrder, { sizeId }: TestSize) =>
  (
    await sql<{ pieces: number; kind: string; ofEdit: boolean }>`
      SELECT pieces, kind, order_edit_id IS NOT NULL AS "ofEdit" FROM stock_movements
      WHERE order_id = ${orderId} AND size_id = ${sizeId} ORDER BY id`.execute(testApp.app.db)
  ).rows;
const startPromotion = async (draft: Partial<PromotionDraft>) => {
  const addResult = await addPromotion(testApp.app.db, { ...TEST_PROMOTION, ...draft }, ACTOR);
  if (isRefusal(addResult)) throw new Error(addResult.refused);
  await testApp.app.shops.refresh();
  return addResult.id;
};
const endPromotions = async () => {
  await sql`UPDATE promotions SET starts_at = least(starts_at, now() - interval '1 minute'), ends_at = now()
    WHERE ends_at IS NULL`.execute(testApp.app.db);
  await testApp.app.shops.refresh();
};
const staffDiscountOf = (rule: StaffDiscount["rule"], limitBps = 2_000): StaffDiscount => ({
  rule,
  reason: "Detalle",
  limitBps,
});

test("lines are added, changed and removed: stock, figures, history, log and email follow", async () => {
  const [shirt, hat, skirt] = [await createSize(100_00), await createSize(50_00), await createSize(200_00)];
  const order = await placeOrder([[shirt, 2], [hat, 1]], { email: "ana@ejemplo.mx" }); // prettier-ignore
  const orderBefore = await readOrder(order);
  const result = await edit(order, [[shirt, 5], [hat, 0], [skirt, 1]], { reason: "Habló por teléfono" }); // prettier-ignore
  const addedCents = 3 * 100_00 - 50_00 + 200_00;
  expect(result).toMatchObject({
    beforeCents: orderBefore.grand_total_cents,
    afterCents: orderBefore.grand_total_cents + addedCents,
    changes: [
      { sizeId: shirt.sizeId, before: 2, after: 5 },
      { sizeId: hat.sizeId, before: 1, after: 0 },
      { sizeId: skirt.sizeId, before: 0, after: 1 },
    ],
  });
  const orderAfter = await readOrder(order);
  expect(orderAfter).toMatchObject({
    subtotal_cents: 700_00,
    grand_total_cents: orderBefore.grand_total_cents + addedCents,
    lines: [
      { size_id: shirt.sizeId, pieces: 5, held: 5 },
      { size_id: skirt.sizeId, pieces: 1, held: 1, unit_price_cents: 200_00 },
    ],
  });
  expect([
    await availableOf(testApp.app, shirt.sizeId),
    await availableOf(testApp.app, hat.sizeId),
    await availableOf(testApp.app, skirt.sizeId),
  ]).toEqual([15, 20, 19]);
  expect(await movementsOf(order, shirt)).toEqual([
    { pieces: -2, kind: "sale", ofEdit: false },
    { pieces: -3, kind: "sale", ofEdit: true },
  ]);
  expect(await movementsOf(order, hat)).toEqual([
    { pieces: -1, kind: "sale", ofEdit: false },
    { pieces: 1, kind: "return", ofEdit: true },
  ]);
  expect(orderAfter.history.at(-1)).toMatchObject({
    status: "WAITING_PAYMENT",
    change: "lines",
    reason: expect.stringMatching(
      /^Cambio de productos: .*de 2 a 5; se quitó 1 × .*; se agregó 1 × .*Habló por teléfono$/,
    ),
  });
  const [loggedChange] = await listChanges(testApp.app.db, "order", { id: order.orderId });
  expect(loggedChange).toMatchObject({ action: "order-edit", actor: "Lucía", after: { reason: "Habló por teléfono" } });
  const { rows: jobs } = await sql<{ payload: object }>`
    SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'mail_order_edited'`.execute(testApp.app.db);
  expect(jobs).toHaveLength(1);
});

test("a line that stays keeps its price, and a new line has the current price", async () => {
  const [shirt, hat] = [await createSize(100_00), await createSize(50_00)];
  const order = await placeOrder([[shirt, 1]]);
  await sql`UPDATE products SET price_cents = price_cents * 2`.execute(testApp.app.db);
  await edit(order, [[shirt, 2], [hat, 1]]); // prettier-ignore
  expect((await readOrder(order)).lines).toMatchObject([{ unit_price_cents: 100_00 }, { unit_price_cents: 100_00 }]);
  // A line that is removed and added again is a new line.
  await edit(order, [[shirt, 0]]);
  await edit(order, [[shirt, 1]]);
  expect((await readOrder(order)).lines).toMatchObject([
    { size_id: hat.sizeId, unit_price_cents: 100_00 },
    { size_id: shirt.sizeId, unit_price_cents: 200_00 },
  ]);
});

test("the wholesale rule of the day of the order applies to the edited order, also to what the branch owes the head office", async () => {
  const shirt = await createSize(100_00, { wholesalePriceCents: 80_00 });
  const order = await placeOrder([[shirt, 9]], {
    shopKey: "norte",
    carrierId: PIECES_FEE_CARRIER,
    paymentMethod: "MP",
  });
  const retailOrder = await readOrder(order);
  const setWholesaleQty = async (pieces: number) =>
    changeSetting(testApp.app, await testApp.findShop("norte"), "orders.wholesaleQty", pieces);
  expect(await setWholesaleQty(20)).toHaveProperty("settings.orders.wholesaleQty", 20);
  await edit(order, [[shirt, 10]]);
  const wholesaleOrder = await readOrder(order);
  expect([retailOrder.is_wholesale, wholesaleOrder.is_wholesale]).toEqual([false, true]);
  // A branch's wholesale price is its price less its discount. The debt is at the head office's wholesale price.
  expect(wholesaleOrder.lines[0]!.unit_price_cents).toBeLessThan(retailOrder.lines[0]!.unit_price_cents);
  expect(wholesaleOrder.head_office_total_cents).toBeLessThan(retailOrder.head_office_total_cents!);
  await setWholesaleQty(5);
  await edit(order, [[shirt, 9]]);
  expect(await readOrder(order)).toMatchObject({
    is_wholesale: false,
    grand_total_cents: retailOrder.grand_total_cents,
    head_office_total_cents: retailOrder.head_office_total_cents,
    lines: [{ unit_price_cents: retailOrder.lines[0]!.unit_price_cents }],
  });
  await setWholesaleQty(10);
});

test("insurance and the online fee are computed for the edited lines by the terms of the checkout", async () => {
  const shirt = await createSize(100_00);
  const order = await placeOrder([[shirt, 1]], { carrierId: INSURED_CARRIER, insured: true, paymentMethod: "MP" });
  await sql`UPDATE carriers SET price_cents = price_cents + 5000, insurance_rate_bps = 100 WHERE id = ${INSURED_CARRIER}`.execute(
    testApp.app.db,
  );
  const orderBefore = await readOrder(order);
  await edit(order, [[shirt, 4]]);
  const orderAfter = await readOrder(order);
  expect(orderAfter.shipping_cents).toBe(orderBefore.shipping_cents);
  expect(orderAfter.insurance_cents).toBeGreaterThan(orderBefore.insurance_cents);
  await edit(order, [[shirt, 1]]);
  expect(await readOrder(order)).toMatchObject({
    grand_total_cents: orderBefore.grand_total_cents,
    insurance_cents: orderBefore.insurance_cents,
  });
});

test("a promotion that has ended still applies to its line, and not to a new line", async () => {
  await startPromotion({ rule: { kind: "percent", bps: 2_000 } });
  const [shirt, hat] = [await createSize(100_00), await createSize(50_00)];
  const order = await placeOrder([[shirt, 1]]);
  await endPromotions();
  await edit(order, [[shirt, 2], [hat, 1]]); // prettier-ignore
  expect((await readOrder(order)).lines).toMatchObject([{ discount_cents: 40_00 }, { discount_cents: 0 }]);
  // A promotion that begins later applies only to lines that are added later.
  await startPromotion({ name: "Nueva", rule: { kind: "percent", bps: 5_000 }, combines: true });
  const skirt = await createSize(200_00);
  await edit(order, [[skirt, 1]]);
  expect((await readOrder(order)).lines).toMatchObject([
    { discount_cents: 40_00 },
    { discount_cents: 0 },
    { discount_cents: 100_00 },
  ]);
});

test("a promotion that is still running counts old and new pieces together", async () => {
  await startPromotion({ rule: { kind: "bundle", group: 3, discounted: 1, bps: 10_000 } });
  const [shirt, hat] = [await createSize(100_00), await createSize(90_00)];
  const order = await placeOrder([[shirt, 2]]);
  expect((await readOrder(order)).discount_cents).toBe(0);
  await edit(order, [[hat, 1]]);
  expect((await readOrder(order)).discount_cents).toBe(90_00);
});

test("a promotion still applies to a line whose size was changed", async () => {
  await startPromotion({ rule: { kind: "percent", bps: 1_000 } });
  const shirt = await createSize(100_00);
  const { rows } = await sql<{ id: string }>`
    WITH name AS (INSERT INTO size_names (id, name, position) VALUES (gen_random_uuid(), 'Cambio', 9) RETURNING id), size AS (
      INSERT INTO sizes (id, product_id, size_name_id, available) SELECT gen_random_uuid(), ${shirt.productId}, id, 5 FROM name RETURNING id)
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor) SELECT id, 5, 'receipt', 'x', 'x' FROM size RETURNING size_id AS id`.execute(
    testApp.app.db,
  );
  const otherSize = { ...shirt, sizeId: rows[0]!.id };
  const order = await placeOrder([[shirt, 1]]);
  const changeResult = await changeSize(testApp.app, {
    orderId: order.orderId,
    fromSizeId: shirt.sizeId,
    toSizeId: otherSize.sizeId,
    pieces: 1,
    seenPieces: 1,
    by: ACTOR,
  });
  expect(changeResult).toBe("changed");
  await endPromotions();
  await edit(order, [[otherSize, 2]]);
  expect((await readOrder(order)).lines).toMatchObject([
    { size_id: otherSize.sizeId, pieces: 2, discount_cents: 20_00 },
  ]);
});

test("a coupon stays while it discounts something, otherwise its use is released", async () => {
  await startPromotion({
    rule: { kind: "amount", cents: 50_00 },
    fromCents: 200_00,
    code: { code: "DOS", maxUses: 1 },
  });
  const shirt = await createSize(100_00);
  const readUses = async () =>
    (await sql<{ uses: number }>`SELECT uses FROM promotion_codes WHERE code = 'DOS'`.execute(testApp.app.db)).rows[0]!
      .uses;
  const order = await placeOrder([[shirt, 2]], { coupon: "DOS" });
  expect([(await readOrder(order)).discount_cents, await readUses()]).toEqual([50_00, 1]);
  await edit(order, [[shirt, 3]]);
  expect([(await readOrder(order)).discount_cents, await readUses()]).toEqual([50_00, 1]);
  await edit(order, [[shirt, 1]]);
  expect([(await readOrder(order)).discount_cents, await readUses()]).toEqual([0, 0]);
  // The customer may use the coupon in another order. It does not apply to this order again.
  await edit(order, [[shirt, 2]]);
  expect([(await readOrder(order)).discount_cents, await readUses()]).toEqual([0, 0]);
  // Cancelling the order does not release the use a second time.
  await moveOrder(testApp.app, order.orderId, { to: "CANCELLED", actor: "x", reason: "x" });
  expect(await readUses()).toBe(0);
});

test("a discount of staff is added to a placed order, follows its lines, changes and is removed", async () => {
  const [shirt, hat] = [await createSize(100_00), await createSize(100_00)];
  const order = await placeOrder([[shirt, 4]]);
  const tenPercent = staffDiscountOf({ kind: "percent", bps: 1_000 });
  const editDiscount = (
    staffDiscount: OrderEdit["staffDiscount"],
    lines: [TestSize, number][] = [],
    limitBps = 2_000,
  ) => edit(order, lines, { staffDiscount, limitBps });
  expect(await editDiscount(staffDiscountOf({ kind: "percent", bps: 2_500 }))).toEqual({
    refused: "discount_too_high",
  });
  expect(await editDiscount({ ...tenPercent, reason: " " })).toEqual({ refused: "discount_reason_missing" });
  await editDiscount(tenPercent);
  expect(await readOrder(order)).toMatchObject({
    discount_cents: 40_00,
    discounts: [{ promotionId: null, label: "Descuento: Detalle", cents: 40_00 }],
  });
  expect(await editDiscount(tenPercent)).toEqual({ refused: "edit_empty" });
  // A member with a lower limit keeps the discount of another member, also for new pieces.
  await editDiscount("keep", [[hat, 1]], 0);
  expect((await readOrder(order)).discount_cents).toBe(50_00);
  await editDiscount(staffDiscountOf({ kind: "amount", cents: 100_00 }));
  expect((await readOrder(order)).discount_cents).toBe(100_00);
  // With fewer products the same amount is above the limit of this member.
  expect(await editDiscount("keep", [[shirt, 1]])).toEqual({ refused: "discount_too_high" });
  await editDiscount("keep", [[shirt, 1]], 10_000);
  expect((await readOrder(order)).discount_cents).toBe(100_00);
  await editDiscount(null);
  expect(await readOrder(order)).toMatchObject({ discount_cents: 0, discounts: [] });
});

test("an order of a shirt and a ticket loses carrier and insurance with its shirt, and cannot get a parcel again", async () => {
  const [shirt, ticket] = [await createSize(100_00), await createSize(300_00, { isDigital: true })];
  const order = await placeOrder([[shirt, 1], [ticket, 1]], { carrierId: INSURED_CARRIER, insured: true }); // prettier-ignore
  await edit(order, [[shirt, 0]]);
  expect(await readOrder(order)).toMatchObject({
    shipping_cents: 0,
    insurance_cents: 0,
    packaging_cents: 0,
    carrier_name: null,
    grand_total_cents: 300_00,
  });
  expect(await edit(order, [[shirt, 1]])).toEqual({ refused: "edit_without_parcel" });
  await edit(order, [[ticket, 2]]);
  expect((await readOrder(order)).grand_total_cents).toBe(600_00);
});

test("an edit renews the deadline to pay; an order without a deadline stays without one", async () => {
  const shirt = await createSize(100_00);
  const order = await placeOrder([[shirt, 1]]);
  await sql`UPDATE orders SET payment_due_at = now() + interval '10 minutes', reminded_at = now() WHERE id = ${order.orderId}`.execute(
    testApp.app.db,
  );
  await edit(order, [[shirt, 2]]);
  expect((await readOrder(order)).payment_due_at!.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000);
  await moveOrder(testApp.app, order.orderId, { to: "RESERVED", actor: "x", reason: "x" });
  await edit(order, [[shirt, 3]]);
  expect(await readOrder(order)).toMatchObject({ status: "RESERVED", payment_due_at: null, lines: [{ pieces: 3 }] });
});

test("an impossible edit is refused with its reason, and changes nothing", async () => {
  const [shirt, unpublishedSize, presaleSize] = [
    await createSize(100_00),
    await createSize(50_00),
    await createSize(50_00),
  ];
  await sql`UPDATE products SET is_published = false WHERE id = ${unpublishedSize.productId}`.execute(testApp.app.db);
  const { rows: presales } = await sql<{ id: string }>`SELECT id FROM presales LIMIT 1`.execute(testApp.app.db);
  await sql`UPDATE products SET presale_id = ${presales[0]!.id} WHERE id = ${presaleSize.productId}`.execute(
    testApp.app.db,
  );
  const order = await placeOrder([[shirt, 2]]);
  const orderBefore = await readOrder(order);
  const unknownSize = { ...shirt, sizeId: crypto.randomUUID() };
  expect(await edit(order, [])).toEqual({ refused: "edit_empty" });
  expect(await edit(order, [[shirt, 2]])).toEqual({ refused: "edit_empty" });
  expect(await edit(order, [[shirt, 0]])).toEqual({ refused: "edit_last_line" });
  expect(await edit(order, [[unpublishedSize, 1]])).toEqual({ refused: "edit_not_sold" });
  expect(await edit(order, [[presaleSize, 1]])).toEqual({ refused: "edit_not_sold" });
  expect(await edit(order, [[unknownSize, 1]])).toEqual({ refused: "edit_not_sold" });
  expect(await edit(order, [[{ ...shirt, sizeId: "x" }, 1]])).toEqual({ refused: "edit_not_sold" });
  for (const pieces of [-1, 1.5, 10_000, Number.NaN]) {
    expect(await edit(order, [[shirt, pieces]])).toEqual({ refused: "pieces_wrong" });
  }
  expect(await edit(order, [[shirt, 30]])).toEqual({
    refused: "edit_sold_out",
    outOfStock: [{ sizeId: shirt.sizeId, name: expect.any(String), maxPieces: 20 }],
  });
  expect(await edit(order, [[shirt, 3]], { seen: "another" })).toEqual({ refused: "order_changed" });
  expect(await edit(order, [[shirt, 3]], { expectedTotalCents: 1 })).toEqual({ refused: "edit_total_changed" });
  expect(await edit(order, [[shirt, 3]], { reason: "x".repeat(201) })).toEqual({ refused: "edit_reason_long" });
  const branch = await testApp.findShop("norte");
  expect(await edit({ ...order, shop: branch }, [[shirt, 3]])).toEqual({ refused: "order_not_found" });
  expect(await edit({ ...order, orderId: "x" }, [[shirt, 3]])).toEqual({ refused: "order_not_found" });
  expect(await readOrder(order)).toEqual(orderBefore);
  expect(await availableOf(testApp.app, shirt.sizeId)).toBe(18);
  // Fewer pieces of a product that is no longer sold are allowed.
  await sql`UPDATE products SET is_published = false WHERE id = ${shirt.productId}`.execute(testApp.app.db);
  expect(isRefusal(await edit(order, [[shirt, 1]]))).toBe(false);
});

test("an order that is paid or cancelled or has a receipt is not edited", async () => {
  const shirt = await createSize(100_00);
  const paidOrder = await placeOrder([[shirt, 1]]);
  await moveOrder(testApp.app, paidOrder.orderId, { to: "PAYMENT_ACCEPTED", actor: "x", reason: "x" });
  expect(await edit(paidOrder, [[shirt, 2]])).toEqual({ refused: "edit_not_allowed" });
  const cancelledOrder = await placeOrder([[shirt, 1]]);
  await moveOrder(testApp.app, cancelledOrder.orderId, { to: "CANCELLED", actor: "x", reason: "x" });
  expect(await edit(cancelledOrder, [[shirt, 2]])).toEqual({ refused: "edit_not_allowed" });
  const orderWithReceipt = await placeOrder([[shirt, 1]]);
  await sql`INSERT INTO transfer_receipts (id, order_id, file, content_type, bytes) VALUES (gen_random_uuid(), ${orderWithReceipt.orderId}, 'x.pdf', 'application/pdf', 1)`.execute(
    testApp.app.db,
  );
  expect(await edit(orderWithReceipt, [[shirt, 2]])).toEqual({ refused: "edit_receipt" });
});

test("the edit stores the total of the preview", async () => {
  await startPromotion({ rule: { kind: "percent", bps: 1_000 } });
  const [shirt, hat] = [await createSize(100_00), await createSize(50_00)];
  const order = await placeOrder([[shirt, 1]]);
  const input = { lines: [{ sizeId: hat.sizeId, pieces: 3 }], staffDiscount: "keep" as const, limitBps: 0 };
  const plan = await planEdit(testApp.app.db, order.shop, order.orderId, input);
  if (isRefusal(plan)) throw new Error(plan.refused);
  const totalCents = plan.figures.chargedQuote.grandTotalCents;
  const result = await edit(order, [[hat, 3]], { seen: plan.order.version, expectedTotalCents: totalCents });
  expect(result).toMatchObject({ afterCents: totalCents });
  // The version that staff saw is outdated: a second click changes nothing.
  expect(await edit(order, [[hat, 4]], { seen: plan.order.version })).toEqual({ refused: "order_changed" });
});

test("after many edits no invariant is violated", async () => {
  await startPromotion({ rule: { kind: "percent", bps: 1_500 }, combines: true, withWholesale: true });
  await startPromotion({ name: "3×2", rule: { kind: "bundle", group: 3, discounted: 1, bps: 10_000 }, combines: true });
  await startPromotion({ name: "Envío", rule: { kind: "freeShipping" }, fromCents: 400_00, combines: true });
  const sizes = await Promise.all(
    [100_00, 59_90, 249_50, 19_99].map((cents) => createSize(cents, { wholesalePriceCents: Math.floor(cents * 0.8) })),
  );
  for (const shopKey of ["matriz", "norte"]) {
    const order = await placeOrder([[sizes[0]!, 2]], { shopKey, carrierId: PIECES_FEE_CARRIER, paymentMethod: "MP" });
    let seed = 7;
    /** A pseudo-random number from 0 to `below` - 1. */
    const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
    for (let step = 0; step < 12; step++) {
      const lines = sizes.filter(() => random(2) === 0).map((size): [TestSize, number] => [size, random(5)]);
      const staffDiscount = random(3) === 0 ? staffDiscountOf({ kind: "percent", bps: 1 + random(1_999) }) : "keep";
      if (step === 6) await endPromotions();
      await edit(order, lines, { staffDiscount });
    }
    expect(
      (await sql`SELECT FROM order_edits WHERE order_id = ${order.orderId}`.execute(testApp.app.db)).rows.length,
    ).toBeGreaterThan(4);
  }
});
