import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDay } from "../../domain/format-day.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { complementDeadline } from "../../domain/invoicing-mode.ts";
import { recordInstalment } from "../payments/record-instalment.ts";
import { LUCIA, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { listMailsTo } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { invoiceEarly } from "./invoice-early.ts";
import { issueComplement } from "./payment-complements.ts";
import { remindOfComplements } from "./remind-complements.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await sql`DELETE FROM sandbox_emails`.execute(server.app.db);
});
afterAll(() => server.stop());

const by = TEST_ACTOR;

/** A PPD invoice with a payment whose complement is not made yet. */
async function createPpdInvoiceWithPayment(cents: number): Promise<{ order: PlacedOrder; paymentId: string }> {
  const order = await new Payer(server).placeOrder({ method: "TB" });
  const result = await invoiceEarly(server.app, await server.findShop(), order.id, {
    mode: "later",
    receiver: LUCIA,
    email: null,
    by,
  });
  if (isRefusal(result)) throw new Error(result.refused);
  const seenCents = Math.round(order.totalPesos * 100);
  const paymentResult = await recordInstalment(server.app, order.id, { cents, seenCents, by });
  if (isRefusal(paymentResult)) throw new Error(paymentResult.refused);
  return { order, paymentId: paymentResult.paymentId };
}

/** All emails to the shop, after the job has run on this day. */
const remindAndReadMails = async (day: string) => {
  await remindOfComplements(server.app, new Date(`${day}T15:05:00Z`));
  return listMailsTo(server.app, (await server.findShop()).settings.company.email);
};
const TODAY = new Date().toLocaleDateString("en-CA", { timeZone: "America/Mexico_City" }).slice(0, 10);
/** The fifth of next month. */
const LAST_DAY = complementDeadline(TODAY);
const dayOfNextMonth = (day: string) => `${LAST_DAY.slice(0, 7)}-${day}`;

test("the shop is reminded once in the month after the payment, with its pending complements", async () => {
  const { order, paymentId } = await createPpdInvoiceWithPayment(40_00);
  expect(await remindAndReadMails(TODAY)).toEqual([]);
  const [mail] = await remindAndReadMails(dayOfNextMonth("01"));
  expect(mail!.subject).toBe("Falta 1 complemento de pago");
  expect(mail!.text).toContain(`Emítelos a más tardar el ${formatDay(LAST_DAY)}`);
  expect(mail!.text).toContain(`Pedido #${order.reference}`);
  expect(mail!.text).toContain("$40.00");
  expect(mail!.text).toContain("/panel/facturacion/complementos");
  for (const day of ["02", "05", "06"]) expect(await remindAndReadMails(dayOfNextMonth(day))).toHaveLength(1);
  expect(isRefusal(await issueComplement(server.app, paymentId, by))).toBe(false);
});

test("a complement that the PAC refused is also in the reminder of the month after its last day", async () => {
  const { paymentId } = await createPpdInvoiceWithPayment(50_00);
  await createPpdInvoiceWithPayment(60_00);
  await server.call("POST", "/sandbox/pac/control", { body: { fault: "reject:CRP20204" } });
  expect(isRefusal(await issueComplement(server.app, paymentId, null))).toBe(true);
  await server.call("POST", "/sandbox/pac/control", { body: { fault: null } });
  const [mail] = await remindAndReadMails(complementDeadline(dayOfNextMonth("28")).replace(/05$/, "03"));
  expect(mail!.subject).toBe("Faltan 2 complementos de pago");
  expect(mail!.text).toContain(`Debieron emitirse a más tardar el ${formatDay(LAST_DAY)}`);
});

test("without pending complements no reminder is sent", async () => {
  await sql`UPDATE payments SET refunded_cents = cents, state = 'REFUNDED' WHERE id IN (
    SELECT payment_id FROM payments_to_complement)`.execute(server.app.db);
  expect(await remindAndReadMails("2099-01-03")).toEqual([]);
});
