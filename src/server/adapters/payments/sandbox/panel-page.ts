import type { Context } from "hono";
import { formatMoney } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { escapeHtml } from "../../../../domain/escape-html.ts";
import { availableActions, type SandboxAction } from "./actions.ts";
import { ApiFault, WebhookFault, type Faults } from "./faults.ts";
import { formButton, formatMoment, sandboxPage } from "./sandbox-page.ts";
import type { Payment } from "./payments.ts";
import type { Delivery } from "./webhook-dispatcher.ts";
import { initPoint, type Preference } from "./preferences.ts";
import {
  ACTION_LABEL,
  API_FAULT_LABEL,
  DELIVERY_LABEL,
  SIGNING_LABEL,
  STATUS_LABEL,
  WEBHOOK_FAULT_LABEL,
} from "./labels.ts";

const ACTION_URL = "/sandbox/mp/panel";
const UNFAVOURABLE_ACTIONS = new Set<SandboxAction>(["reject", "expire", "chargeback", "cb_lost"]);

export interface PanelView {
  payments: readonly Payment[];
  preferences: readonly Preference[];
  deliveries: readonly Delivery[];
  faults: Faults;
}

/**
 * The sandbox's panel: payments with their possible actions, preferences without an approved payment, faults, and the
 * deliveries of notifications.
 */
export function panelPage(context: Context<HttpEnv>, view: PanelView): Response | Promise<Response> {
  const main = `<h1>Panel de pagos simulados</h1>
<div class="two"><div>
<h2>Pagos</h2>
${view.payments.map(paymentCard).join("\n") || "<section><p>Todavía no hay pagos.</p></section>"}
<h2>Compras por pagar</h2>
<section>${view.preferences.map(preferenceLine).join("\n") || "<p>Todavía no hay ninguna.</p>"}</section>
</div><div>
<h2>Fallas</h2>
${faultForm(view.faults)}
<h2>Avisos a la tienda (webhooks)</h2>
<div class="row">${panelButton("Entregar los retenidos", { intent: "release" })}${panelButton("Reintentar los pendientes", { intent: "retry" })}</div>
${view.deliveries.map(deliveryCard).join("\n") || "<section><p>Todavía no hay avisos.</p></section>"}
</div></div>`;
  return sandboxPage(context, { title: "Panel de pagos", main, isWide: true });
}

function panelButton(label: string, fields: Record<string, string | number>, kind?: "bad"): string {
  return formButton({ action: ACTION_URL, label, fields, kind });
}

function paymentCard(payment: Payment): string {
  const buttons = availableActions(payment).map((action) =>
    panelButton(
      ACTION_LABEL[action],
      { intent: "change", action, payment_id: payment.id },
      UNFAVOURABLE_ACTIONS.has(action) ? "bad" : undefined,
    ),
  );
  const voucherLink =
    payment.type === "ticket"
      ? `<a class="button" href="/sandbox/mp/mlm/payments/ticket/helper?payment_id=${payment.id}">Ver ficha</a>`
      : "";
  const refundedText = payment.refunded_cents > 0 ? ` · devuelto ${formatMoney(payment.refunded_cents)}` : "";
  return `<article><h3>${STATUS_LABEL[payment.status]} · ${formatMoney(payment.amount_cents)}</h3>
<p>Pago ${payment.id}${refundedText}<br>
<span class="quiet">${escapeHtml(payment.status)} / ${escapeHtml(payment.status_detail)} · ${escapeHtml(payment.method)} · referencia
${escapeHtml(payment.external_reference ?? "—")} · ${escapeHtml(formatMoment(payment.created_at))}</span></p>
<div class="row">${buttons.join("")}${voucherLink}</div></article>`;
}

function preferenceLine(preference: Preference): string {
  const url = new URL(initPoint(preference));
  const label = preference.external_reference ?? preference.id;
  return `<p><a href="${escapeHtml(url.pathname + url.search)}">${escapeHtml(label)}</a> · ${formatMoney(preference.total_cents)}
<span class="quiet">${escapeHtml(formatMoment(preference.created_at))}</span></p>`;
}

function faultForm(faults: Faults): string {
  const radios = [
    choice("radio", "api", "", "Ninguna", faults.api === null),
    ...ApiFault.options.map((fault) => choice("radio", "api", fault, API_FAULT_LABEL[fault], faults.api === fault)),
  ];
  const checkboxes = WebhookFault.options.map((fault) =>
    choice("checkbox", "webhook", fault, WEBHOOK_FAULT_LABEL[fault], faults.webhook.includes(fault)),
  );
  return `<section><form method="post" action="${ACTION_URL}"><input type="hidden" name="intent" value="fault">
<fieldset><legend>De la API</legend>${radios.join("")}</fieldset>
<fieldset><legend>De los avisos nuevos</legend>${checkboxes.join("")}</fieldset>
<button>Aplicar</button></form></section>`;
}

function choice(type: string, name: string, value: string, label: string, isChosen: boolean): string {
  return `<label><input type="${type}" name="${name}" value="${value}"${isChosen ? " checked" : ""}>${escapeHtml(label)}</label>`;
}

function deliveryCard(delivery: Delivery): string {
  const answerText = delivery.answered === null ? "" : ` · respuesta ${delivery.answered}`;
  const errorText = delivery.error === null ? "" : ` · ${escapeHtml(delivery.error)}`;
  const { action = "IPN" } = delivery.body as { action?: string };
  const sendButton = (label: string, intent: string): string => panelButton(label, { intent, delivery: delivery.id });
  const buttons =
    delivery.state === "refused"
      ? ""
      : `<div class="row">${sendButton("Reenviar", "resend")}${sendButton("Duplicar", "duplicate")}${sendButton("Falsificar", "forge")}</div>`;
  return `<article><p><strong>${escapeHtml(action)}</strong> del pago ${delivery.payment_id}: ${stateLabel(delivery)}<br>
<span class="quiet">${SIGNING_LABEL[delivery.signing]} · ${delivery.attempts} ${delivery.attempts === 1 ? "intento" : "intentos"}${answerText}${errorText} ·
${escapeHtml(formatMoment(delivery.created_at))}</span></p>
${buttons}</article>`;
}

function stateLabel({ state, attempts }: Delivery): string {
  return state === "waiting" && attempts > 0 ? "se volverá a intentar" : DELIVERY_LABEL[state];
}
