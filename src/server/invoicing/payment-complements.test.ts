import { findViolations } from "../db/audit-check.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CHECKS } from "../audit/checks.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkPayment } from "../cfdi/check-payment.ts";
import { parseXml } from "../cfdi/parse-xml.ts";
import { childOf, type XmlElement } from "../cfdi/xml.ts";
import type { Tx } from "../db/connect.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { lockOrder, moveOrder } from "../orders/move-order.ts";
import { recordInstalment } from "../payments/record-instalment.ts";
import { createStampedInvoice, LUCIA, refundTransfer, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { applyDeposit, invoiceShippedOrder, scheduleDeposits } from "./apply-deposit.ts";
import { advanceCancellation, cancelInvoice } from "./cancel-invoice.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { findInvoicingMode, invoiceEarly } from "./invoice-early.ts";
import { invoiceForStaff } from "./invoice-order.ts";
import { findIssuer } from "./issuers.ts";
import { findOrderIncome } from "./order-income.ts";
import { issueComplement, listPendingComplements, scheduleComplements } from "./payment-complements.ts";
import { findInvoice, findLiveInvoice, type Invoice } from "./queries.ts";
import { replaceInvoice } from "./replace-invoice.ts";
import { setIssuer } from "./set-issuer.ts";

// Without a worker: each test runs the jobs it needs, so that it can check every step.
let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});

const by = TEST_ACTOR;

function expectNoRefusal<Value extends object>(result: Value): Exclude<Value, { refused: string }> {
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return result as Exclude<Value, { refused: string }>;
}

async function refusalOf(result: Promise<unknown>): Promise<string | null> {
  const value = await result;
  return isRefusal(value) ? value.refused : null;
}

const placeOrder = () => new Payer(server).placeOrder({ method: "TB" });
/** What the order still lacks to be paid, in centavos. */
const readMissingCents = async (order: PlacedOrder): Promise<number> => {
  const { keptCents } = await findOrderIncome(server.app.db, order.id);
  return Math.round(order.totalPesos * 100) - keptCents;
};
async function pay(order: PlacedOrder, cents: number): Promise<string> {
  const seenCents = await readMissingCents(order);
  return expectNoRefusal(await recordInstalment(server.app, order.id, { cents, seenCents, by })).paymentId;
}
async function move(id: string, to: "PAYMENT_ACCEPTED" | "SHIPPED" | "CANCELLED"): Promise<void> {
  const moveResult = await moveOrder(server.app, id, { to, actor: "prueba", reason: "prueba", trackingNumber: "MX1" });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
}
async function issuePpdInvoice(order: PlacedOrder): Promise<Invoice> {
  const request = { receiver: LUCIA, email: "lucia@ejemplo.mx", mode: "later" as const, by };
  return expectNoRefusal(await invoiceEarly(server.app, await server.findShop(), order.id, request));
}
const makeComplement = async (paymentId: string): Promise<Invoice> =>
  expectNoRefusal(await issueComplement(server.app, paymentId, null));

function parseInvoice(invoice: Invoice): XmlElement {
  return expectNoRefusal(parseXml(invoice.xml!));
}
function readPaidDocument(invoice: Invoice): Record<string, string> {
  const document = parseInvoice(invoice);
  expect(checkPayment(document)).toEqual([]);
  const payments = childOf(childOf(document, "cfdi:Complemento"), "pago20:Pagos");
  return childOf(childOf(payments, "pago20:Pago"), "pago20:DoctoRelacionado")!.attributes;
}
async function incomeOf(order: { id: string }) {
  const { keptCents, declaredCents } = await findOrderIncome(server.app.db, order.id);
  return { keptCents, declaredCents };
}
/** The number of jobs of this name, after the schedule ran, whose key contains an id. */
async function scheduleAndCountJobs(name: string, schedule: () => Promise<void>, id: string): Promise<number> {
  await schedule();
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM graphile_worker.jobs
    WHERE task_identifier = ${name} AND key LIKE ${`%${id}%`}`.execute(server.app.db);
  return rows[0]!.count;
}

const makeDeposit = async () => {
  expectNoRefusal(await setIssuer(server.app, shopId, { undelivered: "deposit" }, by));
  const order = await placeOrder();
  await move(order.id, "PAYMENT_ACCEPTED");
  const request = { receiver: LUCIA, email: "lucia@ejemplo.mx", mode: "deposit" as const, by };
  return {
    order,
    deposit: expectNoRefusal(await invoiceEarly(server.app, await server.findShop(), order.id, request)),
  };
};

describe("an order that is paid in instalments", () => {
  test("is invoiced whole as PPD, and each payment gets its complement", async () => {
    const order = await placeOrder();
    const totalCents = Math.round(order.totalPesos * 100);
    const firstPaymentId = await pay(order, 100_01);
    const invoice = await issuePpdInvoice(order);
    expect(parseInvoice(invoice).attributes).toMatchObject({ MetodoPago: "PPD", FormaPago: "99" });
    expect(invoice.totalCents).toBe(totalCents);
    expect(await incomeOf(order)).toEqual({ keptCents: 100_01, declaredCents: 0 });

    const firstComplement = await makeComplement(firstPaymentId);
    expect(firstComplement).toMatchObject({
      kind: "payment",
      state: "stamped",
      email: "lucia@ejemplo.mx",
      totalCents: 0,
    });
    expect(readPaidDocument(firstComplement)).toMatchObject({
      IdDocumento: invoice.uuid,
      NumParcialidad: "1",
      ImpPagado: "100.01",
    });
    expect(await incomeOf(order)).toEqual({ keptCents: 100_01, declaredCents: 100_01 });

    const lastComplement = await makeComplement(await pay(order, await readMissingCents(order)));
    expect(readPaidDocument(lastComplement)).toMatchObject({ NumParcialidad: "2", ImpSaldoInsoluto: "0.00" });
    expect(await incomeOf(order)).toEqual({ keptCents: totalCents, declaredCents: totalCents });
    await move(order.id, "SHIPPED");
  });

  test("gets one complement for a payment, also after ten concurrent calls", async () => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    const paymentId = await pay(order, 50_00);
    const results = await Promise.all(Array.from({ length: 10 }, () => issueComplement(server.app, paymentId, null)));
    const outcomes = results.map((result) => (isRefusal(result) ? result.refused : "made"));
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill("complement_not_due"), "made"]);
  });

  test("numbers two complements that are issued concurrently without a gap", async () => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    const paymentIds = [await pay(order, 50_00), await pay(order, 60_00)];
    const results = await Promise.all(paymentIds.map((payment) => issueComplement(server.app, payment, null)));
    for (const [i, result] of results.entries()) {
      if (!isRefusal(result)) continue;
      expect(result.refused).toBe("complement_waits");
      await makeComplement(paymentIds[i]!);
    }
    const { rows } = await sql<{ instalment: number }>`SELECT instalment FROM invoice_payments
      WHERE payment_id = ANY (${paymentIds}) ORDER BY 1`.execute(server.app.db);
    expect(rows.map(({ instalment }) => instalment)).toEqual([1, 2]);
  });

  test("gets a complement for what is kept of a payment that was partly refunded before", async () => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    const paymentId = await pay(order, 80_00);
    await refundTransfer(server.app, order.id, 30_00);
    expect(readPaidDocument(await makeComplement(paymentId))).toMatchObject({ ImpPagado: "50.00" });
    expect(await incomeOf(order)).toEqual({ keptCents: 50_00, declaredCents: 50_00 });
  });

  test("is credited for a refund after the complement, with the payment form of the refund", async () => {
    const order = await placeOrder();
    const invoice = await issuePpdInvoice(order);
    await makeComplement(await pay(order, 80_00));
    await refundTransfer(server.app, order.id, 30_00);
    const note = expectNoRefusal(await creditInvoice(server.app, invoice.id, { returnedLines: [], by }));
    expect(note.totalCents).toBe(30_00);
    expect(parseInvoice(note).attributes).toMatchObject({ MetodoPago: "PUE", FormaPago: "03" });
    expect(await incomeOf(order)).toEqual({ keptCents: 50_00, declaredCents: 50_00 });
    const lastDocument = readPaidDocument(
      await makeComplement(await pay(order, Math.round(order.totalPesos * 100) - 80_00)),
    );
    expect(lastDocument.ImpSaldoInsoluto).toBe("0.00");
  });

  test("accepts no other payment while an ordinary invoice declares what was paid", async () => {
    const order = await placeOrder();
    await move(order.id, "PAYMENT_ACCEPTED");
    await refundTransfer(server.app, order.id, 40_00);
    const request = { receiver: LUCIA, email: null, mode: "atOnce" as const, by };
    const invoice = expectNoRefusal(await invoiceEarly(server.app, await server.findShop(), order.id, request));
    const secondInstalment = { cents: 40_00, seenCents: 40_00, by };
    expect(await refusalOf(recordInstalment(server.app, order.id, secondInstalment))).toBe("instalment_invoiced");
    expectNoRefusal(await cancelInvoice(server.app, invoice.id, { motive: "02", by }));
    expectNoRefusal(await recordInstalment(server.app, order.id, secondInstalment));
  });

  test("is invoiced with the total of both orders after another one was joined into it", async () => {
    const [joiningOrder, receivingOrder] = [await placeOrder(), await placeOrder()];
    await sql`UPDATE orders SET customer_id = (SELECT customer_id FROM orders WHERE id = ${joiningOrder.id}), claimed_from_customer_id = customer_id
      WHERE id = ${receivingOrder.id}`.execute(server.app.db);
    const joinResult = expectNoRefusal(
      await joinOrders(server.app, { orderId: joiningOrder.id, intoId: receivingOrder.id, actor: "prueba" }),
    );
    const invoice = await issuePpdInvoice(receivingOrder);
    expect(invoice.totalCents).toBe(joinResult.grandTotalCents);
    await makeComplement(
      expectNoRefusal(
        await recordInstalment(server.app, receivingOrder.id, {
          cents: 10_00,
          seenCents: joinResult.grandTotalCents,
          by,
        }),
      ).paymentId,
    );
    expect(await incomeOf(receivingOrder)).toEqual({ keptCents: 10_00, declaredCents: 10_00 });
  });

  test("has one job for a payment's complement, and the payment is listed until its complement is stamped", async () => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    const receivedPaymentId = await pay(order, 40_00);
    const listPending = async () =>
      (await listPendingComplements(server.app, [shopId], () => "2099-01-01")).filter(
        ({ paymentId }) => paymentId === receivedPaymentId,
      );
    expect(await listPending()).toMatchObject([{ cents: 40_00, waitsFor: null, isLate: true, orderId: order.id }]);
    expect((await listPending())[0]!.lastDay).toMatch(/-05$/);
    expect(
      await scheduleAndCountJobs("issue_complement", () => scheduleComplements(server.app), receivedPaymentId),
    ).toBe(1);
    await makeComplement(receivedPaymentId);
    expect(await listPending()).toEqual([]);
  });
});

describe("a complement that the PAC refuses", () => {
  test("is made again only by staff", async () => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    const receivedPaymentId = await pay(order, 40_00);
    await server.call("POST", "/sandbox/pac/control", { body: { fault: "reject:CFDI40145" } });
    expect(await refusalOf(issueComplement(server.app, receivedPaymentId, null))).toBe("invoice_refused");
    await server.call("POST", "/sandbox/pac/control", { body: { fault: null } });
    expect(await refusalOf(issueComplement(server.app, receivedPaymentId, null))).toBe("complement_needs_staff");
    const pendingComplement = (await listPendingComplements(server.app, [shopId])).find(
      ({ paymentId }) => paymentId === receivedPaymentId,
    );
    expect(pendingComplement?.waitsFor).toBe("staff");
    const secondComplement = expectNoRefusal(await issueComplement(server.app, receivedPaymentId, by));
    expect(readPaidDocument(secondComplement).NumParcialidad).toBe("1");
  });
});

describe("a document is not cancelled before the documents that depend on it:", () => {
  test("an invoice with complements, and a complement before a later one", async () => {
    const order = await placeOrder();
    const invoice = await issuePpdInvoice(order);
    const [firstComplement, secondComplement] = [
      await makeComplement(await pay(order, 10_00)),
      await makeComplement(await pay(order, 20_00)),
    ];
    const cancel = ({ id }: Invoice) => cancelInvoice(server.app, id, { motive: "03", by });
    expect(await refusalOf(cancel(invoice))).toBe("invoice_has_payments");
    expect(await refusalOf(replaceInvoice(server.app, invoice.id, { receiver: {}, by }))).toBe("invoice_has_payments");
    expect(await refusalOf(cancel(firstComplement))).toBe("invoice_has_payments");
    await expect(
      sql`UPDATE invoices SET state = 'cancelAsked' WHERE id = ${firstComplement.id}`.execute(server.app.db),
    ).rejects.toMatchObject({ constraint: "invoices_paid_stay" });
    expect(expectNoRefusal(await cancel(secondComplement)).state).toBe("cancelled");
    expect(expectNoRefusal(await cancel(firstComplement)).state).toBe("cancelled");
    // The complements of both payments are due again. Staff decide about them.
    await refundTransfer(server.app, order.id, 30_00);
    expect(await incomeOf(order)).toEqual({ keptCents: 0, declaredCents: 0 });
  });

  test("a complement while that of the next payment is being made: the instalments have no gap", async () => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    for (const cents of [10_00, 20_00, 30_00]) {
      const lastComplement = await makeComplement(await pay(order, cents));
      const nextPaymentId = await pay(order, 1_00);
      await Promise.all([
        cancelInvoice(server.app, lastComplement.id, { motive: "03", by }),
        issueComplement(server.app, nextPaymentId, null),
      ]);
      // The call that locks second is either refused or succeeds after the other one.
      const { rows } = await sql<{ instalment: number }>`
        SELECT instalment FROM invoice_payments WHERE is_live
          AND paid_invoice_id = (SELECT paid_invoice_id FROM invoice_payments WHERE complement_id = ${lastComplement.id})
        ORDER BY 1`.execute(server.app.db);
      expect(rows.map(({ instalment }) => instalment)).toEqual(rows.map((_, i) => i + 1));
    }
  });

  test("an invoice while another document of its order is being made", async () => {
    const order = await placeOrder();
    const invoice = await issuePpdInvoice(order);
    let cancellation: Promise<unknown> = Promise.resolve();
    await server.app.db.transaction().execute(async (tx) => {
      await lockOrder(tx, order.id);
      cancellation = cancelInvoice(server.app, invoice.id, { motive: "02", by });
      await sql`SELECT pg_sleep(0.3)`.execute(tx);
      expect((await findInvoice(server.app.db, invoice.id))?.state).toBe("stamped");
    });
    expect(await cancellation).toMatchObject({ state: "cancelled" });
  });

  test("the complement of a payment whose refund has a credit note", async () => {
    const order = await placeOrder();
    const invoice = await issuePpdInvoice(order);
    const firstComplement = await makeComplement(await pay(order, 60_00));
    await refundTransfer(server.app, order.id, 60_00);
    const note = expectNoRefusal(await creditInvoice(server.app, invoice.id, { returnedLines: [], by }));
    // The customer pays the whole total again. That is more than the balance.
    const secondPaymentId = await pay(order, Math.round(order.totalPesos * 100));
    expect(await refusalOf(issueComplement(server.app, secondPaymentId, null))).toBe("complement_over_balance");
    expect(await refusalOf(cancelInvoice(server.app, firstComplement.id, { motive: "03", by }))).toBe(
      "invoice_has_credit_notes",
    );
    expect(expectNoRefusal(await cancelInvoice(server.app, note.id, { motive: "02", by })).state).toBe("cancelled");
    expect(expectNoRefusal(await cancelInvoice(server.app, firstComplement.id, { motive: "03", by })).state).toBe(
      "cancelled",
    );
    await makeComplement(secondPaymentId);
    const totalCents = Math.round(order.totalPesos * 100);
    expect(await incomeOf(order)).toEqual({ keptCents: totalCents, declaredCents: totalCents });
  });
});

describe("the database refuses", () => {
  test("a complement above the balance, with a gap, a second one of a payment, and a changed one", async () => {
    const order = await placeOrder();
    const invoice = await issuePpdInvoice(order);
    const firstComplement = await makeComplement(await pay(order, 10_00));
    const paymentId = await pay(order, 20_00);
    const { rows } = await sql<{ id: string }>`
      INSERT INTO invoices (id, shop_id, kind, order_id, receiver, payment_form, total_cents, subtotal_cents,
        discount_cents, taxes, folio, sealed_xml, issued_at, provider, actor)
      SELECT gen_random_uuid(), shop_id, 'payment', order_id, receiver, '03', 0, 0, 0, '[]', 'X' || folio, '<x/>',
        now(), provider, actor FROM invoices WHERE id = ${firstComplement.id} RETURNING id`.execute(server.app.db);
    const id = rows[0]!.id;
    const beforeCents = invoice.totalCents - 10_00;
    const insert = (change: Record<string, unknown>) => {
      const row = {
        complement_id: id,
        paid_invoice_id: invoice.id,
        payment_id: paymentId,
        instalment: 2,
        previous_balance_cents: beforeCents,
        paid_cents: 20_00,
      };
      return server.app.db
        .insertInto("invoice_payments")
        .values({ ...row, ...change } as never)
        .execute();
    };
    await expect(insert({ instalment: 3 })).rejects.toMatchObject({ constraint: "invoice_payments_next" });
    await expect(insert({ previous_balance_cents: beforeCents + 1 })).rejects.toMatchObject({
      constraint: "invoice_payments_next",
    });
    await expect(insert({ paid_cents: beforeCents + 1 })).rejects.toMatchObject({
      constraint: "invoice_payments_within",
    });
    await expect(insert({ paid_invoice_id: firstComplement.id })).rejects.toMatchObject({
      constraint: "invoice_payments_of_ppd",
    });
    const earlierPayment = await server.app.db
      .selectFrom("invoice_payments")
      .select("payment_id")
      .where("complement_id", "=", firstComplement.id)
      .executeTakeFirstOrThrow();
    await expect(insert(earlierPayment)).rejects.toMatchObject({ constraint: "invoice_payments_once" });
    await expect(
      sql`UPDATE invoice_payments SET paid_cents = 1 WHERE complement_id = ${firstComplement.id}`.execute(
        server.app.db,
      ),
    ).rejects.toThrow("does not change");
    await sql`DELETE FROM invoices WHERE id = ${id}`.execute(server.app.db);
    await makeComplement(paymentId);
  });

  test("a PPD invoice of another amount than its order's", async () => {
    const order = await placeOrder();
    const { id } = await issuePpdInvoice(order);
    await expect(
      sql`INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'folio', 'Y' || i.folio,
        'total_cents', i.total_cents - 1, 'subtotal_cents', i.subtotal_cents - 1, 'uuid', null, 'xml', null, 'stamped_at', null, 'state', 'refused'))).* FROM invoices i WHERE id = ${id}`.execute(
        server.app.db,
      ),
    ).rejects.toMatchObject({ constraint: "invoices_paid_later_are_whole" });
  });
});

describe("shop audit detects", () => {
  test.each<[check: string, what: string, change: string]>([
    [
      "complements-match-their-payments",
      "a complement with another amount",
      "UPDATE invoice_payments SET paid_cents = paid_cents - 1 WHERE complement_id = $1",
    ],
    [
      "complements-match-their-payments",
      "a complement without its payment",
      "DELETE FROM invoice_payments WHERE complement_id = $1",
    ],
    ["instalments-are-consecutive", "a gap", "UPDATE invoice_payments SET instalment = 3 WHERE complement_id = $1"],
    [
      "instalments-are-consecutive",
      "a balance that does not continue the previous one",
      "UPDATE invoice_payments SET previous_balance_cents = previous_balance_cents + 1 WHERE complement_id = $1",
    ],
    [
      "income-is-declared",
      "a payment that its complement understates",
      "UPDATE invoice_payments SET paid_cents = 1 WHERE complement_id = $1",
    ],
  ])("%s: %s", async (name, _what, change) => {
    const order = await placeOrder();
    await issuePpdInvoice(order);
    const newComplement = await makeComplement(await pay(order, 10_00));
    const check = CHECKS.find((candidate) => candidate.name === name)!;
    const countViolations = async (tx: Tx) => (await findViolations(tx, check)).length;
    await server.app.db
      .transaction()
      .execute(async (tx) => {
        expect(await countViolations(tx)).toBe(0);
        await sql`ALTER TABLE invoice_payments DISABLE TRIGGER USER`.execute(tx);
        await sql.raw(change.replace("$1", `'${newComplement.id}'`)).execute(tx);
        expect(await countViolations(tx)).toBeGreaterThan(0);
        throw new Error("undo");
      })
      .catch((error: Error) => expect(error.message).toBe("undo"));
  });

  test("deposits-applied-once: an application without a valid sale invoice or deposit", async () => {
    const { order, deposit } = await makeDeposit();
    await move(order.id, "SHIPPED");
    await invoiceShippedOrder(server.app, order.id);
    const saleInvoice = (await findLiveInvoice(server.app.db, order.id))!;
    await applyDeposit(server.app, saleInvoice.id, null);
    const check = CHECKS.find(({ name }) => name === "deposits-applied-once")!;
    for (const change of [
      sql`UPDATE invoices SET state = 'refused', uuid = NULL, xml = NULL, stamped_at = NULL WHERE id = ${saleInvoice.id}`,
      sql`UPDATE invoices SET state = 'cancelled', cancelled_at = now() WHERE id = ${deposit.id}`,
    ]) {
      await server.app.db
        .transaction()
        .execute(async (tx) => {
          await sql`ALTER TABLE invoices DISABLE TRIGGER USER`.execute(tx);
          await change.execute(tx);
          expect(await findViolations(tx, check)).toHaveLength(1);
          throw new Error("undo");
        })
        .catch((error: Error) => expect(error.message).toBe("undo"));
    }
  });
});

describe("a deposit", () => {
  const relationOf = (invoice: Invoice) => {
    const relatedElement = childOf(parseInvoice(invoice), "cfdi:CfdiRelacionados");
    return [relatedElement?.attributes.TipoRelacion, childOf(relatedElement, "cfdi:CfdiRelacionado")?.attributes.UUID];
  };

  test("is invoiced, then the whole sale is, then the deposit is applied: the income is declared once", async () => {
    const { order, deposit } = await makeDeposit();
    const totalCents = Math.round(order.totalPesos * 100);
    expect(deposit).toMatchObject({ kind: "deposit", totalCents });
    expect(deposit.xml).toContain('ClaveProdServ="84111506"');
    expect(deposit.xml).toContain("Anticipo del bien o servicio");
    expect(await incomeOf(order)).toEqual({ keptCents: totalCents, declaredCents: totalCents });

    await move(order.id, "SHIPPED");
    expect(await scheduleAndCountJobs("invoice_delivered", () => scheduleDeposits(server.app), order.id)).toBe(1);
    await invoiceShippedOrder(server.app, order.id);
    const saleInvoice = (await findLiveInvoice(server.app.db, order.id))!;
    expect(relationOf(saleInvoice)).toEqual(["07", deposit.uuid]);
    expect(parseInvoice(saleInvoice).attributes).toMatchObject({ FormaPago: "30", MetodoPago: "PUE" });
    expect(await scheduleAndCountJobs("apply_deposit", () => scheduleDeposits(server.app), saleInvoice.id)).toBe(1);
    const results = await Promise.all([1, 2, 3].map(() => applyDeposit(server.app, saleInvoice.id, null)));
    const depositApplication = expectNoRefusal(results.find((result) => !isRefusal(result))!);
    expect(results.filter(isRefusal)).toHaveLength(2);
    expect(depositApplication).toMatchObject({ kind: "depositApplied", totalCents });
    expect(relationOf(depositApplication)).toEqual(["07", saleInvoice.uuid]);
    expect(parseInvoice(depositApplication).attributes).toMatchObject({
      TipoDeComprobante: "E",
      FormaPago: "30",
      MetodoPago: "PUE",
    });
    expect(deposit.totalCents + saleInvoice.totalCents - depositApplication.totalCents).toBe(totalCents);
    expect(await incomeOf(order)).toEqual({ keptCents: totalCents, declaredCents: totalCents });

    const cancel = ({ id }: Invoice) => cancelInvoice(server.app, id, { motive: "02", by });
    expect(await refusalOf(cancel(saleInvoice))).toBe("invoice_applies_deposit");
    expect(await refusalOf(cancel(deposit))).toBe("invoice_applies_deposit");
  });

  test("is credited for a refund before delivery, and only the remaining amount is applied", async () => {
    const { order, deposit } = await makeDeposit();
    await refundTransfer(server.app, order.id, 25_00);
    const note = expectNoRefusal(await creditInvoice(server.app, deposit.id, { returnedLines: [], by }));
    await move(order.id, "SHIPPED");
    await invoiceShippedOrder(server.app, order.id);
    const saleInvoice = (await findLiveInvoice(server.app.db, order.id))!;
    const depositApplication = expectNoRefusal(await applyDeposit(server.app, saleInvoice.id, null));
    const keptCents = Math.round(order.totalPesos * 100) - 25_00;
    expect(deposit.totalCents - note.totalCents + saleInvoice.totalCents - depositApplication.totalCents).toBe(
      keptCents,
    );
    expect(await incomeOf(order)).toEqual({ keptCents, declaredCents: keptCents });
  });

  test("belongs to its receiver: the whole sale is not invoiced to another receiver", async () => {
    const { order } = await makeDeposit();
    await move(order.id, "SHIPPED");
    const otherReceiver = {
      ...LUCIA,
      rfc: "XAXX010101000",
      taxRegime: "616",
      cfdiUse: "S01",
      postalCode: (await findIssuer(server.app.db, shopId))!.postalCode,
    };
    const request = { receiver: otherReceiver, email: null, by };
    expect(await refusalOf(invoiceForStaff(server.app, await server.findShop(), order.id, request))).toBe(
      "invoiced_already",
    );
    const requestWithSameReceiver = { receiver: LUCIA, email: null, by };
    expect(
      expectNoRefusal(await invoiceForStaff(server.app, await server.findShop(), order.id, requestWithSameReceiver))
        .depositId,
    ).not.toBeNull();
  });
});

test("while the receiver may still reject the cancellation of a deposit, the order gets no other document", async () => {
  expectNoRefusal(await setIssuer(server.app, shopId, { undelivered: "deposit" }, by));
  const size = await createTestSize(server.app, { pieces: 1, priceCents: 2_000_00 });
  const order = await new Payer(server).placeOrder({ method: "TB", size });
  await move(order.id, "PAYMENT_ACCEPTED");
  const request = { receiver: LUCIA, email: null, by };
  const invoiceDeposit = async () =>
    invoiceEarly(server.app, await server.findShop(), order.id, { ...request, mode: "deposit" });
  const deposit = expectNoRefusal(await invoiceDeposit());
  expect(expectNoRefusal(await cancelInvoice(server.app, deposit.id, { motive: "02", by })).state).toBe("cancelAsked");
  expect(await refusalOf(invoiceDeposit())).toBe("invoiced_already");
  await move(order.id, "SHIPPED");
  const invoiceSale = async () => invoiceForStaff(server.app, await server.findShop(), order.id, request);
  expect(await refusalOf(invoiceSale())).toBe("invoice_in_progress");
  await server.call("POST", "/sandbox/pac/control", { body: { cancellation: "reject", uuid: deposit.uuid } });
  await advanceCancellation(server.app, deposit.id);
  expect(expectNoRefusal(await invoiceSale()).depositId).toBe(deposit.id);
});

test("an unknown choice about undelivered orders is refused", async () => {
  expect(await setIssuer(server.app, shopId, { undelivered: "later" }, by)).toMatchObject({ field: "undelivered" });
});

describe("the invoicing mode of an order", () => {
  const modeOf = async ({ id }: PlacedOrder) => {
    const row = await server.app.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return findInvoicingMode(server.app.db, (await findIssuer(server.app.db, shopId))!, row);
  };

  test("follows its payments and its delivery, and an outdated mode is refused", async () => {
    expectNoRefusal(await setIssuer(server.app, shopId, { undelivered: "atOnce" }, by));
    const order = await placeOrder();
    const currentMode = () => modeOf(order);
    expect(await currentMode()).toBe("later");
    await move(order.id, "PAYMENT_ACCEPTED");
    expect(await currentMode()).toBe("atOnce");
    const request = { receiver: LUCIA, email: null, mode: "later" as const, by };
    expect(await refusalOf(invoiceEarly(server.app, await server.findShop(), order.id, request))).toBe(
      "invoicing_mode_changed",
    );
    const earlyInvoice = expectNoRefusal(
      await invoiceEarly(server.app, await server.findShop(), order.id, { ...request, mode: "atOnce" }),
    );
    expect(earlyInvoice).toMatchObject({ kind: "invoice", paymentPlan: "PUE" });
    await move(order.id, "SHIPPED");
    expect(await currentMode()).toBeNull();
  });

  test("is `later` (PPD) if the order was never paid completely, also after refunds", async () => {
    const order = await placeOrder();
    await pay(order, 100_00);
    await refundTransfer(server.app, order.id, 100_00);
    await pay(order, Math.round(order.totalPesos * 100) - 50_00);
    expect(await modeOf(order)).toBe("later");
  });

  test("does not matter for a cancelled order, which is not invoiced; an ordinary invoice is PUE", async () => {
    const order = await placeOrder();
    await move(order.id, "CANCELLED");
    const request = { receiver: LUCIA, email: null, mode: "later" as const, by };
    expect(await refusalOf(invoiceEarly(server.app, await server.findShop(), order.id, request))).toBe(
      "order_not_invoiceable",
    );
    expect((await findInvoice(server.app.db, (await createStampedInvoice(server)).id))?.paymentPlan).toBe("PUE");
  });
});
