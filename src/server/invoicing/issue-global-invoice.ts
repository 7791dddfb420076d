import { sql, type RawBuilder } from "kysely";
import { globalPeriod, type ChosenPeriod, type GlobalPeriod } from "../../domain/global-period.ts";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { globalSaleLine } from "../../domain/invoice-lines.ts";
import { paymentFormOfOrder, type PaymentWithMethod } from "../../domain/payment-forms.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { GENERAL_PUBLIC_RFC } from "../../domain/rfc.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Csd } from "../cfdi/csd.ts";
import { buildGlobal } from "../cfdi/comprobante.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";
import { splitSalesByVat } from "./sale-vat.ts";
import { ORDER_AND_JOINED_IDS } from "../order-money/queries.ts";
import type { Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

/** The first and the last day of a period, in the issuer's time zone ("2026-11-01"). */
export type PeriodDays = Pick<GlobalPeriod, "from" | "to">;

export type IssueGlobalRefusal =
  | Refusal<"invoicing_paused" | "nothing_to_invoice" | "period_not_over" | "two_months_not_allowed" | "sales_changed">
  | StampRefusal;

/**
 * Issues the global invoice of a period: the orders whose first payment was received in it and that no document
 * declares yet, one line per order, to the general public. `seenCents`: the total that the caller saw. If the total has
 * changed since, nothing is invoiced.
 */
export async function issueGlobalInvoice(
  app: App,
  shopId: string,
  chosenPeriod: ChosenPeriod,
  { by, today, seenCents }: { by: Actor; today: string; seenCents?: number },
): Promise<Invoice | IssueGlobalRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    if (!app.pac) return refuse("invoicing_paused");
    const { issuer } = issuerWithCsd;
    const period = globalPeriod(chosenPeriod, issuer.taxRegime);
    if (isRefusal(period)) return period;
    if (today <= period.to) return refuse("period_not_over");
    await lockUndeclaredSales(tx, issuer, period);
    const sales = await listUndeclaredSales(tx, issuer, period);
    if (seenCents !== undefined && seenCents !== totalCentsOf(sales)) return refuse("sales_changed");
    const id = await sealGlobal(app, tx, issuerWithCsd, { period, sales, replacedGlobal: null, by });
    if (isRefusal(id)) return id;
    const after = { period: periodText(period), orders: sales.length, totalCents: totalCentsOf(sales) };
    await logChange(tx, by, { action: "invoice-make", object: { kind: "invoice", id }, after });
    return id;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}

/**
 * Seals and stores the global invoice of these sales. Returns its id. `replacedGlobal`: the global invoice that it
 * substitutes.
 */
export async function sealGlobal(
  app: App,
  tx: Tx,
  { issuer, csd }: { issuer: InvoiceIssuer; csd: Csd },
  {
    period,
    sales,
    replacedGlobal,
    by,
  }: { period: GlobalPeriod; sales: readonly Sale[]; replacedGlobal: { id: string; uuid: string } | null; by: Actor },
): Promise<string | Refusal<"nothing_to_invoice">> {
  const partsByOrderId = await splitSalesByVat(tx, issuer, sales);
  const amounts = invoiceAmounts(
    sales.map(({ id, reference, keptCents }) =>
      globalSaleLine({ reference, paidCents: keptCents, parts: partsByOrderId.get(id) ?? [] }),
    ),
  );
  if (isRefusal(amounts)) return amounts;
  const paymentForm = paymentFormOfOrder(sales.flatMap(({ payments }) => payments)) ?? "01";
  const id = await sealAndSaveInvoice(
    app,
    tx,
    { issuer, csd },
    {
      kind: "global",
      orderId: null,
      receiver: {
        rfc: GENERAL_PUBLIC_RFC,
        name: "PUBLICO EN GENERAL",
        postalCode: issuer.postalCode,
        taxRegime: "616",
        cfdiUse: "S01",
      },
      paymentForm,
      amounts,
      period,
      relatesToId: replacedGlobal?.id ?? null,
      email: null,
      actor: by.name,
      build: (heading) =>
        buildGlobal({ ...heading, issuer, paymentForm, amounts, period, replacedUuid: replacedGlobal?.uuid ?? null }),
    },
  );
  await tx
    .insertInto("global_invoice_orders")
    .values(sales.map((sale) => ({ invoice_id: id, order_id: sale.id, cents: sale.keptCents })))
    .execute();
  return id;
}

/** An order as a line of a global invoice. */
export interface Sale {
  id: string;
  reference: string;
  /** What the shop keeps of the order's money, in centavos. */
  keptCents: number;
  payments: PaymentWithMethod[];
}

function periodText({ from, to }: PeriodDays): string {
  return `${from} a ${to}`;
}

function totalCentsOf(sales: readonly Sale[]): number {
  return sales.reduce((sum, { keptCents }) => sum + keptCents, 0);
}

/**
 * Paid orders whose first payment was received in the period, and whose money no document declares yet. An order is
 * left out while its buyer's own invoice is being made, or while it may return to its global invoice.
 */
const undeclaredOrdersCondition = (issuer: InvoiceIssuer, days: PeriodDays) => sql`
  ${firstPaidOnDaysCondition(issuer, days)} AND o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
  AND income.kept_cents > 0 AND income.documented_at IS NULL
  AND NOT EXISTS (SELECT FROM own_invoice_requests r LEFT JOIN invoices note ON note.id = r.credit_note_id
    WHERE r.order_id = o.id AND (r.ended_at IS NULL OR note.state = 'cancelAsked'))`;

/**
 * Orders `o` of a shop, with their `income`, whose first payment was received on those days. A payment of a joined
 * order counts for the order it was joined into. The days are in the issuer's time zone, so the index scan covers one
 * day more on both sides.
 */
export const firstPaidOnDaysCondition = (
  { shopId, timeZone }: Pick<InvoiceIssuer, "shopId" | "timeZone">,
  { from, to }: PeriodDays,
): RawBuilder<unknown> => sql`
  o.id IN (
    WITH RECURSIVE paid AS (
      SELECT p.order_id AS id FROM payments p WHERE p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')
        AND p.paid_at >= ${from}::date - 1 AND p.paid_at < ${to}::date + 2
      UNION SELECT j.joined_into_id FROM paid r JOIN orders j ON j.id = r.id WHERE j.joined_into_id IS NOT NULL)
    SELECT id FROM paid)
  AND o.shop_id = ${shopId}
  AND (income.first_paid_at AT TIME ZONE ${timeZone})::date BETWEEN ${from}::date AND ${to}::date`;

/** Locks the period's undeclared orders: none of them is invoiced or changed until the transaction ends. */
export async function lockUndeclaredSales(tx: Tx, issuer: InvoiceIssuer, period: PeriodDays): Promise<void> {
  await sql`
    SELECT FROM orders o JOIN order_income income ON income.order_id = o.id WHERE ${undeclaredOrdersCondition(issuer, period)}
    ORDER BY o.id FOR UPDATE OF o`.execute(tx);
}

/** The period's orders that no document declares yet, with what the shop keeps of each, sorted by number. */
export async function listUndeclaredSales(db: Queryable, issuer: InvoiceIssuer, period: PeriodDays): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    SELECT o.id, o.reference::text AS reference, income.kept_cents AS "keptCents",
      (SELECT json_agg(json_build_object('state', p.state, 'kind', p.kind, 'method', p.method, 'cents', p.cents,
        'refundedCents', p.refunded_cents) ORDER BY p.created_at, p.id) FROM payments p
        WHERE p.order_id IN ${ORDER_AND_JOINED_IDS}) AS payments
    FROM orders o JOIN order_income income ON income.order_id = o.id
    WHERE ${undeclaredOrdersCondition(issuer, period)}
    ORDER BY o.reference`.execute(db);
  return rows;
}
