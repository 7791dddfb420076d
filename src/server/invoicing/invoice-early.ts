import { sql } from "kysely";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import type { PaymentPlan } from "../../domain/invoice-enums.ts";
import { checkReceiver } from "../../domain/invoice-receiver.ts";
import { paymentFormOfOrder } from "../../domain/payment-forms.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { BILLING_SERVICE_KEYS } from "../../domain/sat-keys.ts";
import { invoicingModeOf, type InvoicingMode } from "../../domain/invoicing-mode.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import { lockOrder } from "../orders/move-order.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { computeOrderAmounts } from "./compute-order-amounts.ts";
import { vatPartsOfTaxes } from "./credit-due.ts";
import { openStoredCsd } from "./csd-store.ts";
import { DEPOSIT_DESCRIPTION } from "./deposit-constants.ts";
import { findLiveDeposit } from "./find-live-deposit.ts";
import { requireIssuer, type InvoiceRefusal, type InvoiceRequest } from "./invoice-order.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import { findOrderIncome } from "./order-income.ts";
import { findLiveInvoice, type Invoice } from "./queries.ts";
import { isReturningToGlobal } from "./is-returning-to-global.ts";
import { sealAndSaveInvoice, type NewInvoice } from "./seal-and-save-invoice.ts";
import { stampInvoice } from "./stamp-invoice.ts";

export type EarlyRefusal = InvoiceRefusal | Refusal<"order_not_invoiceable" | "invoicing_mode_changed">;

/**
 * How staff invoice this order now. Null: the ordinary way, after it was shipped (`invoiceForStaff`). An order that
 * was paid in full still counts as paid after any refund. Otherwise only money that was not refunded counts.
 */
export async function findInvoicingMode(
  db: Queryable,
  issuer: Pick<InvoiceIssuer, "undelivered">,
  order: Pick<OrderRow, "id" | "status" | "grand_total_cents">,
): Promise<InvoicingMode | null> {
  const isShipped = order.status === "SHIPPED";
  const wasPaidInFull = isShipped || order.status === "PAYMENT_ACCEPTED";
  const { rows } = await sql<{ cents: number }>`
    WITH RECURSIVE with_joined AS (
      SELECT ${order.id}::uuid AS id
      UNION ALL SELECT j.id FROM with_joined w JOIN orders j ON j.joined_into_id = w.id)
    SELECT coalesce(sum(CASE WHEN ${wasPaidInFull} THEN p.cents ELSE p.cents - p.refunded_cents END), 0)::bigint AS cents
    FROM payments p
    WHERE p.order_id IN (SELECT id FROM with_joined) AND p.state IN ('APPROVED', 'REFUNDED', 'DISPUTED')`.execute(db);
  const paidCents = rows[0]!.cents;
  const mode = invoicingModeOf({ grandTotalCents: order.grand_total_cents, paidCents, isShipped }, issuer.undelivered);
  return isShipped && mode === "atOnce" ? null : mode;
}

/**
 * Staff invoice an order before it is paid or shipped: as PPD, as an ordinary invoice, or as a deposit. `mode` is the
 * mode that the caller saw. If it has changed since (by a payment, a refund, the shipment or the issuer's setting),
 * nothing is invoiced.
 */
export async function invoiceEarly(
  app: App,
  shop: Shop,
  orderId: string,
  { mode, by, ...input }: Omit<InvoiceRequest, "actor"> & { mode: InvoicingMode; by: Actor },
): Promise<Invoice | EarlyRefusal> {
  const issuer = await requireIssuer(app, shop);
  if (isRefusal(issuer)) return issuer;
  const receiverCheck = checkReceiver(input.receiver, issuer.postalCode);
  if (!receiverCheck.receiver) return { ...refuse("receiver_invalid"), receiverErrors: receiverCheck.receiverErrors };
  const { receiver } = receiverCheck;
  const csd = await openStoredCsd(app, issuer);
  if (isRefusal(csd)) return csd;
  const sealedId = await transact(app.db, async (tx) => {
    const lockedOrder = await lockOrder(tx, orderId);
    if (!lockedOrder || lockedOrder.status === "CANCELLED" || lockedOrder.status === "JOINED")
      return refuse("order_not_invoiceable");
    const existingInvoice = (await findLiveInvoice(tx, orderId)) ?? (await findLiveDeposit(tx, orderId));
    if (existingInvoice) return { ...refuse("invoiced_already"), rfc: existingInvoice.receiver.rfc };
    const order = (await findOrder(tx, shop.id, orderId))!;
    if ((await findInvoicingMode(tx, issuer, order)) !== mode) return refuse("invoicing_mode_changed");
    if ((await isInGlobal(tx, orderId)) || (await isReturningToGlobal(tx, orderId))) return refuse("in_global_invoice");
    const document = await composeDocument(tx, issuer, order, mode);
    if (isRefusal(document)) return document;
    const { kind, amounts, paymentForm, paymentPlan } = document;
    const id = await sealAndSaveInvoice(
      app,
      tx,
      { issuer, csd },
      {
        kind,
        orderId,
        receiver,
        email: input.email,
        actor: by.name,
        paymentForm,
        paymentPlan,
        amounts,
        relatesToId: null,
        build: (heading) =>
          buildIngreso({ ...heading, issuer, receiver, paymentForm, paymentPlan, amounts, replacedUuid: null }),
      },
    );
    await logChange(tx, by, { action: "invoice-make", object: { kind: "invoice", id }, after: receiver });
    return id;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}

async function composeDocument(
  tx: Tx,
  issuer: InvoiceIssuer,
  order: OrderRow,
  mode: InvoicingMode,
): Promise<
  (Pick<NewInvoice, "kind" | "amounts" | "paymentForm"> & { paymentPlan: PaymentPlan }) | Refusal<"nothing_to_invoice">
> {
  const paymentPlan = mode === "later" ? "PPD" : "PUE";
  const amounts = await computeOrderAmounts(tx, issuer, order, paymentPlan);
  if (isRefusal(amounts)) return amounts;
  if (mode === "later") return { kind: "invoice", amounts, paymentForm: "99", paymentPlan };
  const paymentForm = paymentFormOfOrder(order.payments);
  if (paymentForm === null) return refuse("nothing_to_invoice");
  if (mode === "atOnce") return { kind: "invoice", amounts, paymentForm, paymentPlan };
  const depositAmounts = invoiceAmounts([
    {
      description: DEPOSIT_DESCRIPTION,
      identification: null,
      keys: BILLING_SERVICE_KEYS,
      pieces: 1,
      unitPriceCents: (await findOrderIncome(tx, order.id)).keptCents,
      discountCents: 0,
      // In the proportion of the sale's VAT treatments.
      vat: vatPartsOfTaxes(amounts.taxes),
    },
  ]);
  return isRefusal(depositAmounts)
    ? depositAmounts
    : { kind: "deposit", amounts: depositAmounts, paymentForm, paymentPlan };
}

async function isInGlobal(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM global_invoice_orders WHERE order_id = ${orderId} AND is_live`.execute(tx);
  return rows.length > 0;
}
