import type { Receiver } from "../../domain/invoice-receiver.ts";
import { paymentFormOfOrder } from "../../domain/payment-forms.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import type { Csd } from "../cfdi/csd.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import type { OrderRow } from "../orders/queries.ts";
import { computeOrderAmounts } from "./compute-order-amounts.ts";
import { isReturningToGlobal } from "./is-returning-to-global.ts";
import { DEPOSIT_APPLICATION_PAYMENT_FORM } from "./deposit-constants.ts";
import { findLiveDeposit } from "./find-live-deposit.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";

type SealRefusal =
  | Refusal<"nothing_to_invoice" | "invoice_in_progress" | "in_global_invoice">
  | (Refusal<"invoiced_already"> & { rfc: string });

/**
 * Seals the invoice of an order that the caller has locked. Returns the invoice's id. `by`: the staff member for the
 * change log, null if the caller logs the change or nobody on the staff made it. If the order's deposit was invoiced
 * before, the invoice applies it. The deposit must be stamped, and its receiver must have the same RFC.
 */
export async function sealOrderInvoice(
  app: App,
  tx: Tx,
  { issuer, csd }: { issuer: InvoiceIssuer; csd: Csd },
  order: OrderRow,
  { receiver, email, actor, by }: { receiver: Receiver; email: string | null; actor: string; by: Actor | null },
): Promise<string | SealRefusal> {
  if (await isReturningToGlobal(tx, order.id)) return refuse("in_global_invoice");
  const deposit = await findLiveDeposit(tx, order.id);
  if (deposit && deposit.state !== "stamped") return refuse("invoice_in_progress");
  if (deposit && deposit.receiver.rfc !== receiver.rfc) {
    return { ...refuse("invoiced_already"), rfc: deposit.receiver.rfc };
  }
  const amounts = await computeOrderAmounts(tx, issuer, order);
  const formOfPayments = paymentFormOfOrder(order.payments);
  if (isRefusal(amounts) || formOfPayments === null) return refuse("nothing_to_invoice");
  // If the deposit covers the whole sale, applying it is the payment form.
  const paymentForm =
    deposit && deposit.totalCents >= amounts.totalCents ? DEPOSIT_APPLICATION_PAYMENT_FORM : formOfPayments;
  const depositUuid = deposit?.uuid ?? null;
  const id = await sealAndSaveInvoice(
    app,
    tx,
    { issuer, csd },
    {
      kind: "invoice",
      orderId: order.id,
      receiver,
      email,
      actor,
      paymentForm,
      amounts,
      relatesToId: null,
      depositId: deposit?.id ?? null,
      build: (heading) =>
        buildIngreso({
          ...heading,
          issuer,
          receiver,
          paymentForm,
          amounts,
          replacedUuid: null,
          depositUuid,
        }),
    },
  );
  if (by) await logChange(tx, by, { action: "invoice-make", object: { kind: "invoice", id }, after: receiver });
  return id;
}
