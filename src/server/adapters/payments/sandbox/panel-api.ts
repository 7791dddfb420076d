import type { Hono } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { runAction, isSandboxAction } from "./actions.ts";
import { releaseHeldNotifications, retryUnacknowledgedNotifications, repeatDelivery } from "./deliveries.ts";
import { ApiFault, readFaults, setFaults, WebhookFault } from "./faults.ts";
import type { MercadoPagoSandbox } from "./mercado-pago-sandbox.ts";
import { panelPage, type PanelView } from "./panel-page.ts";

const MAX_SHOWN_ROWS = 50;

/**
 * `/sandbox/mp`, the panel, and the actions of its buttons. An action that is no longer possible changes nothing, and
 * the page shows the current state.
 */
export function bindPanel(api: Hono<HttpEnv>, sandbox: MercadoPagoSandbox): void {
  api.on("GET", ["/sandbox/mp", "/sandbox/mp/"], async (context) => panelPage(context, await readPanelView(sandbox)));
  api.post("/sandbox/mp/panel", async (context) => {
    await runPanelAction(sandbox, await context.req.formData());
    return context.redirect("/sandbox/mp", 303);
  });
}

async function runPanelAction(sandbox: MercadoPagoSandbox, form: FormData): Promise<void> {
  const intent = form.get("intent");
  const action = form.get("action");
  const deliveryId = Number(form.get("delivery"));
  if (intent === "change" && isSandboxAction(action)) {
    await sandbox.change((tx) => runAction(tx, Number(form.get("payment_id")) || -1, action));
  } else if (intent === "fault") {
    const parsedApiFault = ApiFault.safeParse(form.get("api"));
    const parsedWebhookFaults = form.getAll("webhook").map((fault) => WebhookFault.safeParse(fault));
    await setFaults(sandbox.db, {
      api: parsedApiFault.data ?? null,
      webhook: parsedWebhookFaults.flatMap((parsedFault) => (parsedFault.data ? [parsedFault.data] : [])),
    });
  } else if (intent === "release") await sandbox.change((tx) => releaseHeldNotifications(tx));
  else if (intent === "retry") await sandbox.change((tx) => retryUnacknowledgedNotifications(tx));
  else if ((intent === "resend" || intent === "duplicate" || intent === "forge") && Number.isSafeInteger(deliveryId)) {
    await sandbox.change((tx) => repeatDelivery(tx, deliveryId, intent));
  }
}

async function readPanelView({ db }: MercadoPagoSandbox): Promise<PanelView> {
  return {
    payments: await db
      .selectFrom("sandbox.mp_payments")
      .selectAll()
      .orderBy("id", "desc")
      .limit(MAX_SHOWN_ROWS)
      .execute(),
    preferences: await db
      .selectFrom("sandbox.mp_preferences as preference")
      .selectAll("preference")
      .where((columns) =>
        columns.not(
          columns.exists(
            columns
              .selectFrom("sandbox.mp_payments as payment")
              .select("payment.id")
              .whereRef("payment.preference_id", "=", "preference.id")
              .where("payment.status", "=", "approved"),
          ),
        ),
      )
      .orderBy("created_at", "desc")
      .limit(10)
      .execute(),
    deliveries: await db
      .selectFrom("sandbox.mp_deliveries")
      .selectAll()
      .orderBy("id", "desc")
      .limit(MAX_SHOWN_ROWS)
      .execute(),
    faults: await readFaults(db),
  };
}
