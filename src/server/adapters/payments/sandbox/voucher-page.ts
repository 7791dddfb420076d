import type { Context } from "hono";
import { formatMoney } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { escapeHtml } from "../../../../domain/escape-html.ts";
import { backUrl } from "./back-url.ts";
import { formButton, formatMoment, sandboxPage } from "./sandbox-page.ts";
import { voucherReference } from "./payment-json.ts";
import { canMove } from "./payment-states.ts";
import type { Payment } from "./payments.ts";
import type { Preference } from "./preferences.ts";
import { STATUS_LABEL } from "./labels.ts";

/** The voucher for the convenience store, with a button that simulates its cashier. */
export function voucherPage(
  context: Context<HttpEnv>,
  preference: Preference,
  payment: Payment,
): Response | Promise<Response> {
  const returnUrl = backUrl(preference, payment);
  const canApprove = canMove(payment, "approve");
  const main = `<h1>Ficha de pago</h1>
${canApprove ? "" : stateNotice(payment)}
<section><dl>
<dt>Monto exacto</dt><dd class="big">${formatMoney(payment.amount_cents)}</dd>
<dt>Referencia para la caja</dt><dd class="big">${voucherReference(payment.id)}</dd>
<dt>Paga antes de</dt><dd>${payment.expires_at ? escapeHtml(formatMoment(payment.expires_at)) : "—"} (centro de México)</dd>
<dt>Dónde</dt><dd>OXXO (simulado)</dd>
</dl>
<p class="quiet">Es una ficha de mentira: ninguna tienda la acepta.</p></section>
${canApprove ? payButton(payment) : ""}
${returnUrl ? `<p><a class="button" href="${escapeHtml(returnUrl)}">Volver a la tienda</a></p>` : ""}`;
  return sandboxPage(context, { title: "Ficha de pago", main });
}

function stateNotice(payment: Payment): string {
  const isApproved = payment.status === "approved";
  return `<section class="notice ${isApproved ? "good" : "bad"}" role="status"><p>Estado del pago: <strong>${STATUS_LABEL[payment.status]}</strong>${
    payment.status_detail === "expired" ? " (venció)" : ""
  }.</p></section>`;
}

function payButton(payment: Payment): string {
  const button = formButton({
    action: "/sandbox/mp/mlm/payments/ticket/helper",
    label: "Simular que ya pagué en la tienda",
    fields: { payment_id: payment.id },
    kind: "main",
  });
  return `<section>${button}</section>`;
}
