import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { newId } from "../db/new-id.ts";
import { creditInvoice } from "../invoicing/credit-invoice.ts";
import { findCreditDue } from "../invoicing/credit-due.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { listOrdersForStaff, type OrderListQuery } from "../orders/list-for-staff.ts";
import { moveOrder } from "../orders/move-order.ts";
import { readSalesReport } from "../orders/sales-report.ts";
import { readOrderMoney } from "../orders/staff-order-queries.ts";
import { LUCIA, TEST_ACTOR, createShippedOrder } from "../testing/invoiced-order.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { availableOf } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import {
  listTransferRefunds,
  recordTransferRefund,
  readTransferRefundableCents,
  type TransferRefundInput,
} from "./transfer-refund.ts";
import { withdrawTransferRefund } from "../order-management/withdraw-transfer-refund.ts";

let server: TestServer;
let payer: Payer;
beforeAll(async () => {
  server = await startTestServer();
  payer = new Payer(server);
});
afterAll(() => server.stop());

const BY = { memberId: null, name: "Marta", ip: null };
const TODAY = formatMexicoTime(new Date()).slice(0, 10);
let testNumber = 0;
beforeEach(() => {
  testNumber += 1;
});

const refundInput = (cents: number, changes: Partial<TransferRefundInput> = {}): TransferRefundInput => ({
  id: newId(),
  cents,
  sentOn: TODAY,
  reference: `spei ${testNumber} ${changes.id ?? newId()}`.slice(0, 40),
  reason: "Llegó rota",
  proof: null,
  mayCancelOrder: false,
  actor: "Marta",
  by: BY,
  ...changes,
});
const recordRefund = (order: PlacedOrder, cents: number, changes: Partial<TransferRefundInput> = {}) =>
  recordTransferRefund(server.app, order.id, refundInput(cents, changes));
const withdraw = (order: PlacedOrder, refundId: string) =>
  withdrawTransferRefund(server.app, order.id, { refundId, reason: "Monto mal escrito", actor: "Marta", by: BY });

/** An order paid by transfer, with its total in centavos. */
async function placePaidOrder(): Promise<PlacedOrder & { cents: number }> {
  const order = await payer.placeOrder({ method: "TB" });
  await move(order, "PAYMENT_ACCEPTED");
  return { ...order, cents: Math.round(order.totalPesos * 100) };
}

async function move(order: PlacedOrder, to: "PAYMENT_ACCEPTED" | "CANCELLED" | "SHIPPED"): Promise<void> {
  const moveResult = await moveOrder(server.app, order.id, {
    to,
    actor: "prueba",
    reason: "prueba",
    trackingNumber: "MX1",
  });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
}

async function moneyOf({ id }: PlacedOrder) {
  const row = await server.app.db
    .selectFrom("orders")
    .select(["id", "status", "grand_total_cents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { paidCents, refundedCents, missingCents, surplusCents } = await readOrderMoney(server.app.db, row);
  return { status: row.status, paidCents, refundedCents, missingCents, surplusCents };
}

const listViolations = () => listViolatedInvariants(server.app);

async function readRefundMailsOf({ id }: PlacedOrder) {
  await runEmailJobs(server.app);
  const { customer_email: email } = await server.app.db
    .selectFrom("orders")
    .select("customer_email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return (await listMailsTo(server.app, email!)).filter(({ subject }) => /devolvimos|Corrección/.test(subject));
}

describe("a transfer refund", () => {
  test("of a cancelled order shows staff and the customer that the money was refunded", async () => {
    const order = await placePaidOrder();
    await move(order, "CANCELLED");
    expect(await payer.listFlags(order)).toEqual(["MONEY_TO_RETURN"]);
    expect(await moneyOf(order)).toMatchObject({ paidCents: order.cents, surplusCents: order.cents });
    const proof = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
    const input = refundInput(order.cents, { reference: "mx 0042-a", proof });
    expect(await recordTransferRefund(server.app, order.id, input)).toEqual({ cents: order.cents });
    expect(await moneyOf(order)).toEqual({
      status: "CANCELLED",
      paidCents: 0,
      refundedCents: order.cents,
      missingCents: 0,
      surplusCents: 0,
    });
    expect(await payer.listFlags(order)).toEqual([]);
    expect(await payer.paymentsOf(order)).toMatchObject([{ state: "REFUNDED", refunded_cents: order.cents }]);
    const [recordedRefund] = await listTransferRefunds(server.app.db, order.id);
    expect(recordedRefund).toMatchObject({
      cents: order.cents,
      sentOn: TODAY,
      reference: "MX0042-A",
      reason: "Llegó rota",
      actor: "Marta",
      proofContentType: "image/jpeg",
      withdrawnAt: null,
    });
    expect(await server.app.privateFiles.read(recordedRefund!.proofFile!)).toBeInstanceOf(Buffer);
    expect((await payer.readOrder(order)).refunds).toEqual([
      { kind: "transfer", amount: order.totalPesos, sentOn: TODAY, reference: "MX0042-A" },
    ]);
    const [mail] = await readRefundMailsOf(order);
    expect(mail!.subject).toBe(`Te devolvimos $${order.totalPesos.toFixed(2)} del pedido #${order.reference}`);
    expect(mail!.text).toContain("MX0042-A");
    expect(mail!.text).toContain("Tu pedido está cancelado");
    const log = await server.app.db
      .selectFrom("change_log")
      .select(["actor", "action", "after"])
      .where("object_id", "=", order.id)
      .where("action", "=", "order-refund-transfer")
      .execute();
    expect(log).toEqual([
      {
        actor: "Marta",
        action: "order-refund-transfer",
        after: { refundCents: order.cents, sentOn: TODAY, reference: "MX0042-A", reason: "Llegó rota" },
      },
    ]);
    expect(await listViolations()).toEqual([]);
  });

  test("of a part of a shipped order leaves no debt in the order, the list and the sales report", async () => {
    const order = await placePaidOrder();
    await move(order, "SHIPPED");
    const reportBefore = await readSalesReport(server.app.db, "all");
    expect(await recordRefund(order, 64_90)).toEqual({ cents: 64_90 });
    expect(await moneyOf(order)).toEqual({
      status: "SHIPPED",
      paidCents: order.cents - 64_90,
      refundedCents: 64_90,
      missingCents: 0,
      surplusCents: 0,
    });
    expect(await payer.listFlags(order)).toEqual([]);
    const query: OrderListQuery = {
      shops: "all",
      term: `#${order.reference}`,
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
    const { orders } = await listOrdersForStaff(server.app.db, query, { afterReference: null, limit: 5 });
    expect(orders[0]).toMatchObject({
      paidCents: order.cents - 64_90,
      refundedCents: 64_90,
      grandTotalCents: order.cents,
    });
    expect((await readSalesReport(server.app.db, "all")).cents).toBe(reportBefore.cents - 64_90);
    expect((await payer.readOrder(order)).refunds).toMatchObject([{ amount: 64.9 }]);
    expect(await listViolations()).toEqual([]);
  });

  test("of all the money of an unshipped order cancels it, once staff confirm", async () => {
    const order = await placePaidOrder();
    expect(await recordRefund(order, order.cents)).toEqual({ refused: "refund_ends_order" });
    expect(await availableOf(server.app, order.size.sizeId)).toBe(0);
    expect(await recordRefund(order, order.cents, { mayCancelOrder: true })).toEqual({ cents: order.cents });
    expect(await moneyOf(order)).toMatchObject({ status: "CANCELLED", paidCents: 0, surplusCents: 0 });
    expect(await availableOf(server.app, order.size.sizeId)).toBe(1);
    expect(await listViolations()).toEqual([]);
  });

  test("in parts adds up to at most what was paid", async () => {
    const order = await placePaidOrder();
    await move(order, "CANCELLED");
    await recordRefund(order, 100_00);
    expect(await readTransferRefundableCents(server.app.db, order.id)).toBe(order.cents - 100_00);
    expect(await recordRefund(order, order.cents - 100_00 + 1)).toEqual({ refused: "refund_too_much" });
    expect(await recordRefund(order, order.cents - 100_00)).toEqual({ cents: order.cents - 100_00 });
    expect(await recordRefund(order, 1)).toEqual({ refused: "nothing_to_send_back" });
    await expect(
      sql`UPDATE payments SET refunded_cents = cents + 1 WHERE order_id = ${order.id}`.execute(server.app.db),
    ).rejects.toThrow("payments_refund_within");
    expect(await listViolations()).toEqual([]);
  });

  test("is recorded once if its form is sent twice, and a repeated reference is refused", async () => {
    const order = await placePaidOrder();
    const input = refundInput(50_00, { reference: "REPETIDA" });
    const outcomes = await Promise.all([1, 2, 3].map(() => recordTransferRefund(server.app, order.id, input)));
    expect(outcomes).toEqual([{ cents: 50_00 }, { cents: 50_00 }, { cents: 50_00 }]);
    expect(await moneyOf(order)).toMatchObject({ refundedCents: 50_00 });
    expect(await recordRefund(order, 50_00, { reference: "repe tida" })).toEqual({ refused: "refund_reference_taken" });
    expect(await readRefundMailsOf(order)).toHaveLength(1);
    const otherOrder = await placePaidOrder();
    expect(await recordTransferRefund(server.app, otherOrder.id, input)).toEqual({ refused: "order_changed" });
    expect(await listViolations()).toEqual([]);
  });

  test("recorded by several staff at the same time succeeds once, and the others are refused", async () => {
    const order = await placePaidOrder();
    const seenCents = order.cents;
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => recordRefund(order, order.cents - 1, { seenCents })));
    expect(outcomes.filter((outcome) => "cents" in outcome)).toHaveLength(1);
    expect(outcomes.filter((outcome) => isRefusal(outcome) && outcome.refused === "order_changed")).toHaveLength(3);
    expect(await moneyOf(order)).toMatchObject({ refundedCents: order.cents - 1 });
    expect(await listViolations()).toEqual([]);
  });

  test.each<[string, Partial<TransferRefundInput>, string]>([
    ["no amount", { cents: 0 }, "refund_amount_wrong"],
    ["a fraction of a centavo", { cents: 1.5 }, "refund_amount_wrong"],
    ["tomorrow", { sentOn: formatMexicoTime(new Date(Date.now() + 86_400_000)).slice(0, 10) }, "refund_day_wrong"],
    ["before the order", { sentOn: "2020-01-01" }, "refund_day_wrong"],
    ["an impossible day", { sentOn: "2026-02-30" }, "refund_day_wrong"],
    ["no reference", { reference: "  " }, "refund_reference_missing"],
    ["a reference with symbols", { reference: "<script>" }, "refund_reference_missing"],
    ["no reason", { reason: " " }, "refund_reason_missing"],
    ["a program as proof", { proof: Buffer.from("MZ\u0000programa") }, "refund_proof_unreadable"],
    ["an invalid id", { id: "1" }, "order_changed"],
  ])("is refused for invalid input: %s", async (_, changes, refused) => {
    const order = await placePaidOrder();
    expect(await recordRefund(order, 10_00, changes)).toEqual({ refused });
    expect(await moneyOf(order)).toMatchObject({ refundedCents: 0 });
  });

  test("is refused for an online order without a confirmed payment, and for an unknown order", async () => {
    const order = await payer.placeOrder();
    expect(await recordRefund(order, 10_00)).toEqual({ refused: "nothing_to_send_back" });
    expect(await recordTransferRefund(server.app, newId(), refundInput(10_00))).toEqual({ refused: "order_not_found" });
  });

  test("of joined orders returns the payments of both, through the target order", async () => {
    const joinedOrder = await placePaidOrder();
    const target = await placePaidOrder();
    await sql`UPDATE orders SET customer_id = (SELECT customer_id FROM orders WHERE id = ${joinedOrder.id}), claimed_from_customer_id = customer_id
      WHERE id = ${target.id}`.execute(server.app.db);
    const joinResult = await joinOrders(server.app, { orderId: joinedOrder.id, intoId: target.id, actor: "prueba" });
    if (isRefusal(joinResult)) throw new Error(joinResult.refused);
    expect(await recordRefund(joinedOrder, 10_00)).toEqual({ refused: "move_not_allowed" });
    const reportBefore = await readSalesReport(server.app.db, "all");
    // The second shipping and packaging were overpaid, so refunding them does not reduce the sale.
    expect(await recordRefund(target, joinResult.overpaidCents)).toEqual({ cents: joinResult.overpaidCents });
    expect(await payer.listFlags(target)).toEqual([]);
    expect((await readSalesReport(server.app.db, "all")).cents).toBe(reportBefore.cents);
    expect(await recordRefund(target, joinResult.grandTotalCents - 1)).toEqual({
      cents: joinResult.grandTotalCents - 1,
    });
    expect((await readSalesReport(server.app.db, "all")).cents).toBe(
      reportBefore.cents - joinResult.grandTotalCents + 1,
    );
    expect(await moneyOf(target)).toMatchObject({ paidCents: 1, missingCents: 0, surplusCents: 0 });
    expect(await listViolations()).toEqual([]);
  });
});

describe("a refund that was recorded by mistake", () => {
  test("is withdrawn with a reason and recorded again. Both records stay and the customer gets an email about each", async () => {
    const order = await placePaidOrder();
    const wrongId = newId();
    await recordRefund(order, 649_00 > order.cents ? order.cents - 1 : 649_00, { id: wrongId, reference: "MAL" });
    await readRefundMailsOf(order);
    const { refundedCents } = await moneyOf(order);
    expect(await withdraw(order, wrongId)).toEqual({ cents: refundedCents });
    expect(await moneyOf(order)).toMatchObject({ paidCents: order.cents, refundedCents: 0 });
    expect(await payer.paymentsOf(order)).toMatchObject([{ state: "APPROVED", refunded_cents: 0 }]);
    expect((await payer.readOrder(order)).refunds).toEqual([]);
    expect(await withdraw(order, wrongId)).toEqual({ refused: "refund_not_found" });
    expect(await recordRefund(order, 6_49, { reference: "MAL" })).toEqual({ cents: 6_49 });
    expect(await listTransferRefunds(server.app.db, order.id)).toMatchObject([
      { id: wrongId, withdrawnBy: "Marta", withdrawnReason: "Monto mal escrito", withdrawnAt: expect.any(Date) },
      { cents: 6_49, withdrawnAt: null },
    ]);
    const subjects = (await readRefundMailsOf(order)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith("Corrección:"))).toHaveLength(1);
    expect(subjects.filter((subject) => subject.startsWith("Te devolvimos"))).toHaveLength(2);
    expect(await listViolations()).toEqual([]);
  });

  test("of a sent ticket makes it void, and its withdrawal makes it valid again", async () => {
    const order = await payer.placeOrder({ method: "TB", isDigital: true });
    await move(order, "PAYMENT_ACCEPTED");
    const listTicketStates = async () =>
      (await server.app.db.selectFrom("tickets").select("state").where("order_id", "=", order.id).execute()).map(
        ({ state }) => state,
      );
    const id = newId();
    await recordRefund(order, Math.round(order.totalPesos * 100), { id, mayCancelOrder: true });
    expect(await listTicketStates()).toEqual(["VOID"]);
    await withdraw(order, id);
    expect(await listTicketStates()).toEqual(["VALID"]);
    expect(await listViolations()).toEqual([]);
  });

  test("keeps its id: another refund with that id comes from a page that is out of date, and is refused", async () => {
    const order = await placePaidOrder();
    const id = newId();
    await recordRefund(order, 5_00, { id, reference: "UNO" });
    expect(await recordRefund(order, 5_00, { id, reference: "UNO" })).toEqual({ cents: 5_00 });
    expect(await recordRefund(order, 1_00, { id, reference: "DOS" })).toEqual({ refused: "order_changed" });
    await withdraw(order, id);
    expect(await recordRefund(order, 5_00, { id, reference: "UNO" })).toEqual({ refused: "order_changed" });
  });

  test("of a cancelled order is withdrawn, and its money must be returned again", async () => {
    const order = await placePaidOrder();
    await move(order, "CANCELLED");
    const id = newId();
    await recordRefund(order, order.cents, { id });
    expect(await payer.listFlags(order)).toEqual([]);
    await withdraw(order, id);
    expect(await payer.listFlags(order)).toEqual(["MONEY_TO_RETURN"]);
    expect(await moneyOf(order)).toMatchObject({ status: "CANCELLED", surplusCents: order.cents });
    expect(await listViolations()).toEqual([]);
  });

  test("is withdrawn once by concurrent requests", async () => {
    const order = await placePaidOrder();
    const id = newId();
    await recordRefund(order, 20_00, { id });
    const outcomes = await Promise.all([1, 2, 3].map(() => withdraw(order, id)));
    expect(outcomes.filter((outcome) => "cents" in outcome)).toHaveLength(1);
    expect(await moneyOf(order)).toMatchObject({ refundedCents: 0, paidCents: order.cents });
    expect(await listViolations()).toEqual([]);
  });
});

describe("invoices and transfer refunds", () => {
  const issueInvoice = async (order: PlacedOrder) => {
    const invoice = await invoiceForStaff(server.app, await server.findShop(), order.id, {
      receiver: LUCIA,
      email: null,
      by: TEST_ACTOR,
    });
    if (isRefusal(invoice)) throw new Error(invoice.refused);
    return invoice;
  };

  test("a refund after the invoice needs a credit note, and cannot be withdrawn after the note", async () => {
    const order = await createShippedOrder(server);
    const invoice = await issueInvoice(order);
    const id = newId();
    await recordRefund(order, 58_00, { id });
    expect(await findCreditDue(server.app.db, invoice)).toMatchObject({ dueCents: 58_00, creditedCents: 0 });
    const creditNote = await creditInvoice(server.app, invoice.id, { returnedLines: [], by: TEST_ACTOR });
    expect(creditNote).toMatchObject({ kind: "creditNote", totalCents: 58_00, state: "stamped" });
    expect(await withdraw(order, id)).toEqual({ refused: "refund_invoiced" });
    expect(await moneyOf(order)).toMatchObject({ refundedCents: 58_00 });
    expect(await listViolations()).toEqual([]);
  });

  test("a refund before the invoice is not in it, and cannot be withdrawn while the invoice is live", async () => {
    const order = await createShippedOrder(server);
    const id = newId();
    await recordRefund(order, 58_00, { id });
    const invoice = await issueInvoice(order);
    expect(invoice.totalCents).toBe(Math.round(order.totalPesos * 100) - 58_00);
    expect(await findCreditDue(server.app.db, invoice)).toMatchObject({ dueCents: 0 });
    expect(await withdraw(order, id)).toEqual({ refused: "refund_invoiced" });
    expect(await listViolations()).toEqual([]);
  });
});
