import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RETURN_STATES, RETURN_TRANSITIONS } from "../../domain/return.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { newId } from "../db/new-id.ts";
import { refundAgain, settleReturn, type ReturnSettlement } from "../order-management/settle-return.ts";
import { withdrawTransferRefund } from "../order-management/withdraw-transfer-refund.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "../orders/move-order.ts";
import { listOpenFlagsOf } from "../order-money/flags.ts";
import { listTransferRefunds } from "../payments/transfer-refund.ts";
import type { Shop } from "../shops/shop.ts";
import { listOnHand } from "../stock/on-hand.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { markOrderDelivered, createTestOrder, type TestOrder } from "../testing/test-order.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { approveReturn, declineReturn } from "./answer-return.ts";
import { requestReturn, type ReturnRequestLine } from "./request-return.ts";
import { cancelReturn } from "./cancel-or-send-back.ts";
import { addExclusion } from "./exclusions.ts";
import { findReturn, refundStatusOf, unpaidCentsOf, type ReturnRow } from "./queries.ts";
import { endRepair, receiveReturn, type ReceivedInput } from "./receive-return.ts";
import { listReturnablePieces } from "./returnable-pieces.ts";

let testApp: TestApp;
let shop: Shop;
const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop();
});
afterAll(() => testApp.stop());

function unwrap<T>(outcome: T): Exclude<T, { refused: string }> {
  if (isRefusal(outcome)) throw new Error(outcome.refused);
  return outcome as Exclude<T, { refused: string }>;
}

const makeLine = (sizeId: string, changes: Partial<ReturnRequestLine> = {}): ReturnRequestLine => ({
  sizeId,
  pieces: 1,
  reason: "UNWANTED",
  wish: "REFUND",
  newSizeId: null,
  ...changes,
});

const requestLines = ({ order }: TestOrder, lines: ReturnRequestLine[], orderShop = shop) =>
  requestReturn(testApp.app, orderShop, { orderId: order.id, lines, note: "", clabe: null, by: null });
const approve = (row: ReturnRow) => approveReturn(testApp.app, row.id, { answer: "", guide: "", by: TEST_ACTOR });
const receive = (row: ReturnRow, received: ReceivedInput) =>
  receiveReturn(testApp.app, row.id, { received, by: TEST_ACTOR });
const settle = (row: ReturnRow, changes: Partial<ReturnSettlement> = {}) =>
  settleReturn(testApp.app, row.id, {
    preferredMethod: "transfer",
    reference: "",
    sentOn: "",
    amountCents: null,
    lessBecause: "",
    exchangeCarrier: "",
    exchangeGuide: "",
    by: TEST_ACTOR,
    ...changes,
  });

/** Requests, approves and receives a return. */
async function createReceivedReturn(
  deliveredCase: TestOrder,
  lines: ReturnRequestLine[],
  received: ReceivedInput = "restock",
): Promise<ReturnRow> {
  const requestedReturn = unwrap(await requestLines(deliveredCase, lines));
  unwrap(await approve(requestedReturn));
  return unwrap(await receive(requestedReturn, received));
}

/** Adds another size of the same product. */
async function addSize({ productId }: TestSize, pieces: number): Promise<string> {
  const { app } = testApp;
  const sizeName = await app.db.selectFrom("size_names").select("id").where("name", "=", "G").executeTakeFirstOrThrow();
  const id = newId();
  await app.db
    .insertInto("sizes")
    .values({ id, product_id: productId, size_name_id: sizeName.id, available: pieces })
    .execute();
  await app.db
    .insertInto("stock_movements")
    .values({ size_id: id, pieces, kind: "receipt", reason: "Prueba", actor: "prueba" })
    .execute();
  return id;
}

async function expectNoViolations(): Promise<void> {
  expect(await listViolatedInvariants(testApp.app)).toEqual([]);
}

test("the transitions in the code are those in the database", async () => {
  const { rows } = await sql<{ from_state: string; to_state: string }>`SELECT * FROM return_transitions`.execute(
    testApp.app.db,
  );
  const codeTransitions = RETURN_STATES.flatMap((from) => RETURN_TRANSITIONS[from].map((to) => `${from} ${to}`));
  expect(rows.map((row) => `${row.from_state} ${row.to_state}`).toSorted()).toEqual(
    ["NEW ASKED", ...codeTransitions].toSorted(),
  );
});

describe("a request", () => {
  test("is possible from the delivery until the window is over", async () => {
    const undeliveredCase = await createTestOrder(testApp, { deliveredAt: null });
    expect(await requestLines(undeliveredCase, [makeLine(undeliveredCase.sizes[0]!.sizeId)])).toEqual({
      refused: "return_not_delivered",
    });
    const lateCase = await createTestOrder(testApp, { deliveredAt: new Date(Date.now() - 40 * DAY_MS) });
    expect(await requestLines(lateCase, [makeLine(lateCase.sizes[0]!.sizeId)])).toEqual({
      refused: "return_window_over",
    });
    const inTimeCase = await createTestOrder(testApp, { deliveredAt: new Date(Date.now() - 20 * DAY_MS) });
    expect(unwrap(await requestLines(inTimeCase, [makeLine(inTimeCase.sizes[0]!.sizeId)]))).toMatchObject({
      state: "ASKED",
      refundCents: 300_00,
      wayBackPayer: "customer",
    });
  });

  test("is refused for an order that was not shipped, and for a size that is not in the order", async () => {
    const unpaidCase = await createTestOrder(testApp, { isShipped: false });
    expect(await requestLines(unpaidCase, [makeLine(unpaidCase.sizes[0]!.sizeId)])).toEqual({
      refused: "return_not_delivered",
    });
    const deliveredCase = await createTestOrder(testApp);
    expect(await requestLines(deliveredCase, [makeLine(newId())])).toEqual({ refused: "not_returnable" });
    expect(await requestLines(deliveredCase, [makeLine("no es un id")])).toEqual({ refused: "not_returnable" });
  });

  test("for more pieces than the customer has, counting other returns, is refused", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const { sizeId } = deliveredCase.sizes[0]!;
    expect(await requestLines(deliveredCase, [makeLine(sizeId, { pieces: 3 })])).toEqual({
      refused: "too_many_pieces",
    });
    expect(await requestLines(deliveredCase, [makeLine(sizeId, { pieces: 2 }), makeLine(sizeId)])).toEqual({
      refused: "too_many_pieces",
    });
    const firstReturn = unwrap(await requestLines(deliveredCase, [makeLine(sizeId)]));
    expect(await requestLines(deliveredCase, [makeLine(sizeId, { pieces: 2 })])).toEqual({
      refused: "too_many_pieces",
    });
    unwrap(await cancelReturn(testApp.app, { returnId: firstReturn.id, by: null }));
    unwrap(await requestLines(deliveredCase, [makeLine(sizeId, { pieces: 2 })]));
  });

  test("sent several times at once for the last piece succeeds once, and the database refuses invalid updates", async () => {
    const deliveredCase = await createTestOrder(testApp, { lines: [{ priceCents: 300_00, pieces: 1 }] });
    const { sizeId } = deliveredCase.sizes[0]!;
    const outcomes = await Promise.all([1, 2, 3].map(() => requestLines(deliveredCase, [makeLine(sizeId)])));
    expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([
      { refused: "too_many_pieces" },
      { refused: "too_many_pieces" },
    ]);
    const row = outcomes.find((outcome): outcome is ReturnRow => !isRefusal(outcome))!;
    await expect(
      testApp.app.db.updateTable("return_lines").set({ pieces: 2 }).where("return_id", "=", row.id).execute(),
    ).rejects.toMatchObject({ constraint: "return_lines_within_order" });
    await expect(
      testApp.app.db.updateTable("returns").set({ state: "SETTLED" }).where("id", "=", row.id).execute(),
    ).rejects.toThrow();
  });

  test("for excluded products is refused unless the shop is at fault, or staff make the request", async () => {
    const deliveredCase = await createTestOrder(testApp, { lines: [{ priceCents: 300_00, pieces: 3 }] });
    const { sizeId, productId } = deliveredCase.sizes[0]!;
    unwrap(await addExclusion(testApp.app, { shopId: shop.id, kind: "product", id: productId }, TEST_ACTOR));
    expect(await requestLines(deliveredCase, [makeLine(sizeId)])).toEqual({ refused: "not_returnable" });
    expect(unwrap(await requestLines(deliveredCase, [makeLine(sizeId, { reason: "DEFECTIVE" })])).wayBackPayer).toBe(
      "shop",
    );
    const staffRequest = {
      orderId: deliveredCase.order.id,
      lines: [makeLine(sizeId)],
      note: "",
      clabe: null,
      by: TEST_ACTOR,
    };
    expect(unwrap(await requestReturn(testApp.app, shop, staffRequest)).isByStaff).toBe(true);
  });
});

describe("a refund", () => {
  test("returns the piece to stock, refunds the price by transfer, and is settled once", async () => {
    const email = `${newId()}@ejemplo.mx`;
    const deliveredCase = await createTestOrder(testApp, { email });
    const { sizeId } = deliveredCase.sizes[0]!;
    const availableBefore = await availableOf(testApp.app, sizeId);
    const row = await createReceivedReturn(deliveredCase, [makeLine(sizeId)]);
    expect(await availableOf(testApp.app, sizeId)).toBe(availableBefore + 1);
    const outcomes = await Promise.all([settle(row), settle(row)]);
    expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([{ refused: "return_changed" }]);
    const [refund] = await listTransferRefunds(testApp.app.db, deliveredCase.order.id);
    expect(refund).toMatchObject({ cents: 300_00, reference: `DEV${row.number}` });
    const settledReturn = (await findReturn(testApp.app.db, row.id))!;
    expect([settledReturn.state, refundStatusOf(settledReturn)]).toEqual(["SETTLED", "done"]);
    await runEmailJobs(testApp.app);
    const subjects = (await listMailsTo(testApp.app, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes(`devolución ${row.number}`))).toHaveLength(4);
    await expectNoViolations();
  });

  test("of everything leaves no flag for staff, and includes the charges only if the shop is at fault", async () => {
    const deliveredCase = await createTestOrder(testApp, { lines: [{ priceCents: 200_00, pieces: 1 }] });
    const row = await createReceivedReturn(
      deliveredCase,
      [makeLine(deliveredCase.sizes[0]!.sizeId, { reason: "DEFECTIVE" })],
      "writeOff",
    );
    expect(row.refundCents).toBe(deliveredCase.order.grand_total_cents);
    unwrap(await settle(row));
    expect(await listOpenFlagsOf(testApp.app.db, deliveredCase.order.id)).toEqual([]);
    const unwantedCase = await createTestOrder(testApp, { lines: [{ priceCents: 200_00, pieces: 1 }] });
    expect((await createReceivedReturn(unwantedCase, [makeLine(unwantedCase.sizes[0]!.sizeId)])).refundCents).toBe(
      200_00,
    );
    await expectNoViolations();
  });

  test("counts only the pieces that arrived, and the others can be returned later", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const { sizeId } = deliveredCase.sizes[0]!;
    const row = await createReceivedReturn(
      deliveredCase,
      [makeLine(sizeId, { pieces: 2 })],
      [{ position: 0, restocked: 0, writtenOff: 0, inRepair: 1 }],
    );
    expect(row.refundCents).toBe(300_00);
    expect(await receive(row, "restock")).toEqual({ refused: "return_changed" });
    unwrap(await requestLines(deliveredCase, [makeLine(sizeId)]));
    const availableBefore = await availableOf(testApp.app, sizeId);
    const endOfRepair = { position: 0, pieces: 1, to: "restock", by: TEST_ACTOR } as const;
    unwrap(await endRepair(testApp.app, row.id, endOfRepair));
    expect(await endRepair(testApp.app, row.id, endOfRepair)).toEqual({ refused: "received_wrong" });
    expect(await availableOf(testApp.app, sizeId)).toBe(availableBefore + 1);
    await expectNoViolations();
  });

  test("may be less than computed if staff give a reason, and never more", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const row = await createReceivedReturn(deliveredCase, [makeLine(deliveredCase.sizes[0]!.sizeId)]);
    expect(await settle(row, { amountCents: 300_01 })).toEqual({ refused: "return_more_than_computed" });
    expect(await settle(row, { amountCents: -1 })).toEqual({ refused: "amount_wrong" });
    expect(await settle(row, { amountCents: 100_00 })).toEqual({ refused: "return_less_reason_missing" });
    expect(await settle(row, { preferredMethod: "provider" })).toEqual({ refused: "return_no_online_payment" });
    expect(unwrap(await settle(row, { amountCents: 100_00, lessBecause: "Llegó lavada" })).refundCents).toBe(100_00);
    await expectNoViolations();
  });

  test("whose transfer was withdrawn must be paid again", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const row = unwrap(
      await settle(await createReceivedReturn(deliveredCase, [makeLine(deliveredCase.sizes[0]!.sizeId)])),
    );
    const details = { preferredMethod: "transfer", reference: "", sentOn: "", by: TEST_ACTOR } as const;
    expect(await refundAgain(testApp.app, row.id, details)).toEqual({ refused: "return_changed" });
    const [refund] = await listTransferRefunds(testApp.app.db, deliveredCase.order.id);
    unwrap(
      await withdrawTransferRefund(testApp.app, deliveredCase.order.id, {
        refundId: refund!.id,
        reason: "La regresó el banco",
        actor: "prueba",
        by: TEST_ACTOR,
      }),
    );
    expect(unpaidCentsOf((await findReturn(testApp.app.db, row.id))!)).toBe(300_00);
    expect(refundStatusOf(unwrap(await refundAgain(testApp.app, row.id, details)))).toBe("done");
    await expectNoViolations();
  });
});

describe("an exchange", () => {
  test("reserves the new size when it is approved, and counts it as on hand until it leaves", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const { sizeId } = deliveredCase.sizes[0]!;
    const newSizeId = await addSize(deliveredCase.sizes[0]!, 1);
    const requestedReturn = unwrap(
      await requestLines(deliveredCase, [makeLine(sizeId, { wish: "EXCHANGE", newSizeId, reason: "SIZE_TOO_SMALL" })]),
    );
    expect([requestedReturn.refundCents, requestedReturn.wayBackPayer]).toEqual([0, "shop"]);
    expect(await availableOf(testApp.app, newSizeId)).toBe(1);
    unwrap(await approve(requestedReturn));
    expect(await availableOf(testApp.app, newSizeId)).toBe(0);
    expect(await listOnHand(testApp.app.db, { sizeIds: [newSizeId] })).toMatchObject([{ available: 0, inOrders: 1 }]);
    const row = unwrap(await receive(requestedReturn, "restock"));
    unwrap(await settle(row, { exchangeCarrier: "Estafeta", exchangeGuide: "EX123" }));
    expect(await listOnHand(testApp.app.db, { sizeIds: [newSizeId] })).toMatchObject([{ available: 0, inOrders: 0 }]);
    expect(await requestLines(deliveredCase, [makeLine(sizeId, { pieces: 2 })])).toEqual({
      refused: "too_many_pieces",
    });
    const secondReturn = await createReceivedReturn(deliveredCase, [makeLine(newSizeId)]);
    expect(secondReturn.refundCents).toBe(300_00);
    unwrap(await settle(secondReturn));
    await expectNoViolations();
  });

  test("whose size is sold out is refused when it is requested, and when it is approved", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const newSizeId = await addSize(deliveredCase.sizes[0]!, 1);
    const exchangeLine = makeLine(deliveredCase.sizes[0]!.sizeId, { wish: "EXCHANGE", newSizeId });
    const requestedReturn = unwrap(await requestLines(deliveredCase, [exchangeLine]));
    const cartAddition = {
      cartId: null,
      presaleId: null,
      lines: [{ ...deliveredCase.sizes[0]!, sizeId: newSizeId, pieces: 1 }],
    };
    unwrap(await addToCart(testApp.app, shop, cartAddition));
    expect(await approve(requestedReturn)).toEqual({ refused: "exchange_sold_out" });
    expect(await requestLines(deliveredCase, [exchangeLine])).toEqual({ refused: "exchange_sold_out" });
    expect((await findReturn(testApp.app.db, requestedReturn.id))!.state).toBe("ASKED");
    await expectNoViolations();
  });

  test("whose last piece another customer buys at the same time is approved or refused", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const newSizeId = await addSize(deliveredCase.sizes[0]!, 1);
    const { sizeId } = deliveredCase.sizes[0]!;
    const requestedReturn = unwrap(
      await requestLines(deliveredCase, [makeLine(sizeId, { wish: "EXCHANGE", newSizeId })]),
    );
    const cartAddition = {
      cartId: null,
      presaleId: null,
      lines: [{ ...deliveredCase.sizes[0]!, sizeId: newSizeId, pieces: 1 }],
    };
    const [approveResult] = await Promise.all([approve(requestedReturn), addToCart(testApp.app, shop, cartAddition)]);
    expect(await availableOf(testApp.app, newSizeId)).toBe(0);
    const storedReturn = (await findReturn(testApp.app.db, requestedReturn.id))!;
    expect(storedReturn.state).toBe(isRefusal(approveResult) ? "ASKED" : "APPROVED");
    const sameLines = [makeLine(sizeId, { wish: "EXCHANGE", newSizeId })];
    expect(await requestLines(deliveredCase, sameLines)).toEqual({ refused: "exchange_sold_out" });
    const secondReturn = unwrap(await requestLines(deliveredCase, [makeLine(sizeId)]));
    expect(secondReturn.state).toBe("ASKED");
    expect(await requestLines(deliveredCase, sameLines)).toEqual({ refused: "too_many_pieces" });
    await expectNoViolations();
  });

  test("that is cancelled returns the new size to stock, and one that is declined cannot be approved", async () => {
    const deliveredCase = await createTestOrder(testApp);
    const newSizeId = await addSize(deliveredCase.sizes[0]!, 2);
    const exchangeLine = makeLine(deliveredCase.sizes[0]!.sizeId, { wish: "EXCHANGE", newSizeId, pieces: 2 });
    const requestedReturn = unwrap(await requestLines(deliveredCase, [exchangeLine]));
    unwrap(await approve(requestedReturn));
    const outcomes = await Promise.all([
      cancelReturn(testApp.app, { returnId: requestedReturn.id, by: null }),
      cancelReturn(testApp.app, { returnId: requestedReturn.id, by: TEST_ACTOR }),
    ]);
    expect(outcomes.filter((outcome) => isRefusal(outcome))).toHaveLength(1);
    expect(await availableOf(testApp.app, newSizeId)).toBe(2);
    const returnToDecline = unwrap(await requestLines(deliveredCase, [exchangeLine]));
    expect(await declineReturn(testApp.app, returnToDecline.id, { answer: " ", by: TEST_ACTOR })).toEqual({
      refused: "answer_missing",
    });
    unwrap(await declineReturn(testApp.app, returnToDecline.id, { answer: "Fuera de plazo", by: TEST_ACTOR }));
    expect(await approve(returnToDecline)).toEqual({ refused: "return_changed" });
    await expectNoViolations();
  });

  test("for a cheaper product refunds the difference once", async () => {
    const deliveredCase = await createTestOrder(testApp, { lines: [{ priceCents: 300_00, pieces: 1 }] });
    const { sizeId } = deliveredCase.sizes[0]!;
    const cheapSize = await createTestSize(testApp.app, { pieces: 3, priceCents: 250_00 });
    const makeExchangeLines = (newSizeId: string) => [makeLine(sizeId, { wish: "EXCHANGE", newSizeId })];
    expect(await requestLines(deliveredCase, makeExchangeLines(newId()))).toEqual({ refused: "exchange_not_sold" });
    const row = await createReceivedReturn(deliveredCase, makeExchangeLines(cheapSize.sizeId));
    expect(row.refundCents).toBe(50_00);
    unwrap(await settle(row));
    // The customer sees the piece that they have now.
    const { key } = await testApp.app.db.selectFrom("pictures").select("key").executeTakeFirstOrThrow();
    await testApp.app.db
      .insertInto("product_pictures")
      .values({ product_id: cheapSize.productId, position: 0, picture_key: key })
      .execute();
    const [piece] = await listReturnablePieces(testApp.app.db, await testApp.findShop(), deliveredCase.order.id);
    expect(piece).toMatchObject({ sizeId: cheapSize.sizeId, picture: { key } });
    const secondReturn = await createReceivedReturn(deliveredCase, [makeLine(cheapSize.sizeId)]);
    expect(secondReturn.refundCents).toBe(250_00);
    unwrap(await settle(secondReturn));
    await expectNoViolations();
  });
});

test("a joined order's pieces are returned from the order that has them", async () => {
  const targetCase = await createTestOrder(testApp, { isShipped: false });
  const joinedCase = await createTestOrder(testApp, { isShipped: false, guest: targetCase.guest });
  unwrap(await joinOrders(testApp.app, { orderId: joinedCase.order.id, intoId: targetCase.order.id, actor: "prueba" }));
  for (const to of ["PAYMENT_ACCEPTED", "SHIPPED"] as const) {
    const move = { to, actor: "prueba", reason: "Prueba", trackingNumber: newId() };
    unwrap(await moveOrder(testApp.app, targetCase.order.id, move));
  }
  await markOrderDelivered(testApp, targetCase.order.id, new Date());
  const row = await createReceivedReturn(joinedCase, [makeLine(joinedCase.sizes[0]!.sizeId)]);
  expect([row.orderId, row.refundCents]).toEqual([targetCase.order.id, 300_00]);
  unwrap(await settle(row));
  await expectNoViolations();
});

test("a return at a branch refunds what its customer paid, and lowers what the branch owes the head office", async () => {
  const norte = await testApp.findShop("norte");
  const deliveredCase = await createTestOrder(testApp, {
    shopKey: "norte",
    lines: [{ priceCents: 300_00, pieces: 2 }],
  });
  const requestedReturn = unwrap(await requestLines(deliveredCase, [makeLine(deliveredCase.sizes[0]!.sizeId)], norte));
  expect(requestedReturn.refundCents).toBe(deliveredCase.order.lines[0]!.unit_price_cents);
  expect(requestedReturn.headOfficeReductionCents).toBe(300_00);
  unwrap(await approve(requestedReturn));
  unwrap(await settle(unwrap(await receive(requestedReturn, "restock"))));
  await expectNoViolations();
});

test("a branch owes the head office the surcharge of a dearer piece, until that piece is returned", async () => {
  const norte = await testApp.findShop("norte");
  const deliveredCase = await createTestOrder(testApp, {
    shopKey: "norte",
    lines: [{ priceCents: 300_00, pieces: 1 }],
  });
  const dearSize = await createTestSize(testApp.app, { pieces: 1, priceCents: 500_00 });
  const dearestSize = await createTestSize(testApp.app, { pieces: 1, priceCents: 700_00 });
  const exchange = async (sizeId: string, newSizeId: string): Promise<ReturnRow> => {
    const requestedReturn = unwrap(
      await requestLines(deliveredCase, [makeLine(sizeId, { wish: "EXCHANGE", newSizeId })], norte),
    );
    unwrap(await approve(requestedReturn));
    const { difference } = (await findReturn(testApp.app.db, requestedReturn.id))!;
    const payMove = { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" } as const;
    unwrap(await moveOrder(testApp.app, difference!.orderId, payMove));
    unwrap(await receive(requestedReturn, "restock"));
    return unwrap(await settle(requestedReturn));
  };
  const headOfficeSurchargeOf = ({ lines }: ReturnRow) => lines[0]!.headOfficeSurchargeCents;
  expect(headOfficeSurchargeOf(await exchange(deliveredCase.sizes[0]!.sizeId, dearSize.sizeId))).toBe(200_00);
  expect(headOfficeSurchargeOf(await exchange(dearSize.sizeId, dearestSize.sizeId))).toBe(200_00);
  const finalReturn = unwrap(await requestLines(deliveredCase, [makeLine(dearestSize.sizeId)], norte));
  expect(finalReturn.headOfficeReductionCents).toBe(700_00);
  unwrap(await approve(finalReturn));
  unwrap(await settle(unwrap(await receive(finalReturn, "restock"))));
  await expectNoViolations();
});
