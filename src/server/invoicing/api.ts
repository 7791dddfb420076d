import type { Hono } from "hono";
import { formatDay } from "../../domain/format-day.ts";
import { PAYMENT_FORMS } from "../../domain/payment-forms.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { refusalText } from "../../domain/refusal-text.ts";
import { SAT_REFUSED_DATA, satError } from "../../domain/sat-errors.ts";
import { bind, type Call } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { problem } from "../http/problems.ts";
import { REFUSALS } from "../http/refusals.ts";
import { findInvoiceDeadline } from "../orders/invoice-deadline.ts";
import { findOrderForRequest } from "../orders/find-order-for-request.ts";
import { findOrderToInvoice } from "./find-order-to-invoice.ts";
import { makeInvoiceFile, isInvoiceFormat } from "./invoice-files.ts";
import { makeInvoiceKey } from "./invoice-key.ts";
import { invoiceOrder, requireIssuer, type InvoiceRefusal } from "./invoice-order.ts";
import { findInvoiceByUuid, isInvoiceKey, type Invoice } from "./queries.ts";
import { toWireIssuedInvoice, toWireLookup, WIRE_FIELD } from "./to-wire.ts";

export function bindInvoicing(api: Hono<HttpEnv>): void {
  bind(api, "findOrderToInvoice", async ({ app, shop, params, query, ip }) => {
    const issuer = await requireIssuer(app, shop);
    if (isRefusal(issuer)) return issuer;
    const order = await findOrderToInvoice(app, shop, { reference: params.reference, phone: query.phone, ip });
    if (isRefusal(order)) return order;
    const deadline = await findInvoiceDeadline(app.genericPlanDb, order);
    return deadline ? toWireLookup(order, issuer, deadline) : refuse("invoicing_paused");
  });

  bind(api, "requestInvoice", async ({ app, shop, body, ip }) => {
    const issuer = await requireIssuer(app, shop);
    if (isRefusal(issuer)) return issuer;
    const order = await findOrderToInvoice(app, shop, { reference: body.orderId, phone: body.phone, ip });
    if (isRefusal(order)) return order;
    const { receiver } = body;
    if (receiver.paymentMethod && !Object.hasOwn(PAYMENT_FORMS, receiver.paymentMethod))
      return unknownPaymentFormProblem();
    const email = receiver.email || null;
    const invoice = await invoiceOrder(app, shop, order.id, {
      receiver: {
        rfc: receiver.rfc,
        name: receiver.name,
        postalCode: receiver.postalCode,
        taxRegime: receiver.fiscalReg,
        cfdiUse: receiver.usoCFDI,
        country: receiver.country ?? "",
        taxId: receiver.taxId ?? "",
      },
      email,
      actor: `cliente ${order.customer_id}`,
    });
    if (isRefusal(invoice)) return addRefusalDetails(invoice);
    return toWireIssuedInvoice(invoice, await makeInvoiceKey(app, invoice.id), email);
  });

  bind(api, "getInvoiceFile", async (call) => {
    const { app, shop, params } = call;
    const invoice = await findInvoiceByUuid(app.genericPlanDb, params.uuid);
    if (!invoice?.xml || invoice.shopId !== shop.id || !isInvoiceFormat(params.format)) return refuse("not_found");
    if (!(await mayRead(call, invoice))) return refuse("not_found");
    const file = await makeInvoiceFile(app, shop, invoice, params.format);
    return new Response(new Uint8Array(file.content), {
      headers: {
        "Content-Type": file.contentType,
        "Content-Disposition": `attachment; filename="${file.filename}"`,
        "Cache-Control": "no-store",
      },
    });
  });
}

/** `Retry-After` of an invoice whose stamp is still pending, in seconds. */
const RETRY_AFTER_S = 30;

/**
 * Whether the caller may read the invoice's files: they have the invoice's own key, or they may see its order by their
 * session or by a key of the order.
 */
async function mayRead({ app, shop, query, request }: Call<"getInvoiceFile">, invoice: Invoice): Promise<boolean> {
  if (query.key !== undefined && (await isInvoiceKey(app.genericPlanDb, invoice.id, query.key))) return true;
  if (invoice.orderId === null) return false;
  return (await findOrderForRequest(app, shop, invoice.orderId, query.key, request)) !== undefined;
}

function unknownPaymentFormProblem(): Response {
  const message = "Esa forma de pago no está en el catálogo del SAT.";
  return problem(422, "VALIDATION_FAILED", message, { errors: [{ path: "receiver.paymentMethod", message }] });
}

/** Adds the details of a refusal: the wrong field, the last day, a part of the existing invoice's RFC, or the delay. */
function addRefusalDetails(refusal: InvoiceRefusal): Response | (InvoiceRefusal & { retryAfterSeconds?: number }) {
  switch (refusal.refused) {
    case "receiver_invalid": {
      const errors = refusal.receiverErrors.map(({ field, sentence }) => ({
        path: `receiver.${WIRE_FIELD[field]}`,
        message: sentence,
      }));
      return problem(422, "VALIDATION_FAILED", errors[0]?.message ?? "Revisa tus datos.", { errors });
    }
    case "invoice_refused": {
      const { field, customer: sentence } = satError(refusal.code);
      const message = field ? SAT_REFUSED_DATA : refusalText("invoice_refused", "customer");
      return problem(422, "INVOICE_REFUSED", sentence, {
        ...(field ? { errors: [{ path: `receiver.${WIRE_FIELD[field]}`, message: sentence }] } : {}),
        message,
        detailMessage: sentence,
      });
    }
    case "invoice_too_late": {
      const [status, code] = REFUSALS.invoice_too_late;
      return problem(
        status,
        code,
        refusalText(refusal.refused, "customer").replace("{day}", formatDay(refusal.lastDay)),
      );
    }
    case "invoiced_already": {
      const [status, code] = REFUSALS.invoiced_already;
      const rfc = `${refusal.rfc.slice(0, 3)}…${refusal.rfc.slice(-2)}`;
      return problem(status, code, refusalText(refusal.refused, "customer").replace("{rfc}", rfc));
    }
    case "invoice_pending":
      return { ...refusal, retryAfterSeconds: RETRY_AFTER_S };
    default:
      return refusal;
  }
}
