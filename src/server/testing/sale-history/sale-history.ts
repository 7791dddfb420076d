import { sql } from "kysely";
import { formatMexicoTime } from "../../../domain/mexico-time.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { newId } from "../../db/new-id.ts";
import { applyDeposit, invoiceShippedOrder } from "../../invoicing/apply-deposit.ts";
import { cancelInvoice } from "../../invoicing/cancel-invoice.ts";
import { creditGlobal } from "../../invoicing/credit-global.ts";
import { creditInvoice } from "../../invoicing/credit-invoice.ts";
import { findInvoicingMode, invoiceEarly } from "../../invoicing/invoice-early.ts";
import { invoiceForStaff } from "../../invoicing/invoice-order.ts";
import { issueGlobalInvoice } from "../../invoicing/issue-global-invoice.ts";
import { findIssuer } from "../../invoicing/issuers.ts";
import { findOrderIncome } from "../../invoicing/order-income.ts";
import { issueComplement } from "../../invoicing/payment-complements.ts";
import { findLiveInvoice } from "../../invoicing/queries.ts";
import { replaceGlobal } from "../../invoicing/replace-global.ts";
import { replaceInvoice } from "../../invoicing/replace-invoice.ts";
import { setIssuer } from "../../invoicing/set-issuer.ts";
import { keepReplacedInvoice, requestCancellationAgain } from "../../invoicing/settle-replacement.ts";
import { joinOrders } from "../../order-management/join-orders.ts";
import { withdrawTransferRefund } from "../../order-management/withdraw-transfer-refund.ts";
import { findOrderByReference } from "../../orders/queries.ts";
import { moveOrder } from "../../orders/move-order.ts";
import { recordInstalment } from "../../payments/record-instalment.ts";
import { recordTransferRefund, readTransferRefundableCents } from "../../payments/transfer-refund.ts";
import { LUCIA, TEST_ACTOR } from "../invoiced-order.ts";
import type { ShopWithPayer } from "../payer.ts";
import type { TestServer } from "../test-server.ts";
import { createTestSize } from "../test-size.ts";
import type { Action, Step } from "./actions.ts";

const by = TEST_ACTOR;
const INVOICE_REQUEST = { receiver: LUCIA, email: null, by };

/** An order of a history. Its payments are dated in `month`, such as "2026-11". */
export interface HistoryOrder {
  id: string;
  reference: string;
  month: string;
}

/**
 * The orders and months of one history, and the actions on them, on one server or on two, like two processes. A
 * refused action changes nothing. A thrown error ends the history.
 */
export class SaleHistory {
  readonly orders: HistoryOrder[] = [];
  readonly server: ShopWithPayer;
  private readonly secondServer: TestServer;
  readonly months: readonly string[];
  private customerId: string | null = null;

  constructor({
    server,
    secondServer,
    months,
  }: {
    server: ShopWithPayer;
    secondServer: TestServer;
    months: readonly string[];
  }) {
    this.server = server;
    this.secondServer = secondServer;
    this.months = months;
  }

  async run(step: Step): Promise<void> {
    if (!("concurrent" in step)) return this.act(this.server, step);
    const [first, second] = step.concurrent;
    const results = await Promise.allSettled([this.act(this.server, first), this.act(this.secondServer, second)]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** The order at this index, modulo the number of orders, so that each action has an order. */
  private orderOf(index: number): HistoryOrder {
    return this.orders[index % this.orders.length]!;
  }

  private async act({ app }: TestServer, action: Action): Promise<void> {
    switch (action.do) {
      case "buy":
        return this.buy(action);
      case "global":
        await issueGlobalInvoice(app, await this.findShopId(), this.periodOf(action.month), { by, today: TODAY });
        return;
      case "creditGlobal":
      case "replaceGlobal":
      case "cancelGlobal":
        for (const id of await this.globalsOf(action.month)) {
          if (action.do === "creditGlobal") await creditGlobal(app, id, by);
          else if (action.do === "replaceGlobal") await replaceGlobal(app, id, by);
          else await cancelInvoice(app, id, { motive: "04", by });
        }
        return;
      case "changeIssuer":
        await setIssuer(app, await this.findShopId(), action, by);
        return;
      case "answerCancellations":
        return this.answerCancellations(action.answer);
      case "refuseStamps":
        await sql`UPDATE sandbox_pac_settings SET fault = ${action.isOn ? "reject:CFDI40145" : null}`.execute(app.db);
        return;
      default:
        return this.actOnOrder(app, this.orderOf(action.order), action);
    }
  }

  private async actOnOrder(
    app: TestServer["app"],
    order: HistoryOrder,
    action: Extract<Action, { order: number }>,
  ): Promise<void> {
    const { id } = order;
    switch (action.do) {
      case "pay":
        return this.pay(app, order, action.tenths);
      case "refund":
        await tryRefundTransfer(
          app,
          id,
          Math.floor(((await readTransferRefundableCents(app.db, id)) * action.tenths) / 10),
        );
        return;
      case "withdrawRefund":
        return withdrawLastRefund(app, id);
      case "ship":
      case "cancelOrder":
        await moveOrder(app, id, {
          to: action.do === "ship" ? "SHIPPED" : "CANCELLED",
          actor: "prueba",
          reason: "prueba",
          trackingNumber: "MX1",
        });
        return;
      case "join":
        await joinOrders(app, { orderId: id, intoId: this.orderOf(action.into).id, actor: "prueba" });
        return;
      case "invoice":
        await invoiceForStaff(app, await this.server.findShop(), id, INVOICE_REQUEST);
        return;
      case "invoiceEarly":
        return this.invoiceEarly(app, order);
      case "cancel":
      case "settleReplacement":
        return this.cancelOrKeepDocument(app, id, action);
      case "jobs":
        for (const paymentId of await this.listPaymentsToComplement(id)) await issueComplement(app, paymentId, null);
        await invoiceShippedOrder(app, id);
        return this.applyDeposit(app, id, null);
      case "complement":
        for (const paymentId of await this.listPaymentsToComplement(id)) await issueComplement(app, paymentId, by);
        return;
      case "applyDeposit":
        return this.applyDeposit(app, id, by);
      default:
        return this.correctDocument(app, id, action.do);
    }
  }

  private async correctDocument(
    app: TestServer["app"],
    orderId: string,
    correction: "replace" | "credit",
  ): Promise<void> {
    const liveInvoice = await findLiveInvoice(app.db, orderId);
    const invoiceToCredit = liveInvoice ?? (await this.documentsOf(orderId)).find(({ kind }) => kind === "deposit");
    if (correction === "credit" && invoiceToCredit)
      await creditInvoice(app, invoiceToCredit.id, { returnedLines: [], by });
    if (correction === "replace" && liveInvoice)
      await replaceInvoice(app, liveInvoice.id, { receiver: { cfdiUse: "S01" }, by });
  }

  private async buy({ month, priceCents, vat, isPaid }: Extract<Action, { do: "buy" }>): Promise<void> {
    const { app, payer } = this.server;
    const size = await createTestSize(app, { pieces: 1, priceCents });
    await sql`
      INSERT INTO vat_treatments (product_id, valid_from, treatment, actor)
      VALUES (${size.productId}, '2000-01-01', ${vat}, 'prueba')`.execute(app.db);
    const { id, reference } = await payer.placeOrder({ method: "TB", size });
    const paidMonth = this.months[month]!;
    this.customerId ??= (
      await app.db.selectFrom("orders").select("customer_id").where("id", "=", id).executeTakeFirstOrThrow()
    ).customer_id;
    await sql`
      UPDATE orders SET created_at = ${noonIn(paidMonth, this.orders.length)}, customer_id = ${this.customerId}, claimed_from_customer_id = customer_id
      WHERE id = ${id}`.execute(app.db);
    const order = { id, reference, month: paidMonth };
    if (isPaid) await this.pay(app, order, 10);
    this.orders.push(order);
  }

  /** Pays some tenths of the missing amount, in the month of the order. */
  async pay(app: TestServer["app"], { id, reference, month }: HistoryOrder, tenths: number): Promise<void> {
    const order = await findOrderByReference(app.db, reference);
    const { keptCents } = await findOrderIncome(app.db, id);
    const seenCents = (order?.grand_total_cents ?? 0) - keptCents;
    const recordedInstalment = await recordInstalment(app, id, {
      cents: Math.ceil((seenCents * tenths) / 10),
      seenCents,
      by,
    });
    if (isRefusal(recordedInstalment)) return;
    await sql`UPDATE payments SET paid_at = ${noonIn(month, this.orders.length)} WHERE id = ${recordedInstalment.paymentId}`.execute(
      app.db,
    );
  }

  private async invoiceEarly(app: TestServer["app"], { id, reference }: HistoryOrder): Promise<void> {
    const order = await findOrderByReference(app.db, reference);
    const issuer = await findIssuer(app.db, await this.findShopId());
    const mode = order && issuer && (await findInvoicingMode(app.db, issuer, order));
    if (mode) await invoiceEarly(app, await this.server.findShop(), id, { ...INVOICE_REQUEST, mode });
  }

  private async cancelOrKeepDocument(
    app: TestServer["app"],
    orderId: string,
    { do: actionName, document: documentIndex }: Extract<Action, { document: number }>,
  ): Promise<void> {
    const documents = (await this.documentsOf(orderId)).filter(
      ({ state }) => state === (actionName === "cancel" ? "stamped" : "replaced"),
    );
    const chosenDocument = documents[documentIndex % Math.max(1, documents.length)];
    if (!chosenDocument) return;
    if (actionName === "cancel") await cancelInvoice(app, chosenDocument.id, { motive: "02", by });
    else if (documentIndex % 2 === 0) await requestCancellationAgain(app, chosenDocument.id, by);
    else await keepReplacedInvoice(app, chosenDocument.id, by);
  }

  async applyDeposit(app: TestServer["app"], orderId: string, requestedBy: typeof by | null): Promise<void> {
    const liveInvoice = await findLiveInvoice(app.db, orderId);
    if (liveInvoice?.depositId) await applyDeposit(app, liveInvoice.id, requestedBy);
  }

  /** The receivers accept or reject all cancellations that were requested at SAT. */
  async answerCancellations(answer: "accept" | "reject"): Promise<void> {
    await sql`
      UPDATE sandbox_pac_stamps SET state = ${answer === "accept" ? "cancelled" : "rejected"}
      WHERE state = 'requested'`.execute(this.server.app.db);
  }

  async listPaymentsToComplement(orderId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      SELECT payment_id AS id FROM payments_to_complement WHERE order_id = ${orderId}
      ORDER BY paid_at, payment_id`.execute(this.server.app.db);
    return rows.map(({ id }) => id);
  }

  async documentsOf(orderId: string) {
    const { rows } = await sql<{ id: string; kind: string; state: string }>`
      SELECT id, kind, state FROM invoices WHERE order_id = ${orderId} ORDER BY id DESC`.execute(this.server.app.db);
    return rows;
  }

  async globalsOf(monthIndex: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM invoices WHERE kind = 'global' AND state = 'stamped'
        AND to_char(period_from, 'YYYY-MM') = ${this.months[monthIndex]}`.execute(this.server.app.db);
    return rows.map(({ id }) => id);
  }

  periodOf(monthIndex: number) {
    return { periodLength: "month" as const, day: `${this.months[monthIndex]}-01` };
  }

  async findShopId(): Promise<string> {
    return (await this.server.findShop()).id;
  }
}

export const TODAY = formatMexicoTime(new Date()).slice(0, 10);

/** Noon in Mexico City on a day of this month. `dayIndex` may be larger than the month. */
function noonIn(month: string, dayIndex: number): string {
  return `${month}-${String(1 + (dayIndex % 28)).padStart(2, "0")}T18:00:00Z`;
}

/** Records that staff refunded this amount of the order by transfer, unless the shop refuses it. */
export async function tryRefundTransfer(app: TestServer["app"], orderId: string, cents: number): Promise<void> {
  const id = newId();
  await recordTransferRefund(app, orderId, {
    id,
    cents,
    sentOn: TODAY,
    reference: `SPEI${id.replaceAll("-", "")}`,
    reason: "prueba",
    proof: null,
    mayCancelOrder: true,
    actor: "prueba",
    by,
  });
}

async function withdrawLastRefund(app: TestServer["app"], orderId: string): Promise<void> {
  const lastRefund = await app.db
    .selectFrom("transfer_refunds")
    .select("id")
    .where("order_id", "=", orderId)
    .where("withdrawn_at", "is", null)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (lastRefund)
    await withdrawTransferRefund(app, orderId, { refundId: lastRefund.id, reason: "prueba", actor: "prueba", by });
}
