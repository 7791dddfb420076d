import { sql } from "kysely";
import type { InvoiceAmounts } from "../../domain/invoice-amounts.ts";
import { paymentFormOf, type PaymentWithMethod } from "../../domain/payment-forms.ts";
import { nextInstalment } from "../../domain/payment-instalment.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { complementDeadline } from "../../domain/invoicing-mode.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { buildPaymentComplement } from "../cfdi/payment-complement.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { lockOrder } from "../orders/move-order.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { findOrderIncome } from "./order-income.ts";
import { pacOf } from "./pac-of.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";
import { lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

/** A payment of a PPD invoice that no live complement states yet: a row of the view `payments_to_complement`. */
interface PaymentToComplement {
  invoiceId: string;
  orderId: string;
  paidAt: Date;
  /** Received and not refunded. */
  cents: number;
  /** The amount of the invoice that no live complement states yet. */
  balanceCents: number;
  /** The invoice is stamped, and so are the complements of its earlier payments. */
  isReady: boolean;
  /** The number of earlier complements of this payment that were refused or cancelled. */
  formerComplementCount: number;
}

export type ComplementRefusal =
  | Refusal<
      | "complement_not_due"
      | "complement_waits"
      | "complement_needs_staff"
      | "complement_over_balance"
      | "invoicing_paused"
    >
  | StampRefusal;

/** A payment complement has no amounts of its own. */
const NO_AMOUNTS: InvoiceAmounts = {
  concepts: [],
  taxes: [],
  subtotalCents: 0,
  discountCents: 0,
  baseCents: 0,
  taxCents: 0,
  totalCents: 0,
};

/**
 * Creates the complement of one payment of a PPD invoice: at most one, also for repeated and concurrent calls. It
 * states what was received and not refunded, at most the balance. If the payment is above the balance, it is refused
 * unless the documents then declare all that the shop keeps of the order. The job (`by` null) does not repeat a
 * complement that was refused or cancelled: staff decide.
 */
export async function issueComplement(
  app: App,
  paymentId: string,
  by: Actor | null,
): Promise<Invoice | ComplementRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    const unlockedPayment = await findPaymentToComplement(tx, paymentId);
    if (!unlockedPayment) return refuse("complement_not_due");
    await lockOrder(tx, unlockedPayment.orderId);
    const invoice = await lockInvoice(tx, unlockedPayment.invoiceId);
    // Read again after locking: a concurrent call may have made the complement.
    const payment = await findPaymentToComplement(tx, paymentId);
    if (!invoice || payment?.invoiceId !== invoice.id) return refuse("complement_not_due");
    if (payment.formerComplementCount > 0 && by === null) return refuse("complement_needs_staff");
    if (!payment.isReady || !invoice.uuid) return refuse("complement_waits");
    const { keptCents, declaredCents } = await findOrderIncome(tx, payment.orderId);
    if (payment.cents > payment.balanceCents && keptCents > declaredCents + payment.balanceCents)
      return refuse("complement_over_balance");
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, invoice.shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    if (!app.pac) return refuse("invoicing_paused");
    const { issuer } = issuerWithCsd;

    const earlierInstalments = await countAndSumInstalments(tx, invoice.id);
    const instalment = nextInstalment(invoice, earlierInstalments, Math.min(payment.cents, payment.balanceCents));
    const paymentForm = await findPaymentForm(tx, paymentId);
    const { receiver, uuid, series, folio } = invoice;
    const id = await sealAndSaveInvoice(app, tx, issuerWithCsd, {
      kind: "payment",
      orderId: invoice.orderId,
      receiver,
      paymentForm,
      amounts: NO_AMOUNTS,
      relatesToId: null,
      email: invoice.email,
      actor: by?.name ?? "sistema",
      build: (heading) =>
        buildPaymentComplement({
          ...heading,
          issuer,
          receiver,
          paidAt: formatLocalTime(payment.paidAt, issuer.timeZone),
          paymentForm,
          invoice: { uuid, series, folio },
          instalment,
          replacedUuid: null,
        }),
    });
    await tx
      .insertInto("invoice_payments")
      .values({
        complement_id: id,
        paid_invoice_id: invoice.id,
        payment_id: paymentId,
        instalment: instalment.number,
        previous_balance_cents: instalment.balanceBeforeCents,
        paid_cents: instalment.paidCents,
      })
      .execute();
    if (by) {
      const after = { instalment: instalment.number, paidCents: instalment.paidCents };
      for (const invoiceId of [invoice.id, id])
        await logChange(tx, by, { action: "invoice-complement", object: { kind: "invoice", id: invoiceId }, after });
    }
    return id;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}

async function findPaymentToComplement(db: Queryable, paymentId: string): Promise<PaymentToComplement | undefined> {
  const { rows } = await sql<PaymentToComplement>`
    SELECT invoice_id AS "invoiceId", order_id AS "orderId", paid_at AS "paidAt", cents, balance_cents AS "balanceCents",
      invoice_state = 'stamped' AND is_settled AS "isReady", attempts AS "formerComplementCount"
    FROM payments_to_complement WHERE payment_id = ${paymentId}`.execute(db);
  return rows[0];
}

/** The number and the sum of the live complements of an invoice. */
async function countAndSumInstalments(
  db: Queryable,
  invoiceId: string,
): Promise<{ instalmentCount: number; paidCents: number }> {
  const { rows } = await sql<{ instalmentCount: number; paidCents: number }>`
    SELECT count(*)::integer AS "instalmentCount", coalesce(sum(paid_cents), 0)::bigint AS "paidCents"
    FROM invoice_payments WHERE paid_invoice_id = ${invoiceId} AND is_live`.execute(db);
  return rows[0]!;
}

async function findPaymentForm(db: Queryable, paymentId: string): Promise<string> {
  const { rows } = await sql<Pick<PaymentWithMethod, "kind" | "method">>`
    SELECT kind, method FROM payments WHERE id = ${paymentId}`.execute(db);
  return paymentFormOf(rows[0]!);
}

/**
 * SAT's payment form of the payment with the largest refund, of the order and of those joined into it. It is for a
 * credit note of a PPD invoice, whose own form is "99" (to be defined), or of an invoice that a deposit paid, whose own
 * form is "30" (application of deposits). A lost dispute counts as a refund. "03"
 * (transfer) if nothing was refunded.
 */
export async function findRefundPaymentForm(db: Queryable, orderId: string): Promise<string> {
  const { rows } = await sql<Pick<PaymentWithMethod, "kind" | "method">>`
    WITH RECURSIVE with_joined AS (
      SELECT ${orderId}::uuid AS id UNION ALL SELECT j.id FROM with_joined w JOIN orders j ON j.joined_into_id = w.id)
    SELECT kind, method FROM payments WHERE order_id IN (SELECT id FROM with_joined)
      AND (refunded_cents > 0 OR is_dispute_lost)
    ORDER BY greatest(refunded_cents, CASE WHEN is_dispute_lost THEN cents ELSE 0 END) DESC, id LIMIT 1`.execute(db);
  return rows[0] ? paymentFormOf(rows[0]) : "03";
}

/**
 * Job, every minute: enqueues the complements that are due, except those that staff repeat because an earlier one of
 * the payment was refused or cancelled. Payments of one invoice are stated one after the other.
 */
export async function scheduleComplements(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("issue_complement", { paymentId: sql`payment_id` }, { key: sql`'issue_complement ' || payment_id` })}
    FROM (
      SELECT DISTINCT ON (invoice_id) payment_id FROM payments_to_complement
      WHERE invoice_state = 'stamped' AND is_settled AND attempts = 0 ORDER BY invoice_id, paid_at, payment_id) due`.execute(
    app.db,
  );
}

/** A complement that is due or not stamped yet, as the panel lists it. */
export interface PendingComplement {
  paymentId: string;
  invoiceId: string;
  folio: string;
  shopId: string;
  orderId: string;
  reference: string;
  paidAt: Date;
  cents: number;
  /** The last day to issue it, in the issuer's time zone (RMF 2.7.1.32). */
  lastDay: string;
  isLate: boolean;
  /** Why the job does not issue it. Null: the job issues it within a minute, or as soon as the PAC answers. */
  waitsFor: "invoice" | "staff" | "provider" | null;
  /** The id of the payment's last complement, also if that was refused or cancelled. */
  lastComplementId: string | null;
}

/** At most 500 payments whose complement is due or not stamped yet, the one with the earliest last day first. */
export async function listPendingComplements(
  app: App,
  shops: "all" | readonly string[],
  getToday: (timeZone: string) => string = (timeZone) => formatLocalTime(new Date(), timeZone).slice(0, 10),
): Promise<PendingComplement[]> {
  const { rows } = await sql<
    Omit<PendingComplement, "lastDay" | "isLate"> & { timeZone: string; stampingBy: string | null }
  >`
    SELECT p.id AS "paymentId", i.id AS "invoiceId", coalesce(i.series, '') || i.folio AS folio, i.shop_id AS "shopId",
      i.order_id AS "orderId", o.reference::text AS reference, p.paid_at AS "paidAt", due.cents,
      issuer.time_zone AS "timeZone", due.waits_for AS "waitsFor", last.id AS "lastComplementId",
      CASE WHEN last.state = 'stamping' THEN last.provider END AS "stampingBy"
    FROM (
      SELECT payment_id, invoice_id, cents,
        CASE WHEN attempts > 0 THEN 'staff' WHEN invoice_state = 'stamping' OR NOT is_settled THEN 'invoice' END AS waits_for
      FROM payments_to_complement
      UNION ALL SELECT ip.payment_id, ip.paid_invoice_id, ip.paid_cents, NULL
      FROM invoice_payments ip JOIN invoices c ON c.id = ip.complement_id WHERE ip.is_live AND c.state = 'stamping') due
    JOIN payments p ON p.id = due.payment_id JOIN invoices i ON i.id = due.invoice_id
    JOIN orders o ON o.id = i.order_id JOIN invoice_issuers issuer ON issuer.shop_id = i.shop_id
    LEFT JOIN LATERAL (
      SELECT c.id, c.state, c.provider FROM invoice_payments ip JOIN invoices c ON c.id = ip.complement_id
      WHERE ip.payment_id = p.id ORDER BY c.id DESC LIMIT 1) last ON true
    WHERE ${shops === "all" ? sql`true` : sql`i.shop_id = ANY (${shops}::uuid[])`}
    ORDER BY p.paid_at, p.id LIMIT 500`.execute(app.genericPlanDb);
  return rows.map(({ timeZone, stampingBy, ...row }) => {
    const lastDay = complementDeadline(formatLocalTime(row.paidAt, timeZone).slice(0, 10));
    const isProviderMissing = stampingBy !== null && !pacOf(app, { provider: stampingBy });
    return {
      ...row,
      waitsFor: isProviderMissing ? "provider" : row.waitsFor,
      lastDay,
      isLate: getToday(timeZone) > lastDay,
    };
  });
}

/** At most 200 stamped PPD invoices whose order was cancelled. They will not be paid, so staff cancel them. */
export async function listPpdInvoicesOfCancelledOrders(
  db: Queryable,
  shops: "all" | readonly string[],
): Promise<{ id: string; folio: string; reference: string; totalCents: number }[]> {
  const { rows } = await sql<{ id: string; folio: string; reference: string; totalCents: number }>`
    SELECT i.id, coalesce(i.series, '') || i.folio AS folio, o.reference::text AS reference, i.total_cents AS "totalCents"
    FROM invoices i JOIN orders o ON o.id = i.order_id
    WHERE i.payment_plan = 'PPD' AND i.state = 'stamped' AND o.status = 'CANCELLED'
      AND ${shops === "all" ? sql`true` : sql`i.shop_id = ANY (${shops}::uuid[])`}
    ORDER BY i.id LIMIT 200`.execute(db);
  return rows;
}
