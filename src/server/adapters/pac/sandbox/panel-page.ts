import type { Context } from "hono";
import type { Selectable } from "kysely";
import { formatMoney } from "../../../../domain/money.ts";
import type { Schema } from "../../../db/schema.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { escapeHtml } from "../../../../domain/escape-html.ts";
import { formatMoment, formButton, sandboxPage } from "../../payments/sandbox/sandbox-page.ts";
import { FAULTS_WITHOUT_CODE, type Fault } from "./faults.ts";
import type { StoredStamp } from "./stamp.ts";
import type { Taxpayer } from "./taxpayers.ts";

const FORM_ACTION = "/sandbox/pac/panel";

export const PAC_BANNER = {
  title: "no es un PAC ni el SAT",
  subtitle: "Lo que se timbra aquí no tiene validez fiscal.",
};

/** By SAT's *TipoDeComprobante*. */
const KIND_LABEL: Record<string, string> = { I: "Ingreso", E: "Egreso", P: "Pago" };

const STATE_LABEL: Record<StoredStamp["state"], string> = {
  live: "Vigente",
  requested: "Cancelación por aceptar",
  cancelled: "Cancelado",
  rejected: "Vigente: no aceptaron cancelarlo",
};

const MOTIVE_LABEL: Record<string, string> = {
  "01": "Con errores, lo sustituye otro",
  "02": "Con errores, nada lo sustituye",
  "03": "No se llevó a cabo la operación",
  "04": "Operación de una factura global",
};

const FAULT_LABEL: Record<(typeof FAULTS_WITHOUT_CODE)[number], string> = {
  down: "Caído: corta la conexión",
  html: "Responde una página en vez de datos",
  "500": "Error no controlado (500)",
  "429": "Demasiadas peticiones (429)",
  "503": "No disponible (503)",
  slow: "Lento: dos segundos más",
  "hang-after-work": "Timbra y nunca responde",
  "reset-after-work": "Timbra y corta la conexión",
  "no-data": "Timbra y responde sin el timbre",
  "wrong-uuid": "Responde con otro folio fiscal",
  "other-seal": "Responde con el timbre de otro CFDI",
};

export interface PanelView {
  stamps: readonly StoredStamp[];
  cancellations: readonly Selectable<Schema["sandbox_pac_cancellations"]>[];
  taxpayers: readonly Taxpayer[];
  fault: Fault | null;
}

/** The PAC's panel: the stamped documents, the requested cancellations, and the simulated failures. */
export function panelPage(context: Context<HttpEnv>, view: PanelView): Response | Promise<Response> {
  const main = `<h1>Panel de timbrado simulado</h1>
<div class="two"><div>
<h2>Timbrados</h2>
${view.stamps.map(stampCard).join("\n") || "<section><p>Todavía no hay ninguno.</p></section>"}
</div><div>
<h2>Fallas</h2>
${faultForm(view.fault)}
<h2>Solicitudes de cancelación</h2>
${view.cancellations.map(cancellationCard).join("\n") || "<section><p>Todavía no hay ninguna.</p></section>"}
<h2>Contribuyentes de prueba</h2>
<section><p class="quiet">De estos conoce los datos y los exige. A cualquier otro RFC le cree.</p>
${view.taxpayers.map(taxpayerLine).join("\n")}</section>
</div></div>`;
  return sandboxPage(context, { title: "Panel de timbrado", main, isWide: true, banner: PAC_BANNER });
}

function stampCard(stamp: StoredStamp): string {
  const uuid = stamp.uuid.toUpperCase();
  const button = (label: string, intent: string, kind?: "main" | "bad"): string =>
    formButton({ action: FORM_ACTION, label, fields: { intent, uuid }, kind });
  const answerButtons =
    stamp.state === "requested"
      ? button("Aceptar la cancelación", "accept") + button("Rechazarla", "reject", "bad")
      : "";
  return `<article><h3>${STATE_LABEL[stamp.state]} · ${formatMoney(stamp.total_cents)}</h3>
<p>${uuid}<br><span class="quiet">${escapeHtml(KIND_LABEL[stamp.kind] ?? stamp.kind)} de ${escapeHtml(stamp.issuer_rfc)} para
${escapeHtml(stamp.receiver_name)} (${escapeHtml(stamp.receiver_rfc)}) · ${escapeHtml(formatMoment(stamp.stamped_at))}</span></p>
<div class="row">${answerButtons}<a class="button" href="/sandbox/pac/stamps/${uuid}.xml">Ver XML</a></div></article>`;
}

function cancellationCard({
  uuid,
  motive,
  substitute_uuid: replacedBy,
  requested_at: requestedAt,
}: PanelView["cancellations"][number]): string {
  const replacementText = replacedBy === null ? "" : ` · ${replacedBy.toUpperCase()}`;
  return `<article><p>${uuid.toUpperCase()}<br><span class="quiet">${escapeHtml(motive)} ${escapeHtml(MOTIVE_LABEL[motive] ?? "")}${replacementText} ·
${escapeHtml(formatMoment(requestedAt))}</span></p></article>`;
}

function faultForm(fault: Fault | null): string {
  const code = fault?.startsWith("reject:") ? fault.slice("reject:".length) : null;
  const choice = (value: string, label: string, isChosen: boolean): string =>
    `<label><input type="radio" name="fault" value="${value}"${isChosen ? " checked" : ""}>${escapeHtml(label)}</label>`;
  const radios = [
    choice("", "Ninguna", fault === null),
    ...FAULTS_WITHOUT_CODE.map((faultName) => choice(faultName, FAULT_LABEL[faultName], fault === faultName)),
    choice("reject", "Rechaza con el código:", code !== null),
  ];
  return `<section><form method="post" action="${FORM_ACTION}"><input type="hidden" name="intent" value="fault">
<fieldset class="list"><legend>Cómo falla desde ahora</legend>${radios.join("")}
<input type="text" name="code" aria-label="Código de rechazo" value="${escapeHtml(code ?? "CFDI40145")}" pattern="[A-Za-z]{0,4}[0-9]{3,6}" size="12"></fieldset>
<button>Aplicar</button></form></section>`;
}

function taxpayerLine({ rfc, name, postalCode, taxRegimes, error }: Taxpayer): string {
  const errorLabels = { unknown: "el SAT no lo tiene (CFDI40143)", notListed: "no puede emitir (402)" };
  const note = error ? ` · ${errorLabels[error]}` : "";
  return `<p><strong>${escapeHtml(rfc)}</strong> ${escapeHtml(name)}<br><span class="quiet">C.P. ${postalCode} · régimen ${taxRegimes.join(", ")}${note}</span></p>`;
}
