import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { checkOut } from "../../checkout/check-out.ts";
import { runEmailJobs } from "../../testing/mails.ts";
import { createTestSize } from "../../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { moveOrder } from "../move-order.ts";
import { moveOrders } from "../move-orders.ts";
import { findOrder } from "../queries.ts";
import { decodeTrackingList, MAX_TRACKING_LIST_LINES, readTrackingList } from "./read-tracking-list.ts";
import { previewTrackingList, shipListedOrders } from "./ship-listed-orders.ts";

const parseList = (text: string) => {
  const list = readTrackingList(text);
  if (isRefusal(list)) throw new Error(list.refused);
  return list;
};

describe("a list of tracking numbers", () => {
  test.each([
    ["commas", "100123, MX1234"],
    ["semicolons and a heading", "Pedido;Guía;Paquetería\r\n100123;MX1234"],
    ["a spreadsheet's tabs", "100123\tMX1234\t"],
    ["a space, as in a chat", "#100123 MX1234"],
    ["quotes", '"#100123","MX1234"'],
    ["a byte order mark", "\uFEFF100123,MX1234"],
    ["empty lines", "\n\n100123,MX1234\n\n"],
    ["the same line twice", "100123,MX1234\n100123,MX1234"],
  ])("is read with %s", (_format, text) => {
    const { lines, invalidLines } = parseList(text);
    expect(lines.map(({ lineNumber: _lineNumber, ...line }) => line)).toEqual([
      { reference: 100123, trackingNumber: "MX1234", carrier: null },
    ]);
    expect(invalidLines).toEqual([]);
  });

  test.each([
    ["hola, MX1234", "reference"],
    ["100123", "tracking"],
    ["100123, =HYPERLINK(1)", "formula"],
    ["=1+1, MX1234", "formula"],
    ["100123, MX1234, @SUM(A1)", "formula"],
    ["100123, 1.23457E+14", "rounded"],
    ["100123, <script>", "form"],
    ["100123, ab", "form"],
    ["100123, MX1234, Estafeta, otra", "columns"],
  ])("the line %s is invalid and left out: %s", (text, reason) => {
    const { lines, invalidLines } = parseList(`${text}\n100124, MX9999`);
    expect(invalidLines.map((line) => line.reason)).toEqual([reason]);
    expect(lines.map(({ reference }) => reference)).toEqual([100124]);
  });

  test("leaves out a second tracking number for one order", () => {
    const { lines, invalidLines } = parseList("100123, MX1234\n100123, MX5678");
    expect(lines).toHaveLength(1);
    expect(invalidLines).toEqual([{ lineNumber: 2, text: "100123, MX5678", reason: "otherTracking" }]);
  });

  test("is refused as a whole if it is not a list", () => {
    expect(readTrackingList(" \n ")).toEqual({ refused: "list_empty" });
    expect(readTrackingList('100123, "MX12')).toEqual({ refused: "list_not_csv" });
    const tooManyLines = Array.from(
      { length: MAX_TRACKING_LIST_LINES + 1 },
      (_, n) => `${100_000 + n}, MX${1_000 + n}`,
    );
    expect(readTrackingList(tooManyLines.join("\n"))).toEqual({ refused: "list_too_long" });
    const list = readTrackingList(
      [...tooManyLines.slice(1), ...Array(20).fill(",,"), "99999999,FIN-123456"].join("\n"),
    );
    expect(list).toEqual({ refused: "list_too_long" });
  });

  test("must be UTF-8 text, and a workbook has its own refusal", () => {
    const bytes = (...values: number[]) => Uint8Array.from(values);
    expect(decodeTrackingList(new TextEncoder().encode("100123, MX1"))).toBe("100123, MX1");
    expect(decodeTrackingList(bytes(0x50, 0x4b, 3, 4))).toEqual({ refused: "list_is_workbook" });
    expect(decodeTrackingList(bytes(0x47, 0x75, 0xed, 0x61))).toEqual({ refused: "list_not_utf8" });
    expect(decodeTrackingList(bytes(0x31, 0, 0x32, 0))).toEqual({ refused: "list_not_utf8" });
  });
});

describe("shipping a list", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.stop());

  const ACTOR = { memberId: null, name: "Almacén", ip: null };

  async function placeOrder(key = "matriz", isPaid = true): Promise<{ id: string; reference: number; shopId: string }> {
    const seller = await testApp.findShop(key);
    const guest = await createTestGuest(testApp.app, seller, "lista@ejemplo.mx");
    const cart = await createTestCart(testApp.app, seller, [
      { ...(await createTestSize(testApp.app, { pieces: 3 })), pieces: 1 },
    ]);
    const checkoutResult = await checkOut(testApp.app, seller, guest.customerId, makeCheckoutInput(cart, guest));
    if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
    const paymentMove = { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" } as const;
    if (isPaid) await moveOrder(testApp.app, checkoutResult.orderId, paymentMove);
    const { reference } = (await findOrder(testApp.app.db, seller.id, checkoutResult.orderId))!;
    return { id: checkoutResult.orderId, reference, shopId: seller.id };
  }
  const readOrder = async ({ id, shopId }: { id: string; shopId: string }) =>
    (await findOrder(testApp.app.db, shopId, id))!;
  const shipList = (text: string, shops: "all" | string[] = "all") =>
    shipListedOrders(testApp.app, parseList(text).lines, shops, ACTOR);

  test("has a preview that changes nothing", async () => {
    const order = await placeOrder();
    const { lines } = parseList(`${order.reference}, MX1234`);
    expect(await previewTrackingList(testApp.app.db, lines, "all")).toMatchObject([
      { outcome: "ready", status: "PAYMENT_ACCEPTED" },
    ]);
    expect((await readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
  });

  test("ships each order that can be shipped, explains the others, and logs the actor", async () => {
    const [first, second, unpaidOrder] = [await placeOrder(), await placeOrder(), await placeOrder("matriz", false)];
    const carrier = (
      await testApp.app.db.selectFrom("carriers").select("name").orderBy("position", "desc").executeTakeFirstOrThrow()
    ).name;
    const results = await shipList(
      `${first.reference}, MX1234\n${second.reference}, MX5678, ${carrier.toUpperCase()}\n${unpaidOrder.reference}, MX9\n1, MX9999\n` +
        `${unpaidOrder.reference + 9_000_000}, MX9999`,
    );
    expect(results.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      "sent",
      "sent",
      "move_not_allowed",
      "order_not_found",
      "order_not_found",
    ]);
    expect(await readOrder(first)).toMatchObject({ status: "SHIPPED", tracking_number: "MX1234" });
    expect(await readOrder(second)).toMatchObject({ status: "SHIPPED", carrier_name: carrier });
    const log = await testApp.app.db
      .selectFrom("change_log")
      .select(["actor", "action", "after"])
      .where("object_id", "=", first.id)
      .execute();
    expect(log).toMatchObject([{ actor: "Almacén", action: "order-ship", after: { trackingNumber: "MX1234" } }]);
  });

  test("a second time changes nothing, and another tracking number is refused", async () => {
    const order = await placeOrder();
    const list = `${order.reference}, MX1234`;
    await shipList(list);
    expect(await shipList(list)).toMatchObject([{ outcome: "sent" }]);
    expect(await shipList(`${order.reference}, MX5678`)).toMatchObject([
      { outcome: "refused", reason: "shipped_otherwise" },
    ]);
    const { history, tracking_number } = await readOrder(order);
    expect(history.filter(({ status }) => status === "SHIPPED")).toHaveLength(1);
    expect(tracking_number).toBe("MX1234");
  });

  test("by two people at the same time ships each order once, and a second tracking number is refused", async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => placeOrder()));
    const listWithPrefix = (prefix: string) =>
      orders.map(({ reference }) => `${reference}, ${prefix}${reference}`).join("\n");
    const [firstResults, secondResults] = await Promise.all([
      shipList(listWithPrefix("AA")),
      shipList(listWithPrefix("AA")),
    ]);
    for (const { outcome } of [...firstResults!, ...secondResults!]) expect(outcome).toBe("sent");
    const otherOrders = await Promise.all(Array.from({ length: 6 }, () => placeOrder()));
    const lists = ["BB", "CC"].map((prefix) =>
      otherOrders.map(({ reference }) => `${reference}, ${prefix}${reference}`).join("\n"),
    );
    const [resultsOfB, resultsOfC] = await Promise.all(lists.map((text) => shipList(text)));
    for (const [index, order] of otherOrders.entries()) {
      const { tracking_number, history } = await readOrder(order);
      expect(history.filter(({ status }) => status === "SHIPPED")).toHaveLength(1);
      const winner = tracking_number!.startsWith("BB") ? resultsOfB![index]! : resultsOfC![index]!;
      const loser = winner === resultsOfB![index] ? resultsOfC![index]! : resultsOfB![index]!;
      expect([winner.outcome, loser.outcome, loser.reason]).toEqual(["sent", "refused", "shipped_otherwise"]);
    }
    await runEmailJobs(testApp.app);
  });

  test("by a branch's staff does not find the orders of other shops", async () => {
    const [branchOrder, headOfficeOrder] = [await placeOrder("norte"), await placeOrder()];
    const results = await shipList(`${branchOrder.reference}, MX1234\n${headOfficeOrder.reference}, MX5678`, [
      branchOrder.shopId,
    ]);
    expect(results.map(({ outcome, reason }) => reason ?? outcome)).toEqual(["sent", "order_not_found"]);
    expect(results[1]).toMatchObject({ customer: null, status: null, carrier: null });
    expect((await readOrder(headOfficeOrder)).status).toBe("PAYMENT_ACCEPTED");
  });

  test("refuses an unknown carrier, and an order with disputed money", async () => {
    const [order, disputedOrder] = [await placeOrder(), await placeOrder()];
    await testApp.app.db.insertInto("order_flags").values({ order_id: disputedOrder.id, flag: "DISPUTED" }).execute();
    expect(await shipList(`${order.reference}, MX1234, Nadie`)).toMatchObject([{ reason: "carrier_unknown" }]);
    expect(await shipList(`${disputedOrder.reference}, MX1234`)).toMatchObject([{ reason: "order_disputed" }]);
    expect((await readOrder(disputedOrder)).status).toBe("PAYMENT_ACCEPTED");
  });

  describe("several orders that are moved together", () => {
    const cancel = (references: number[], shops: "all" | string[] = "all") =>
      moveOrders(testApp.app, { references, shops, to: "CANCELLED", reason: "Ya no" }, ACTOR);

    test("are checked one by one", async () => {
      const [paidOrder, waitingOrder, shippedOrder] = [
        await placeOrder(),
        await placeOrder("matriz", false),
        await placeOrder(),
      ];
      await shipList(`${shippedOrder.reference}, MX1234`);
      const references = [paidOrder, waitingOrder, shippedOrder].map(({ reference }) => reference);
      const outcomes = await cancel([...references, 7]);
      expect(outcomes.map(({ refused, status }) => refused ?? status)).toEqual([
        "CANCELLED",
        "CANCELLED",
        "move_not_allowed",
        "order_not_found",
      ]);
      expect(outcomes[2]!.status).toBe("SHIPPED");
    });

    test("by two people at the same time move once each, and the second gets a refusal", async () => {
      const orders = await Promise.all(Array.from({ length: 5 }, () => placeOrder()));
      const references = orders.map(({ reference }) => reference);
      const outcomes = await Promise.all([cancel(references), cancel(references.toReversed())]);
      for (const reference of references) {
        const refusals = outcomes.map((results) => results.find((result) => result.reference === reference)!.refused);
        expect(new Set(refusals)).toEqual(new Set([null, "move_not_allowed"]));
      }
      for (const order of orders) {
        expect((await readOrder(order)).history.filter(({ status }) => status === "CANCELLED")).toHaveLength(1);
      }
    });

    test("are shipped only with a tracking number each", async () => {
      const [first, second] = [await placeOrder(), await placeOrder()];
      const outcomes = await moveOrders(
        testApp.app,
        {
          references: [first.reference, second.reference],
          shops: "all",
          to: "SHIPPED",
          reason: "Enviado",
          trackingNumbers: new Map([[first.reference, "MX1234"]]),
        },
        ACTOR,
      );
      expect(outcomes.map(({ refused }) => refused)).toEqual([null, "tracking_missing"]);
    });
  });
});
