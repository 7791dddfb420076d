import { sql } from "kysely";
import { advanceCancellation, cancelInvoice } from "../../invoicing/cancel-invoice.ts";
import { creditGlobal } from "../../invoicing/credit-global.ts";
import { creditInvoice } from "../../invoicing/credit-invoice.ts";
import { invoiceShippedOrder } from "../../invoicing/apply-deposit.ts";
import { issueGlobalInvoice } from "../../invoicing/issue-global-invoice.ts";
import { continueOwnInvoice } from "../../invoicing/own-invoice.ts";
import { issueComplement } from "../../invoicing/payment-complements.ts";
import { findOrderIncome } from "../../invoicing/order-income.ts";
import { findLiveInvoice } from "../../invoicing/queries.ts";
import { requestCancellationAgain } from "../../invoicing/settle-replacement.ts";
import { stampInvoice } from "../../invoicing/stamp-invoice.ts";
import { readTransferRefundableCents } from "../../payments/transfer-refund.ts";
import { TEST_ACTOR } from "../invoiced-order.ts";
import { tryRefundTransfer, TODAY, type SaleHistory, type HistoryOrder } from "./sale-history.ts";

const by = TEST_ACTOR;
/** A correction may need another one in the next round, such as a complement after a cancelled credit note. */
const MAX_ROUNDS = 6;

/**
 * Does what staff do at the end of a month and what jobs do: ends every request, pays partly paid orders in full unless
 * they are shipped or have a PPD invoice, refunds cancelled orders, and issues or corrects documents. It repeats this
 * until the declared income is what the shop keeps, at most MAX_ROUNDS times.
 */
export async function reconcileHistory(history: SaleHistory): Promise<void> {
  await sql`UPDATE sandbox_pac_settings SET fault = NULL`.execute(history.server.app.db);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await endRequests(history);
    for (const order of history.orders) await reconcileOrder(history, order);
    for (const month of history.months.keys()) await reconcileGlobals(history, month);
    await endRequests(history);
    if (await isReconciled(history)) return;
  }
}

async function isReconciled({ orders, server }: SaleHistory): Promise<boolean> {
  const ids = orders.map(({ id }) => id);
  const { rows } = await sql`
    SELECT FROM order_income WHERE order_id = ANY (${ids}::uuid[]) AND kept_cents <> declared_cents
    UNION ALL SELECT FROM invoices WHERE order_id = ANY (${ids}::uuid[])
      AND (state IN ('stamping', 'cancelAsked', 'replaced') OR kind = 'invoice' AND state = 'stamped'
        AND deposit_id IS NOT NULL AND NOT EXISTS (SELECT FROM invoices a WHERE a.deposit_id = invoices.deposit_id
          AND a.kind = 'depositApplied' AND a.state = 'stamped'))
    LIMIT 1`.execute(server.app.db);
  return rows.length === 0;
}

/** Ends all stampings, cancellations, replacements and own-invoice requests. */
async function endRequests(history: SaleHistory): Promise<void> {
  const { app } = history.server;
  const { rows: stampingInvoices } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE state = 'stamping' ORDER BY id`.execute(app.db);
  for (const { id } of stampingInvoices) await stampInvoice(app, id);
  const { rows: replacedInvoices } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE state = 'replaced' ORDER BY id`.execute(app.db);
  for (const { id } of replacedInvoices) await requestCancellationAgain(app, id, by);
  const { rows: cancellingInvoices } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE state IN ('replaced', 'cancelAsked') ORDER BY id`.execute(app.db);
  for (const { id } of cancellingInvoices) {
    await advanceCancellation(app, id);
    await history.answerCancellations("accept");
    await advanceCancellation(app, id);
  }
  const { rows: requests } = await sql<{ id: number }>`
    SELECT id FROM own_invoice_requests WHERE ended_at IS NULL ORDER BY id`.execute(app.db);
  for (const { id } of requests) await continueOwnInvoice(app, id);
}

async function reconcileOrder(history: SaleHistory, order: HistoryOrder): Promise<void> {
  const { app } = history.server;
  const { status } = await app.db
    .selectFrom("orders")
    .select("status")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  if (status === "JOINED") return;
  const liveInvoice = await findLiveInvoice(app.db, order.id);
  const { keptCents } = await findOrderIncome(app.db, order.id);
  if (status === "CANCELLED")
    await tryRefundTransfer(app, order.id, await readTransferRefundableCents(app.db, order.id));
  else if (status !== "SHIPPED" && keptCents > 0 && liveInvoice?.paymentPlan !== "PPD")
    await history.pay(app, order, 10);
  for (const paymentId of await history.listPaymentsToComplement(order.id)) {
    const complementResult = await issueComplement(app, paymentId, by);
    if ("refused" in complementResult && complementResult.refused === "complement_over_balance")
      await cancelNotesAndComplements(history, order.id);
  }
  await invoiceShippedOrder(app, order.id);
  await history.applyDeposit(app, order.id, by);
  const documents = await history.documentsOf(order.id);
  const depositInvoice = documents.find(({ kind, state }) => kind === "deposit" && state === "stamped");
  const invoiceToCredit = (await findLiveInvoice(app.db, order.id)) ?? depositInvoice;
  if (invoiceToCredit) await creditInvoice(app, invoiceToCredit.id, { returnedLines: [], by });
}

/** Cancels the credit notes of an order and then its payment complements, the last one first. */
async function cancelNotesAndComplements(history: SaleHistory, orderId: string): Promise<void> {
  for (const kind of ["creditNote", "payment"]) {
    for (const document of await history.documentsOf(orderId)) {
      if (document.kind === kind) await cancelInvoice(history.server.app, document.id, { motive: "02", by });
      await endRequests(history);
    }
  }
}

async function reconcileGlobals(history: SaleHistory, monthIndex: number): Promise<void> {
  const { app } = history.server;
  for (const id of await history.globalsOf(monthIndex)) await creditGlobal(app, id, by);
  await issueGlobalInvoice(app, await history.findShopId(), history.periodOf(monthIndex), { by, today: TODAY });
}
