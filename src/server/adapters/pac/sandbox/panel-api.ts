import type { Hono } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { noticePage } from "../../payments/sandbox/sandbox-page.ts";
import { answerCancellation } from "./cancellations.ts";
import { Fault, readFault, setFault } from "./faults.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { PAC_BANNER, panelPage } from "./panel-page.ts";

const MAX_ROWS = 50;

/** `/sandbox/pac`: the panel, its actions, and each stamped document as it was returned. */
export function bindPanel(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  const { db } = sandbox;
  api.on("GET", ["/sandbox/pac", "/sandbox/pac/"], async (context) => {
    const stampQuery = db.selectFrom("sandbox_pac_stamps").selectAll();
    const cancellationQuery = db.selectFrom("sandbox_pac_cancellations").selectAll();
    return panelPage(context, {
      stamps: await stampQuery.orderBy("stamped_at", "desc").limit(MAX_ROWS).execute(),
      cancellations: await cancellationQuery.orderBy("id", "desc").limit(MAX_ROWS).execute(),
      taxpayers: sandbox.taxpayers,
      fault: await readFault(db),
    });
  });
  api.post("/sandbox/pac/panel", async (context) => {
    await runPanelAction(sandbox, await context.req.formData());
    return context.redirect("/sandbox/pac", 303);
  });
  api.get("/sandbox/pac/stamps/:file{[0-9A-Fa-f-]{36}\\.xml}", async (context) => {
    const uuid = context.req.param("file").slice(0, 36);
    const isUuid = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(uuid);
    const stamp =
      isUuid && (await db.selectFrom("sandbox_pac_stamps").select("xml").where("uuid", "=", uuid).executeTakeFirst());
    if (!stamp) return noticePage(context, 404, "No existe", "Aquí no se timbró ese CFDI.", PAC_BANNER);
    return context.body(stamp.xml, 200, { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" });
  });
}

/** An action that is no longer possible changes nothing. The page shows the current state. */
async function runPanelAction(sandbox: PacSandbox, form: FormData): Promise<void> {
  const [intent, uuid] = [form.get("intent"), form.get("uuid")];
  if (intent === "fault") {
    const code = form.get("code");
    const chosenFault =
      form.get("fault") === "reject" && typeof code === "string"
        ? `reject:${code.trim().toUpperCase()}`
        : form.get("fault");
    await setFault(sandbox.db, Fault.safeParse(chosenFault).data ?? null);
  } else if ((intent === "accept" || intent === "reject") && typeof uuid === "string") {
    await answerCancellation(sandbox, uuid, intent);
  }
}
