import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { daysOf } from "../../domain/global-period.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { recordInstalment } from "../payments/record-instalment.ts";
import { recordTransferRefund } from "../payments/transfer-refund.ts";
import { newId } from "../db/new-id.ts";
import { LUCIA, createShippedOrder, TEST_ACTOR as by } from "../testing/invoiced-order.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { creditGlobal } from "./credit-global.ts";
import { findCreditDue } from "./credit-due.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { invoiceEarly } from "./invoice-early.ts";
import { invoiceForStaff, invoiceOrder } from "./invoice-order.ts";
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
import { findOrderIncome } from "./order-income.ts";
import { reportMonth } from "./month-report.ts";
import { issueComplement, listPendingComplements } from "./payment-complements.ts";
import { findInvoice, findLiveInvoice } from "./queries.ts";
import { stampInvoice } from "./stamp-invoice.ts";

/**
 * The tests set the clock of this process, not of the database, because no rule about days uses the database's clock.
 */
let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
});
beforeEach(() => setZoneAndDeadline("America/Mexico_City"));
afterEach(async () => {
  vi.useRealTimers();
  await setFault(null);
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });
const setZoneAndDeadline = (zone: string) =>
  sql`UPDATE invoice_issuers SET time_zone = ${zone}, deadline_kind = 'month', deadline_days = 1, min_deadline_days_after_shipping = 0
    WHERE shop_id = ${shopId}`.execute(server.app.db);

/** The current month. It ends in the future, so that orders are shipped before its end. */
const MONTH = daysOf({ periodLength: "month", day: new Date().toISOString().slice(0, 10) });
/** The first instant of the next month in Mexico City, which has no summer time. */
const MIDNIGHT_MS = Date.parse(`${MONTH.to}T00:00:00-06:00`) + 86_400_000;
const LAST_SECOND = new Date(MIDNIGHT_MS - 1_000);
const FIRST_SECOND = new Date(MIDNIGHT_MS);
const dayOf = (instant: Date) => new Date(instant.getTime() - 6 * 3_600_000).toISOString().slice(0, 10);
const NEXT_MONTH = dayOf(FIRST_SECOND).slice(0, 7);

function setClock(instant: Date | number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: instant });
}

const setPaidAt = (order: { id: string }, instant: Date) =>
  sql`UPDATE payments SET paid_at = ${instant} WHERE order_id = ${order.id}`.execute(server.app.db);

async function createOrderPaidAt(instant: Date): Promise<PlacedOrder> {
  const order = await createShippedOrder(server);
  await setPaidAt(order, instant);
  return order;
}

function expectNoRefusal<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Value, { refused: string }>;
}

const requestInvoice = async ({ id }: PlacedOrder) =>
  invoiceOrder(server.app, await server.findShop(), id, { receiver: LUCIA, email: null, actor: "cliente" });
const makeGlobal = (today: Date) =>
  issueGlobalInvoice(server.app, shopId, { periodLength: "month", day: MONTH.from }, { by, today: dayOf(today) });
const refund = async ({ id }: PlacedOrder, cents: number) =>
  expectNoRefusal(
    await recordTransferRefund(server.app, id, {
      id: newId(),
      cents,
      sentOn: dayOf(new Date()),
      reference: `SPEI${newId().replaceAll("-", "")}`.slice(0, 40),
      reason: "prueba",
      proof: null,
      mayCancelOrder: false,
      actor: "prueba",
      by,
    }),
  );
const attributeOf = (xml: string | null, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml ?? "")?.[1];

describe("at the end of a month", () => {
  test("an invoice requested in the last second and stamped after midnight keeps its date", async () => {
    const order = await createOrderPaidAt(LAST_SECOND);
    setClock(LAST_SECOND);
    await setFault("down");
    expect(await requestInvoice(order)).toMatchObject({ refused: "invoice_pending" });
    setClock(FIRST_SECOND);
    await setFault(null);
    const { id } = (await findLiveInvoice(server.app.db, order.id))!;
    const invoice = expectNoRefusal(await stampInvoice(server.app, id));
    expect(attributeOf(invoice.xml, "Fecha")).toBe(`${MONTH.to}T23:59:59`);
    expect(attributeOf(invoice.xml, "FechaTimbrado")).toBe(`${NEXT_MONTH}-01T00:00:00`);
    expect(await findOrderIncome(server.app.db, order.id)).toMatchObject({
      declaredCents: Math.round(order.totalPesos * 100),
    });
  });

  test("a sale in the last second is in the month's global invoice, made one second later", async () => {
    const [lastOrder, nextOrder] = [
      await createOrderPaidAt(new Date(MIDNIGHT_MS - 1)),
      await createOrderPaidAt(FIRST_SECOND),
    ];
    setClock(LAST_SECOND);
    expect(await makeGlobal(LAST_SECOND)).toEqual({ refused: "period_not_over" });
    setClock(FIRST_SECOND);
    const { xml } = expectNoRefusal(await makeGlobal(FIRST_SECOND));
    expect(attributeOf(xml, "Fecha")).toBe(`${NEXT_MONTH}-01T00:00:00`);
    expect([attributeOf(xml, "Año"), attributeOf(xml, "Meses")]).toEqual([MONTH.to.slice(0, 4), MONTH.to.slice(5, 7)]);
    expect(xml).toContain(`NoIdentificacion="${lastOrder.reference}"`);
    expect(xml).not.toContain(`NoIdentificacion="${nextOrder.reference}"`);
  });

  test("a refund before the global invoice lowers its total, and a later refund is credited", async () => {
    const order = await createOrderPaidAt(new Date(Date.parse(`${MONTH.from}T06:00:00Z`) - 1_000));
    const previousMonth = dayOf(new Date(Date.parse(`${MONTH.from}T06:00:00Z`) - 1_000)).slice(0, 7);
    const readReport = () => reportMonth(server.app.db, { shopId, timeZone: "America/Mexico_City" }, previousMonth);
    const firstReport = await readReport();
    await refund(order, 10_00);
    const period = { periodLength: "month" as const, day: `${previousMonth}-01` };
    const global = expectNoRefusal(
      await issueGlobalInvoice(server.app, shopId, period, { by, today: dayOf(new Date()) }),
    );
    expect(await findOrderIncome(server.app.db, order.id)).toMatchObject({
      declaredCents: Math.round(order.totalPesos * 100) - 10_00,
    });
    await refund(order, 5_00);
    expectNoRefusal(await creditGlobal(server.app, global.id, by));
    expect(await readReport()).toMatchObject({
      refundedCents: firstReport.refundedCents + 15_00,
      creditedCents: 5_00,
      differenceCents: 0,
    });
  });

  test("a refund after midnight of an invoice from before midnight is credited on the day of the refund", async () => {
    const order = await createOrderPaidAt(LAST_SECOND);
    setClock(LAST_SECOND);
    const invoice = expectNoRefusal(await requestInvoice(order));
    setClock(FIRST_SECOND);
    await refund(order, 10_00);
    expect(await findCreditDue(server.app.db, invoice)).toMatchObject({ dueCents: 10_00 });
    const note = expectNoRefusal(await creditInvoice(server.app, invoice.id, { returnedLines: [], by }));
    expect(attributeOf(note.xml, "Fecha")).toBe(`${NEXT_MONTH}-01T00:00:00`);
    expect((await findInvoice(server.app.db, invoice.id))!.state).toBe("stamped");
  });

  test("a payment in the last second is stated with that time, and its complement is due on the fifth", async () => {
    const order = await new Payer(server).placeOrder({ method: "TB" });
    const request = { receiver: LUCIA, email: null, mode: "later" as const, by };
    expectNoRefusal(await invoiceEarly(server.app, await server.findShop(), order.id, request));
    const seenCents = Math.round(order.totalPesos * 100);
    const { paymentId } = expectNoRefusal(
      await recordInstalment(server.app, order.id, { cents: 10_00, seenCents, by }),
    );
    await setPaidAt(order, LAST_SECOND);
    setClock(FIRST_SECOND);
    expect(await listPendingComplements(server.app, [shopId])).toMatchObject([
      { paymentId, lastDay: `${NEXT_MONTH}-05`, isLate: false },
    ]);
    const { xml } = expectNoRefusal(await issueComplement(server.app, paymentId, null));
    expect(attributeOf(xml, "FechaPago")).toBe(`${MONTH.to}T23:59:59`);
  });
});

describe("the buyer's last day", () => {
  test.each([
    ["America/Mexico_City", "-06:00"],
    ["America/Hermosillo", "-07:00"],
  ])("ends with its last second in %s, and staff may still invoice", async (zone, offset) => {
    await setZoneAndDeadline(zone);
    const monthEnd = Date.parse(`${MONTH.to}T00:00:00${offset}`) + 86_400_000;
    const [orderInTime, lateOrder] = [
      await createOrderPaidAt(new Date(monthEnd - 1_000)),
      await createOrderPaidAt(new Date(monthEnd - 1_000)),
    ];
    // The buyer's last day is the first of the next month, because `deadline_days` is 1.
    setClock(monthEnd + 86_400_000);
    expect(await requestInvoice(lateOrder)).toEqual({ refused: "invoice_too_late", lastDay: `${NEXT_MONTH}-01` });
    const staffRequest = { receiver: LUCIA, email: null, by };
    expectNoRefusal(await invoiceForStaff(server.app, await server.findShop(), lateOrder.id, staffRequest));
    setClock(monthEnd + 86_400_000 - 1_000);
    const invoice = expectNoRefusal(await requestInvoice(orderInTime));
    expect(attributeOf(invoice.xml, "Fecha")).toBe(`${NEXT_MONTH}-01T23:59:59`);
  });
});
