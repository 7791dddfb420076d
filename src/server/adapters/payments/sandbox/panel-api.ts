import type { Hono } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { act, isAct } from "./acts.ts";
import { releaseHeld, retryUnacknowledged, sendAgain } from "./deliveries.ts";
import { ApiFault, readFaults, setFaults, WebhookFault } from "./faults.ts";
import type { MercadoPagoSandbox } from "./mercado-pago-sandbox.ts";
import { panelPage, type PanelView } from "./panel-page.ts";

const SHOWN = 50;

/** `/sandbox/mp`, the panel, and what its buttons do. What is no longer possible changes nothing: the page shows why. */
export function bindPanel(api: Hono<HttpEnv>, sandbox: MercadoPagoSandbox): void {
  api.on("GET", ["/sandbox/mp", "/sandbox/mp/"], async (context) => panelPage(context, await panelView(sandbox)));
  api.post("/sandbox/mp/panel", async (context) => {
    await pressed(sandbox, await context.req.formData());
    return context.redirect("/sandbox/mp", 303);
  });
}

async function pressed(sandbox: MercadoPagoSandbox, form: FormData): Promise<void> {
  const what = form.get("do");
  const name = form.get("act");
  const delivery = Number(form.get("delivery"));
  if (what === "act" && isAct(name)) {
    await sandbox.change((tx) => act(tx, Number(form.get("payment_id")) || -1, name));
  } else if (what === "fault") {
    const api = ApiFault.safeParse(form.get("api"));
    const webhook = form.getAll("webhook").map((fault) => WebhookFault.safeParse(fault));
    await setFaults(sandbox.db, {
      api: api.data ?? null,
      webhook: webhook.flatMap((read) => (read.data ? [read.data] : [])),
    });
  } else if (what === "release") await sandbox.change((tx) => releaseHeld(tx));
  else if (what === "retry") await sandbox.change((tx) => retryUnacknowledged(tx));
  else if ((what === "resend" || what === "duplicate" || what === "forge") && Number.isSafeInteger(delivery)) {
    await sandbox.change((tx) => sendAgain(tx, delivery, what));
  }
}

async function panelView({ db }: MercadoPagoSandbox): Promise<PanelView> {
  return {
    payments: await db.selectFrom("sandbox.mp_payments").selectAll().orderBy("id", "desc").limit(SHOWN).execute(),
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
    deliveries: await db.selectFrom("sandbox.mp_deliveries").selectAll().orderBy("id", "desc").limit(SHOWN).execute(),
    faults: await readFaults(db),
  };
}
