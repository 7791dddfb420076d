import { sql } from "kysely";
import { globalPeriod, type PeriodLength } from "../../domain/global-period.ts";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { globalSaleLine } from "../../domain/invoice-lines.ts";
import { paymentFormOfOrder, type InvoiceablePayment } from "../../domain/payment-forms.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { GENERIC_RFC } from "../../domain/rfc.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { openStoredCsd } from "./csd-store.ts";
import { buildGlobal } from "../cfdi/comprobante.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";
import { saveSignedInvoice } from "./save-signed-invoice.ts";
import { FAMILY_OF_O } from "../order-money/queries.ts";
import type { Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export interface Period {
  every: PeriodLength;
  /** Days in the issuer's time zone ("2026-11-01"), both included. */
  from: string;
  to: string;
}

export type PeriodRefusal =
  | Refusal<"invoicing_paused" | "nothing_to_invoice" | "period_not_over" | "two_months_not_allowed" | "sales_changed">
  | StampRefusal;

/**
 * The global invoice of a period: everything paid in it and not invoiced yet, one line per order, to the general
 * public. Its orders then belong to it: if a buyer wants an invoice of their own, staff must cancel the global one
 * (motive 04). `seenCents`: the total that the caller saw. If the total has changed since, nothing is invoiced.
 */
export async function invoicePeriod(
  app: App,
  shopId: string,
  period: Period,
  { by, today, seenCents }: { by: Actor; today: string; seenCents?: number },
): Promise<Invoice | PeriodRefusal> {
  const prepared = await transact(app.db, async (tx) => {
    const issuer = await findIssuer(tx, shopId);
    const csd = issuer && (await openStoredCsd(app, issuer));
    if (!issuer || !csd || isRefusal(csd) || !app.pac) return refuse("invoicing_paused");
    if (today <= period.to) return refuse("period_not_over");
    const heading = globalPeriod(period.every, period.to, issuer.taxRegime);
    if (isRefusal(heading)) return heading;
    await lockSales(tx, issuer, period);
    const sales = await listSales(tx, issuer, period);
    if (seenCents !== undefined && seenCents !== totalOf(sales)) return refuse("sales_changed");
    const amounts = invoiceAmounts(
      sales.map(({ reference, keptCents }) => globalSaleLine({ reference, paidCents: keptCents })),
      issuer.vatRateBps,
    );
    if (isRefusal(amounts)) return amounts;
    const paymentForm = paymentFormOfOrder(sales.flatMap(({ payments }) => payments)) ?? "01";
    const id = await saveSignedInvoice(
      app,
      tx,
      { issuer, csd },
      {
        kind: "global",
        orderId: null,
        receiver: {
          rfc: GENERIC_RFC,
          name: "PUBLICO EN GENERAL",
          postalCode: issuer.postalCode,
          taxRegime: "616",
          cfdiUse: "S01",
        },
        paymentForm,
        amounts,
        period: `${period.from} a ${period.to}`,
        relatesToId: null,
        email: null,
        actor: by.name,
        build: (numbering) =>
          buildGlobal({ ...numbering, issuer, paymentForm, amounts, period: heading, replaces: null }),
      },
    );
    await tx
      .insertInto("invoice_orders")
      .values(sales.map((sale) => ({ invoice_id: id, order_id: sale.id })))
      .execute();
    const after = { period: `${period.from} a ${period.to}`, orders: sales.length, totalCents: amounts.totalCents };
    await logChange(tx, by, { act: "invoice-make", object: { kind: "invoice", id }, after });
    return id;
  });
  return isRefusal(prepared) ? prepared : stampInvoice(app, prepared);
}

/** An order as a line of a global invoice. */
export interface Sale {
  id: string;
  reference: string;
  /** What the shop retains of the order's money. */
  keptCents: number;
  payments: InvoiceablePayment[];
}

function totalOf(sales: readonly Sale[]): number {
  return sales.reduce((sum, { keptCents }) => sum + keptCents, 0);
}

/**
 * Paid orders whose first payment was received in the period. The period's days are in the issuer's time zone, so the
 * index scan covers one day more on both sides.
 */
const paidIn = ({ shopId, timeZone }: InvoiceIssuer, { from, to }: Period) => sql`
  o.shop_id = ${shopId} AND o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
  AND o.id IN (SELECT d.order_id FROM payments d WHERE d.state = 'APPROVED'
    AND d.paid_at >= ${from}::date - 1 AND d.paid_at < ${to}::date + 2)
  AND (SELECT min(p.paid_at) AT TIME ZONE ${timeZone} FROM payments p
    WHERE p.order_id = o.id AND p.state = 'APPROVED')::date BETWEEN ${from}::date AND ${to}::date`;

/** Locks the period's orders: none is invoiced or changed until the transaction ends. */
async function lockSales(tx: Tx, issuer: InvoiceIssuer, period: Period): Promise<void> {
  await sql`SELECT FROM orders o WHERE ${paidIn(issuer, period)} ORDER BY o.id FOR UPDATE OF o`.execute(tx);
}

/** The period's orders that are not invoiced yet, with what the shop retains of each, by number. */
export async function listSales(db: Queryable, issuer: InvoiceIssuer, period: Period): Promise<Sale[]> {
  const { rows } = await sql<Sale & { total: number }>`
    SELECT o.id, o.reference::text AS reference, o.grand_total_cents AS total,
      (SELECT json_agg(json_build_object('state', p.state, 'kind', p.kind, 'method', p.method, 'cents', p.cents,
        'refundedCents', p.refunded_cents) ORDER BY p.created_at, p.id) FROM payments p
        WHERE p.order_id IN ${FAMILY_OF_O}) AS payments
    FROM orders o
    WHERE ${paidIn(issuer, period)}
      AND NOT EXISTS (SELECT FROM invoices i WHERE i.order_id = o.id AND i.kind = 'invoice'
        AND i.state IN ('stamping', 'stamped', 'cancelAsked', 'replaced'))
      AND NOT EXISTS (SELECT FROM invoice_orders g WHERE g.order_id = o.id AND g.is_live)
    ORDER BY o.reference`.execute(db);
  return rows
    .map((sale) => {
      const approved = sale.payments.filter(({ state }) => state === "APPROVED");
      const cents = approved.reduce((sum, payment) => sum + payment.cents - payment.refundedCents, 0);
      return { ...sale, keptCents: Math.min(sale.total, cents) };
    })
    .filter(({ keptCents }) => keptCents > 0);
}
