import type { Hono } from "hono";
import { z } from "zod";
import { isRefusal } from "../../../../domain/refusal.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { readJson } from "../../../http/read-json.ts";
import { runAction, SANDBOX_ACTIONS } from "./actions.ts";
import { releaseHeldNotifications, retryUnacknowledgedNotifications } from "./deliveries.ts";
import { ApiFault, readFaults, setFaults, WebhookFault } from "./faults.ts";
import type { MercadoPagoSandbox } from "./mercado-pago-sandbox.ts";
import { mpError } from "./mp-errors.ts";
import { readSandboxState } from "./sandbox-state.ts";

const ControlRequest = z
  .strictObject({
    act: z.enum(SANDBOX_ACTIONS).optional(),
    payment_id: z.coerce.number().int().positive().optional(),
    /** Pesos, for a partial `refund`. */
    amount: z.number().optional(),
    fault: z
      .strictObject({ api: ApiFault.nullish(), webhook: z.array(WebhookFault).optional() })
      .nullable()
      .optional(),
    release: z.literal(true).optional(),
    retry: z.literal(true).optional(),
  })
  .refine((control) => Object.keys(control).length > 0, "di qué hacer: act, fault, release o retry")
  .refine((control) => !control.act || control.payment_id !== undefined, {
    path: ["payment_id"],
    message: "di de qué pago",
  });

/**
 * `POST /sandbox/mp/control` runs an action of the simulated provider, sets its faults, and releases or retries its
 * notifications. `GET /sandbox/mp/state.json` returns its state. Both are for tests. They have no authentication of
 * their own: a live shop protects all its sandboxes (staff/sandbox-guard.ts).
 */
export function bindControl(api: Hono<HttpEnv>, sandbox: MercadoPagoSandbox): void {
  api.post("/sandbox/mp/control", async (context) => {
    const requestBody = await readJson(context.req.raw, ControlRequest);
    if (requestBody instanceof Response) return requestBody;
    const { act: name, payment_id, amount, fault, release, retry } = requestBody.parsed;
    const result: Record<string, unknown> = {};
    if (fault === null) await setFaults(sandbox.db, { api: null, webhook: [] });
    else if (fault) await setFaults(sandbox.db, fault as Parameters<typeof setFaults>[1]);
    if (name) {
      const payment = await sandbox.change((tx) => runAction(tx, payment_id!, name, amount));
      if (isRefusal(payment)) {
        const { status, body } = mpError(payment);
        return context.json(body, status as 400);
      }
      Object.assign(result, { payment_id: payment.id, status: payment.status, status_detail: payment.status_detail });
    }
    if (release) result.released = await sandbox.change((tx) => releaseHeldNotifications(tx));
    if (retry) result.retried = await sandbox.change((tx) => retryUnacknowledgedNotifications(tx));
    return context.json({ ...result, fault: await readFaults(sandbox.db) });
  });
  api.get("/sandbox/mp/state.json", async (context) =>
    context.json(await readSandboxState(sandbox.db, context.req.query("external_reference")), 200, {
      "Cache-Control": "no-store",
    }),
  );
}
