import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { insertMember } from "../staff/queries.ts";
import { fillOrders } from "../testing/fill-orders.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput, type Guest } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { eachOrderForStaff, listOrdersForStaff, buildOrdersStatement, type OrderListQuery } from "./list-for-staff.ts";
import { moveOrder } from "./move-order.ts";
import { addNote, withdrawNote } from "./notes.ts";

const NO_FILTERS: OrderListQuery = {
  shops: "all",
  term: "",
  statuses: [],
  shopId: null,
  method: null,
  flag: null,
  isReceiptWaiting: false,
  carrierId: null,
  from: null,
  before: null,
  isPresale: null,
};

let testApp: TestApp;
let branch: Shop;
beforeAll(async () => {
  testApp = await startTestApp();
  branch = await testApp.findShop("norte");
});
afterAll(() => testApp.stop());

interface PlaceOptions {
  guest?: Guest;
  seller?: Shop;
  size?: TestSize;
}

async function placeOrder(options: PlaceOptions = {}): Promise<{ id: string; reference: number; guest: Guest }> {
  const seller = options.seller ?? (await testApp.findShop());
  const guest = options.guest ?? (await createTestGuest(testApp.app, seller));
  const cart = await createTestCart(testApp.app, seller, [
    { ...(options.size ?? (await createTestSize(testApp.app, { pieces: 3 }))), pieces: 1 },
  ]);
  const checkoutResult = await checkOut(testApp.app, seller, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  const { reference } = await testApp.app.db
    .selectFrom("orders")
    .select("reference")
    .where("id", "=", checkoutResult.orderId)
    .executeTakeFirstOrThrow();
  return { id: checkoutResult.orderId, reference, guest };
}

const findIds = async (query: Partial<OrderListQuery>) =>
  (
    await listOrdersForStaff(testApp.app.db, { ...NO_FILTERS, ...query }, { afterReference: null, limit: 50 })
  ).orders.map(({ id }) => id);

const updateOrder = (id: string, columns: Record<string, string>) =>
  testApp.app.db.updateTable("orders").set(columns).where("id", "=", id).execute();

describe("the search finds an order", () => {
  let order: Awaited<ReturnType<typeof placeOrder>>;
  beforeAll(async () => {
    order = await placeOrder();
    await updateOrder(order.id, {
      customer_name: "Begoña Íñiguez",
      customer_last_name: "Pérez-Olmedo",
      customer_phone: "8187654321",
      customer_email: "bego.iniguez@correo.example",
      tracking_number: "1Z 999-AA1 0123",
    });
    await updateOrder(order.id, { customer_phone: "8187654321" });
  });

  test.each([
    ["Begoña", "the customer's name"],
    ["begona INIGUEZ", "the name without accents"],
    ["olmedo bego", "the beginnings of names in any order"],
    ["8187654321", "the phone number"],
    ["81 8765 4321", "the phone number in groups"],
    ["+52 (81) 8765-4321", "the phone number with the country code"],
    ["4321", "the last digits of the phone number"],
    ["8765 4321", "the phone number without its area code"],
    ["Begoña 81 8765 4321", "a name and a phone"],
    ["bego.iniguez@correo.example", "the email address"],
    ["1Z999AA10123", "the tracking number without spaces"],
    ["1z 999-aa1 0123", "the tracking number as printed"],
    ["1Z 999", "the beginning of the tracking number"],
    ["0123", "the end of the tracking number"],
    ["9 AA1-01", "the middle of the tracking number, with other separators"],
    ["playera begoña", "a product and a name"],
  ])("by %s: %s", async (text) => {
    expect(await findIds({ term: text })).toContain(order.id);
  });

  test.each(["zzyzx", "Begoña Zzyzx", "---", "'; DROP TABLE orders; --", "& | ! : *", "\\", "🙈"])(
    "and not by %s",
    async (text) => {
      expect(await findIds({ term: text })).not.toContain(order.id);
    },
  );

  test.each([
    ["Inigues", "a wrong letter"],
    ["Begonia Iñiguez", "an additional letter"],
    ["Pérez Olmdeo", "two swapped letters"],
  ])("by a misspelt customer name, %s: %s", async (text) => {
    await testApp.app.db
      .updateTable("customers")
      .set({ name: "Begoña Íñiguez", last_name: "Pérez-Olmedo" })
      .where("id", "=", order.guest.customerId)
      .execute();
    expect(await findIds({ term: text })).toEqual([order.id]);
    const exportedIds: string[] = [];
    for await (const { id } of eachOrderForStaff(testApp.app.db, { ...NO_FILTERS, term: text })) exportedIds.push(id);
    expect(exportedIds).toEqual([order.id]);
  });

  test("by its number: with # only that order, without # that order first", async () => {
    const laterOrder = await placeOrder();
    await updateOrder(laterOrder.id, { customer_last_name: `Nr ${order.reference}` });
    expect(await findIds({ term: `#${order.reference}` })).toEqual([order.id]);
    expect(await findIds({ term: String(order.reference) })).toEqual([order.id, laterOrder.id]);
  });

  test("by the provider's payment id, a ticket code, and the number and products of an order joined into it", async () => {
    const guest = await createTestGuest(testApp.app, await testApp.findShop());
    const ticketSize = await createTestSize(testApp.app, { pieces: 3, isDigital: true });
    const [target, joinedOrder] = [await placeOrder({ guest, size: ticketSize }), await placeOrder({ guest })];
    const providerPaymentId = `PAY-${newId()}`;
    await testApp.app.db
      .insertInto("payments")
      .values({
        id: newId(),
        order_id: target.id,
        provider: "prueba",
        provider_payment_id: providerPaymentId,
        state: "REJECTED",
        cents: 1,
        kind: "card",
        method: "visa",
        raw_status: "x",
        provider_updated_at: new Date(),
        actor: "prueba",
      })
      .execute();
    expect(await findIds({ term: providerPaymentId })).toEqual([target.id]);
    expect(await findIds({ term: providerPaymentId.replaceAll("-", "") })).toEqual([target.id]);

    await testApp.app.db
      .updateTable("order_lines")
      .set({ name: "Concierto irrepetible" })
      .where("order_id", "=", joinedOrder.id)
      .execute();
    const outcome = await joinOrders(testApp.app, { orderId: joinedOrder.id, intoId: target.id, actor: "prueba" });
    expect(isRefusal(outcome) ? outcome : "joined").toBe("joined");
    expect(await findIds({ term: "irrepetible" })).toEqual([target.id]);
    expect(await findIds({ term: String(joinedOrder.reference) })).toEqual([joinedOrder.id, target.id]);

    await moveOrder(testApp.app, target.id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
    const { code } = await testApp.app.db
      .selectFrom("tickets")
      .select("code")
      .where("order_id", "=", target.id)
      .executeTakeFirstOrThrow();
    expect(await findIds({ term: code })).toEqual([target.id]);
    expect(await findIds({ term: `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase() })).toEqual([target.id]);
  });

  test("by the notes of staff until they are withdrawn; very long words cause no error", async () => {
    const { id } = await placeOrder();
    const memberId = newId();
    const member = { id: memberId, name: "Pola", email: "pola@ejemplo.mx", passwordHash: "x", grants: [] };
    await transact(testApp.app.db, (tx) => insertMember(tx, member));
    const by = { memberId, name: "Pola", ip: null };
    const note = { id: newId(), text: "Llamó: recoge su estuche aguamarina el jueves" };
    expect(await addNote(testApp.app, id, note, by)).toBe("added");
    expect(await findIds({ term: "aguamarina jueves" })).toEqual([id]);
    expect(await addNote(testApp.app, id, { id: newId(), text: "ﷺ".repeat(2_000) }, by)).toBe("added");
    expect(await addNote(testApp.app, id, { id: newId(), text: "æ".repeat(2_000) }, by)).toBe("added");
    await withdrawNote(testApp.app, id, note.id, by);
    expect(await findIds({ term: "aguamarina" })).toEqual([]);
  });

  test("by the id of each payment that was added concurrently", async () => {
    const { id } = await placeOrder();
    const addPayment = (n: number) =>
      testApp.app.db.transaction().execute(async (tx) => {
        await tx
          .insertInto("payments")
          .values({
            id: newId(),
            order_id: id,
            provider: "prueba",
            provider_payment_id: `carrera${n}x${id.slice(0, 8)}`,
            state: "REJECTED",
            cents: 1,
            kind: "card",
            method: "visa",
            raw_status: "x",
            provider_updated_at: new Date(),
            actor: "prueba",
          })
          .execute();
      });
    await Promise.all(Array.from({ length: 8 }, (_, n) => addPayment(n)));
    for (let n = 0; n < 8; n++) expect(await findIds({ term: `carrera${n}x${id.slice(0, 8)}` })).toEqual([id]);
  });
});

describe("the list", () => {
  test("shows a branch's staff only the branch's orders", async () => {
    const [branchOrder, headOfficeOrder] = [await placeOrder({ seller: branch }), await placeOrder()];
    expect(await findIds({ shops: [branch.id] })).toContain(branchOrder.id);
    expect(await findIds({ shops: [branch.id] })).not.toContain(headOfficeOrder.id);
    expect(await findIds({ shops: [branch.id], term: `#${headOfficeOrder.reference}` })).toEqual([]);
    expect(await findIds({ shops: [branch.id], shopId: (await testApp.findShop()).id })).toEqual([]);
    expect(await findIds({ shops: [] })).toEqual([]);
  });

  test("shows an order's payments, including those of orders joined into it", async () => {
    const guest = await createTestGuest(testApp.app, await testApp.findShop());
    const [target, joinedOrder] = [await placeOrder({ guest }), await placeOrder({ guest })];
    for (const { id } of [target, joinedOrder]) {
      await moveOrder(testApp.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
    }
    await joinOrders(testApp.app, { orderId: joinedOrder.id, intoId: target.id, actor: "prueba" });
    const { orders } = await listOrdersForStaff(
      testApp.app.db,
      { ...NO_FILTERS, term: `#${target.reference}` },
      { afterReference: null, limit: 1 },
    );
    expect(orders[0]!.paidCents).toBeGreaterThan(orders[0]!.grandTotalCents);
    expect(orders[0]!.flags).toContain("OVERPAID");
    expect(await findIds({ flag: "OVERPAID" })).toContain(target.id);
    expect(await findIds({ flag: "any" })).toContain(target.id);
    expect(await findIds({ flag: "DISPUTED" })).not.toContain(target.id);
  });

  test("continues after each page and shows each order once, even if new orders arrive", async () => {
    for (let n = 0; n < 5; n++) await placeOrder();
    const references: number[] = [];
    for (let afterReference: number | null = null; ;) {
      const page = await listOrdersForStaff(testApp.app.db, NO_FILTERS, { afterReference, limit: 3 });
      references.push(...page.orders.map(({ reference }) => reference));
      if (references.length === 3) await placeOrder();
      if (page.nextAfterReference === null) break;
      afterReference = page.nextAfterReference;
    }
    expect(references).toEqual([...new Set(references)].sort((a, b) => b - a));
    let exportedCount = 0;
    for await (const _order of eachOrderForStaff(testApp.app.db, NO_FILTERS)) exportedCount++;
    expect(exportedCount).toBe(references.length + 1);
  });

  test("shows the order with the typed number only on the first page", async () => {
    const guest = await createTestGuest(testApp.app, await testApp.findShop());
    const placedOrders = [];
    for (let n = 0; n < 5; n++) placedOrders.push(await placeOrder({ guest }));
    const [typedOrder] = placedOrders;
    // The number is also the beginning of a word of the other orders.
    for (const { id } of placedOrders) await updateOrder(id, { tracking_number: `${typedOrder!.reference}0000` });
    const query = { ...NO_FILTERS, term: String(typedOrder!.reference) };
    const ids: string[] = [];
    for (let afterReference: number | null = null; ;) {
      const page = await listOrdersForStaff(testApp.app.db, query, { afterReference, limit: 2 });
      ids.push(...page.orders.map(({ id }) => id));
      if (page.nextAfterReference === null) break;
      afterReference = page.nextAfterReference;
    }
    expect(ids).toEqual([typedOrder, ...placedOrders.slice(1).toReversed()].map((order) => order!.id));
  });

  test("starts with the oldest order if requested", async () => {
    const query = { ...NO_FILTERS, isOldestFirst: true };
    const listedReferences: number[] = [];
    for (let afterReference: number | null = null; ;) {
      const page = await listOrdersForStaff(testApp.app.db, query, { afterReference, limit: 4 });
      listedReferences.push(...page.orders.map(({ reference }) => reference));
      if (page.nextAfterReference === null) break;
      afterReference = page.nextAfterReference;
    }
    const exportedReferences: number[] = [];
    for await (const { reference } of eachOrderForStaff(testApp.app.db, NO_FILTERS)) exportedReferences.push(reference);
    expect(listedReferences).toEqual(exportedReferences.toReversed());
  });
});

describe("with 4,000 orders", () => {
  beforeAll(async () => {
    const client = new Client(testApp.databaseConfig);
    await client.connect();
    await fillOrders((text, values) => client.query(text, values), 4_000);
    await client.end();
  });

  const planOf = async (query: Partial<OrderListQuery>, afterReference: number | null = null): Promise<string> => {
    const statement = buildOrdersStatement({ ...NO_FILTERS, ...query }, { afterReference, limit: 51 })!;
    const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN ${statement}`.execute(testApp.app.db);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  test.each<[string, Partial<OrderListQuery>, RegExp]>([
    ["all orders", {}, /orders_reference_once/],
    ["orders to pack", { statuses: ["PAYMENT_ACCEPTED"] }, /orders_by_status|orders_reference_once/],
    ["joined orders, of which there are few", { statuses: ["JOINED"] }, /orders_by_status/],
    ["orders with an unanswered receipt", { isReceiptWaiting: true }, /transfer_receipts[^]*orders_pkey/],
    ["orders with flags", { flag: "any" }, /order_flags[^]*orders_pkey/],
    ["orders of presales", { isPresale: true }, /orders_of_presales/],
    ["an order number", { term: "#100001" }, /orders_reference_once/],
    ["a phone number", { term: "55 0000 7919" }, /order_search_words/],
    ["two rare words", { term: "nuñez 0000" }, /order_search_words/],
    ["a part of a tracking number", { term: "A10123" }, /orders_tracking_parts/],
    ["an email address", { term: "cliente17@correo.example" }, /order_search_words/],
  ])("%s: uses an index, and no sequential scan", async (_what, query, index) => {
    const plan = await planOf(query);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on (?:orders|order_search|order_lines|payments)\b/);
  });
});
