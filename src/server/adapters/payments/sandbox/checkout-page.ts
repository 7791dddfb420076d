import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { formatMoney, toCents } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { escapeHtml } from "../../../../domain/escape-html.ts";
import { backUrl } from "./back-url.ts";
import { formButton, formatMoment, sandboxPage } from "./sandbox-page.ts";
import { voucherUrl } from "./payment-json.ts";
import type { OutcomeName } from "./payment-states.ts";
import type { Payment } from "./payments.ts";
import { allowsOutcome, installmentChoices, isPayable, type Preference } from "./preferences.ts";
import { OUTCOME_LABEL, REJECTION_LABEL } from "./labels.ts";

const MAIN_OUTCOMES = ["APRO", "OTHE", "CONT"] as const;
const OTHER_OUTCOMES = ["REVI", "CALL", "FUND", "SECU", "EXPI", "FORM"] as const;

/** The hosted page: the items, the total, and a button for each possible outcome of the payment. */
export function checkoutPage(
  context: Context<HttpEnv>,
  preference: Preference,
  payments: readonly Payment[],
): Response | Promise<Response> {
  const lastPayment = payments.at(-1);
  const returnUrl = backUrl(preference, lastPayment);
  const isPayableNow = isPayable(preference, new Date());
  const main = `<h1>Paga tu compra</h1>
${notices(preference, payments, isPayableNow)}
${purchaseTable(preference)}
${isPayableNow ? outcomeButtons(preference) : ""}
${returnUrl ? `<p><a class="button" href="${escapeHtml(returnUrl)}">Volver a la tienda</a></p>` : ""}`;
  return sandboxPage(context, {
    title: "Paga tu compra",
    main,
    status: isPayableNow ? 200 : 410,
    formTargets: backOrigins(preference),
  });
}

function backOrigins({ fields }: Preference): string[] {
  const { success, pending, failure } = fields.back_urls ?? {};
  return [success, pending, failure]
    .filter((url) => url !== null && url !== undefined)
    .map((url) => new URL(url).origin);
}

function notices(preference: Preference, payments: readonly Payment[], isPayableNow: boolean): string {
  const sections: string[] = [];
  const lastPayment = payments.at(-1);
  const voucherPayment = payments.findLast((payment) => payment.status === "pending");
  if (!isPayableNow)
    sections.push(notice("bad", "El enlace de pago ya no está vigente. Vuelve a la tienda y pide uno nuevo."));
  if (lastPayment?.status === "rejected") {
    const reason = REJECTION_LABEL[lastPayment.status_detail] ?? "El pago fue rechazado.";
    const advice = isPayableNow ? " No se cobró nada: elige otra forma de pago o intenta de nuevo." : "";
    sections.push(notice("bad", `${reason}${advice}`));
  }
  if (payments.some((payment) => payment.status === "approved")) {
    sections.push(notice("good", "Esta compra ya tiene un pago aprobado. Si pagas otra vez, será un segundo pago."));
  }
  if (voucherPayment) {
    const link = `<a href="${escapeHtml(voucherUrl(preference, voucherPayment.id))}">Ver la ficha</a>`;
    sections.push(`<section class="notice" role="status"><p>Ya tienes una ficha por pagar. ${link}</p></section>`);
  }
  return sections.join("\n");
}

function notice(kind: "good" | "bad", text: string): string {
  return `<section class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}"><p>${escapeHtml(text)}</p></section>`;
}

function purchaseTable({ fields, total_cents }: Preference): string {
  const rows = fields.items.map((item) => {
    const cents = toCents(item.unit_price) * item.quantity;
    const piecesText = item.quantity > 1 ? ` × ${item.quantity}` : "";
    return `<tr><th scope="row">${escapeHtml(item.title)}${piecesText}</th><td>${formatMoney(cents)}</td></tr>`;
  });
  const expiresAt = fields.expires && fields.expiration_date_to ? new Date(fields.expiration_date_to) : undefined;
  return `<section><table><caption>Tu compra</caption><tbody>
${rows.join("\n")}
<tr class="total"><th scope="row">Total</th><td>${formatMoney(total_cents)}</td></tr></tbody></table>
${expiresAt ? `<p class="quiet">Vigencia del enlace: ${escapeHtml(formatMoment(expiresAt))}</p>` : ""}</section>`;
}

function outcomeButtons(preference: Preference): string {
  // The same key for all buttons of this page, so that a second press or a resubmitted form is not a second payment.
  const attempt = randomUUID();
  const button = (name: OutcomeName): string =>
    allowsOutcome(preference, name)
      ? formButton({
          action: "/sandbox/mp/checkout/v1/pay",
          label: OUTCOME_LABEL[name],
          fields: { pref_id: preference.id, outcome: name, attempt },
          fieldsHtml: name === "APRO" ? monthsField(preference) : undefined,
          kind: name === "APRO" ? "main" : name === "OTHE" ? "bad" : undefined,
        })
      : "";
  const mainButtons = MAIN_OUTCOMES.map(button).join("\n");
  const otherButtons = OTHER_OUTCOMES.map(button).join("\n");
  return `<section aria-labelledby="how"><h2 id="how">¿Cómo termina el pago?</h2>
<p class="quiet">No se piden datos de tarjeta: elige el resultado.</p>
${mainButtons || "<p>La tienda no admite ninguna forma de pago de esta simulación.</p>"}
${otherButtons.trim() ? `<details><summary>Otros resultados</summary>${otherButtons}</details>` : ""}</section>`;
}

/** The choice of months without interest. Empty if the preference allows none. */
function monthsField(preference: Preference): string {
  const [, ...choices] = installmentChoices(preference);
  if (choices.length === 0) return "";
  const options = choices.map((months) => {
    const cents = Math.floor(preference.total_cents / months);
    return `<option value="${months}">${months} meses sin intereses de ${formatMoney(cents)}</option>`;
  });
  return `<p><label>Con tarjeta <select name="installments"><option value="1">en un solo pago</option>${options.join("")}</select></label></p>`;
}
