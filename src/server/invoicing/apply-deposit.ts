import { sql } from "kysely";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { BILLING_SERVICE_KEYS } from "../../domain/sat-keys.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { buildEgreso } from "../cfdi/comprobante.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { lockOrder } from "../orders/move-order.ts";
import { splitByRemainingVat, vatPartsOfTaxes } from "./credit-due.ts";
import { DEPOSIT_APPLICATION_PAYMENT_FORM } from "./deposit-constants.ts";
import { findLiveDeposit } from "./find-live-deposit.ts";
import { invoiceOrder } from "./invoice-order.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { findInvoice, lockInvoice, type Invoice } from "./queries.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type DepositRefusal = Refusal<"deposit_not_due" | "invoicing_paused"> | StampRefusal;

/**
 * Creates the egreso that subtracts a deposit once the invoice of the whole sale is stamped (SAT's filling guide,
 * appendix 6, procedure A). Without it the income would be declared twice. Its amount is the deposit minus its credit
 * notes. `by` is null in the job.
 */
export async function applyDeposit(app: App, invoiceId: string, by: Actor | null): Promise<Invoice | DepositRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    const invoiceBeforeLock = await findInvoice(tx, invoiceId);
    if (!invoiceBeforeLock?.depositId || invoiceBeforeLock.kind !== "invoice") return refuse("deposit_not_due");
    await lockOrder(tx, invoiceBeforeLock.orderId!);
    const deposit = await lockInvoice(tx, invoiceBeforeLock.depositId);
    const saleInvoice = await lockInvoice(tx, invoiceId);
    if (saleInvoice?.state !== "stamped" || !saleInvoice.uuid || deposit?.state !== "stamped")
      return refuse("deposit_not_due");
    const { rows } = await sql<{ remainingCents: number; isApplied: boolean }>`
      SELECT ${deposit.totalCents}::bigint - coalesce(sum(total_cents) FILTER (WHERE kind = 'creditNote'), 0)::bigint
          AS "remainingCents",
        coalesce(bool_or(kind = 'depositApplied'), false) AS "isApplied"
      FROM invoices WHERE state NOT IN ('refused', 'cancelled')
        AND (relates_to_id = ${deposit.id} OR deposit_id = ${deposit.id} AND kind = 'depositApplied')`.execute(tx);
    const { remainingCents, isApplied } = rows[0]!;
    if (isApplied || remainingCents <= 0) return refuse("deposit_not_due");
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, saleInvoice.shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    if (!app.pac) return refuse("invoicing_paused");
    const { issuer } = issuerWithCsd;
    const amounts = invoiceAmounts([
      {
        description: "Aplicación de anticipo",
        identification: null,
        keys: BILLING_SERVICE_KEYS,
        pieces: 1,
        unitPriceCents: remainingCents,
        discountCents: 0,
        vat: await splitByRemainingVat(tx, { id: deposit.id, parts: vatPartsOfTaxes(deposit.taxes) }, remainingCents),
      },
    ]);
    if (isRefusal(amounts)) return refuse("deposit_not_due");
    const { receiver, uuid } = saleInvoice;
    const paymentForm = DEPOSIT_APPLICATION_PAYMENT_FORM;
    const id = await sealAndSaveInvoice(app, tx, issuerWithCsd, {
      kind: "depositApplied",
      orderId: saleInvoice.orderId,
      receiver,
      paymentForm,
      amounts,
      relatesToId: null,
      depositId: deposit.id,
      email: saleInvoice.email,
      actor: by?.name ?? "sistema",
      build: (heading) =>
        buildEgreso({
          ...heading,
          issuer,
          receiver,
          paymentForm,
          amounts,
          reason: "depositApplied",
          invoiceUuid: uuid,
        }),
    });
    if (by) {
      const object = { kind: "invoice", id };
      await logChange(tx, by, { action: "invoice-apply-deposit", object, after: { totalCents: remainingCents } });
    }
    return id;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}

/**
 * Job: invoices the whole sale of a shipped order whose deposit was invoiced, for the deposit's receiver. Writes a
 * refusal to the log.
 */
export async function invoiceShippedOrder(app: App, orderId: string): Promise<void> {
  const deposit = await findLiveDeposit(app.genericPlanDb, orderId);
  const shop = deposit && (await app.shops.byId(deposit.shopId));
  if (deposit?.state !== "stamped" || !shop) return;
  const { receiver, email } = deposit;
  const invoice = await invoiceOrder(app, shop, orderId, { receiver, email, actor: "sistema", isLateAllowed: true });
  if (isRefusal(invoice))
    app.log.warn({ orderId, reason: invoice.refused }, "a shipped order with a deposit could not be invoiced");
}

/**
 * Job, every minute: enqueues the invoices of shipped orders with a deposit whose money the shop keeps, then the
 * documents that apply the deposits. If an egreso was refused or cancelled, the job does not make another one for the
 * same invoice: staff decide.
 */
export async function scheduleDeposits(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("invoice_delivered", { orderId: sql`order_id` }, { key: sql`'invoice_delivered ' || order_id` })}
    FROM (
      SELECT d.order_id FROM invoices d JOIN orders o ON o.id = d.order_id
      WHERE d.kind = 'deposit' AND d.state = 'stamped' AND o.status = 'SHIPPED'
        AND NOT EXISTS (SELECT FROM invoices w WHERE w.deposit_id = d.id AND w.kind = 'invoice')
        AND (SELECT kept_cents FROM order_income income WHERE income.order_id = o.id) > 0) delivered`.execute(app.db);
  await sql`
    SELECT ${jobSql("apply_deposit", { invoiceId: sql`id` }, { key: sql`'apply_deposit ' || id` })}
    FROM (
      SELECT w.id FROM invoices w
      WHERE w.deposit_id IS NOT NULL AND w.kind = 'invoice' AND w.state = 'stamped' AND NOT EXISTS (
        SELECT FROM invoices a WHERE a.deposit_id = w.deposit_id AND a.kind = 'depositApplied' AND a.id > w.id)) due`.execute(
    app.db,
  );
}
