import { sql } from "kysely";
import { daysOf } from "../../domain/global-period.ts";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { ORDER_AND_JOINED_IDS } from "../order-money/queries.ts";
import { firstPaidOnDaysCondition } from "./issue-global-invoice.ts";
import type { InvoiceIssuer } from "./issuers.ts";

/** An order whose documents declare another amount than the shop keeps, or that no document declares. */
export interface MonthOrder {
  id: string;
  reference: string;
  keptCents: Cents;
  declaredCents: Cents;
  isDeclared: boolean;
  /** The buyer's own invoice is being made. It takes the order out of a global invoice, and then nothing differs. */
  hasOpenOwnInvoiceRequest: boolean;
}

/**
 * The sales whose first payment was received in a month, in the issuer's time zone. `keptCents` is what documents
 * declare (invoiced + in global invoices - credited), plus what is not declared yet, plus the difference.
 */
export interface MonthReport {
  salesCount: number;
  /** Kept plus refunded: what was paid, without any surplus that is not refunded yet. */
  paidCents: Cents;
  /** Includes disputes that the shop lost. */
  refundedCents: Cents;
  keptCents: Cents;
  invoicedCents: Cents;
  globalCents: Cents;
  creditedCents: Cents;
  undeclaredCents: Cents;
  /** Kept minus declared, of the orders with documents. 0 if their documents declare what is kept. */
  differenceCents: Cents;
  /** The orders with a difference, then those that no document declares. */
  ordersToCheck: MonthOrder[];
}

/** `month`: "2026-11". */
export async function reportMonth(
  db: Queryable,
  issuer: Pick<InvoiceIssuer, "shopId" | "timeZone">,
  month: string,
): Promise<MonthReport> {
  const days = daysOf({ periodLength: "month", day: `${month}-01` });
  const { rows } = await sql<MonthOrder & Record<"invoiced" | "global" | "credited" | "refunded", Cents>>`
    SELECT o.id, o.reference::text AS reference, income.kept_cents AS "keptCents",
      income.declared_cents AS "declaredCents", income.documented_at IS NOT NULL AS "isDeclared",
      EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = o.id AND r.ended_at IS NULL) AS "hasOpenOwnInvoiceRequest",
      income.invoiced_cents AS invoiced, income.global_cents AS global, income.credited_cents AS credited,
      (SELECT coalesce(sum(CASE WHEN p.is_dispute_lost THEN p.cents ELSE p.refunded_cents END), 0)::bigint
        FROM payments p WHERE p.order_id IN ${ORDER_AND_JOINED_IDS}) AS refunded
    FROM orders o JOIN order_income income ON income.order_id = o.id
    WHERE ${firstPaidOnDaysCondition(issuer, days)} AND (income.documented_at IS NOT NULL
      OR o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED') AND income.kept_cents > 0
      OR income.kept_cents = 0)
    ORDER BY income.documented_at IS NULL, "hasOpenOwnInvoiceRequest", o.reference`.execute(db);
  const sum = (centsOf: (row: (typeof rows)[number]) => Cents) => rows.reduce((total, row) => total + centsOf(row), 0);
  const keptCents = sum((row) => row.keptCents);
  const refundedCents = sum((row) => row.refunded);
  return {
    salesCount: rows.length,
    paidCents: keptCents + refundedCents,
    refundedCents,
    keptCents,
    invoicedCents: sum((row) => row.invoiced),
    globalCents: sum((row) => row.global),
    creditedCents: sum((row) => row.credited),
    undeclaredCents: sum((row) => (row.isDeclared ? 0 : row.keptCents)),
    differenceCents: sum((row) => (row.isDeclared ? row.keptCents - row.declaredCents : 0)),
    ordersToCheck: rows
      .filter(({ isDeclared, keptCents: orderKeptCents, declaredCents }) =>
        isDeclared ? orderKeptCents !== declaredCents : orderKeptCents > 0,
      )
      .map(({ id, reference, keptCents: orderKeptCents, declaredCents, isDeclared, hasOpenOwnInvoiceRequest }) => ({
        id,
        reference,
        keptCents: orderKeptCents,
        declaredCents,
        isDeclared,
        hasOpenOwnInvoiceRequest,
      })),
  };
}
