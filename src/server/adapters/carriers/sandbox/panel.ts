import type { Context, Hono } from "hono";
import type { Selectable } from "kysely";
import { escapeHtml } from "../../../../domain/escape-html.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import type { Schema } from "../../../db/schema.ts";
import { formatMoment, formButton, sandboxPage } from "../../payments/sandbox/sandbox-page.ts";
import { simulateEvent, PARCEL_EVENTS, type ParcelEvent } from "./simulate-event.ts";
import type { CarrierSandbox } from "./carrier-sandbox.ts";
import { CARRIER_FAULTS, CarrierFault, readCarrierFault, setCarrierFault } from "./faults.ts";

type SandboxLabel = Selectable<Schema["sandbox_carrier_guides"]>;

const FORM_ACTION = "/sandbox/carriers/panel";
const MAX_LABELS = 50;

const BANNER = { title: "no es Envia", subtitle: "Estas guías no mueven ningún paquete y no cuestan nada." };

const STATUS_TEXT: Record<SandboxLabel["status"], string> = {
  Created: "Guía creada",
  Shipped: "En camino",
  Delivered: "Entregado",
  "Delivery Attempt": "No se pudo entregar",
  Canceled: "Cancelada",
};

const EVENT_TEXT: Record<ParcelEvent, string> = {
  transit: "Va en camino",
  delivered: "Se entregó",
  failed: "No se pudo entregar",
};

const FAULT_TEXT: Record<CarrierFault, string> = {
  down: "Caído: corta la conexión",
  "500": "Error no controlado (500)",
  "429": "Demasiadas peticiones (429)",
  "hang-after-purchase": "Vende la guía y nunca responde",
  hang: "Nunca responde",
  html: "Responde una página en vez de datos",
  "wrong-price": "Cobra una cuarta parte más de lo cotizado",
};

/** `/sandbox/carriers`: the sold labels, what happens to their parcels, and the simulated failures. */
export function bindCarrierPanel(api: Hono<HttpEnv>, sandbox: CarrierSandbox): void {
  const { db } = sandbox;
  api.on("GET", ["/sandbox/carriers", "/sandbox/carriers/"], async (context) => {
    const labelQuery = db
      .selectFrom("sandbox_carrier_guides")
      .selectAll()
      .orderBy("created_at", "desc")
      .limit(MAX_LABELS);
    return panelPage(context, await labelQuery.execute(), await readCarrierFault(db));
  });
  api.post(FORM_ACTION, async (context) => {
    const form = await context.req.formData();
    const [intent, guide] = [form.get("intent"), form.get("guide")];
    if (intent === "fault") await setCarrierFault(db, CarrierFault.safeParse(form.get("fault")).data ?? null);
    const event = PARCEL_EVENTS.find((name) => name === intent);
    // The parcel of a cancelled label does not change. The page shows its state.
    if (event && typeof guide === "string") await simulateEvent(sandbox, guide, event);
    return context.redirect("/sandbox/carriers", 303);
  });
}

function panelPage(
  context: Context<HttpEnv>,
  labels: readonly SandboxLabel[],
  fault: CarrierFault | null,
): Response | Promise<Response> {
  const main = `<h1>Paqueterías simuladas</h1>
<div class="two"><div>
<h2>Guías</h2>
${labels.map(labelCard).join("\n") || "<section><p>Todavía no hay ninguna.</p></section>"}
</div><div>
<h2>Fallas</h2>
${faultForm(fault)}
</div></div>`;
  return sandboxPage(context, { title: "Paqueterías", main, isWide: true, banner: BANNER });
}

function labelCard(label: SandboxLabel): string {
  const buttons =
    label.status === "Canceled"
      ? ""
      : PARCEL_EVENTS.map((event) =>
          formButton({
            action: FORM_ACTION,
            label: EVENT_TEXT[event],
            fields: { intent: event, guide: label.guide },
            kind: event === "failed" ? "bad" : undefined,
          }),
        ).join("");
  return `<article><h3>${STATUS_TEXT[label.status]} · ${formatMoney(label.price_cents)}</h3>
<p>${escapeHtml(label.guide)} · ${escapeHtml(label.carrier)} ${escapeHtml(label.service)}<br>
<span class="quiet">${escapeHtml(label.sender_company)} para ${escapeHtml(label.consignee)}, ${escapeHtml(label.destination)} ·
${escapeHtml(formatMoment(label.created_at))}</span></p>
<div class="row">${buttons}<a class="button" href="/sandbox/carriers/labels/${escapeHtml(label.guide)}.pdf">Ver guía</a></div></article>`;
}

function faultForm(fault: CarrierFault | null): string {
  const choice = (value: string, text: string): string =>
    `<label><input type="radio" name="fault" value="${value}"${value === (fault ?? "") ? " checked" : ""}>${escapeHtml(text)}</label>`;
  const radios = [choice("", "Ninguna"), ...CARRIER_FAULTS.map((name) => choice(name, FAULT_TEXT[name]))];
  return `<section><form method="post" action="${FORM_ACTION}"><input type="hidden" name="intent" value="fault">
<fieldset class="list"><legend>Cómo falla desde ahora</legend>${radios.join("")}</fieldset>
<button>Aplicar</button></form></section>`;
}
