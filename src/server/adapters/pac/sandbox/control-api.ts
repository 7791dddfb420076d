import type { Hono } from "hono";
import { z } from "zod";
import { toPesos } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { problem } from "../../../http/problems.ts";
import { readJson } from "../../../http/read-json.ts";
import { answerCancellation } from "./cancellations.ts";
import { expireTokens } from "./credentials.ts";
import { Fault, readFault, setFault } from "./faults.ts";
import type { PacSandbox } from "./pac-sandbox.ts";

const MAX_STAMPS = 200;

const Control = z
  .strictObject({
    fault: Fault.nullable().optional(),
    cancellation: z.enum(["accept", "reject"]).optional(),
    /** UUID of the CFDI whose cancellation is answered. */
    uuid: z.string().optional(),
    expireTokens: z.literal(true).optional(),
  })
  .refine((control) => Object.keys(control).length > 0, "di qué hacer: fault, cancellation o expireTokens")
  .refine((control) => (control.cancellation === undefined) === (control.uuid === undefined), {
    path: ["uuid"],
    message: "di de qué CFDI",
  });

/**
 * `POST /sandbox/pac/control` changes what the simulated SAT and PAC do, and `GET /sandbox/pac/state.json` returns
 * their state, both for tests. They have no authentication of their own: a live shop protects all its sandboxes
 * (staff/sandbox-guard.ts).
 */
export function bindControl(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  api.post("/sandbox/pac/control", async (context) => {
    const body = await readJson(context.req.raw, Control);
    if (body instanceof Response) return body;
    const { fault, cancellation, uuid, expireTokens: shouldExpireTokens } = body.parsed;
    if (cancellation && !(await answerCancellation(sandbox, uuid!, cancellation))) {
      return problem(409, "NOTHING_ASKED", "Ese CFDI no tiene una cancelación por aceptar.");
    }
    if (fault !== undefined) await setFault(sandbox.db, fault);
    if (shouldExpireTokens) await expireTokens(sandbox, new Date());
    return context.json({ fault: await readFault(sandbox.db) });
  });
  api.get("/sandbox/pac/state.json", async (context) => {
    const stamps = await sandbox.db
      .selectFrom("sandbox_pac_stamps")
      .selectAll()
      .orderBy("stamped_at", "desc")
      .limit(MAX_STAMPS)
      .execute();
    const stampsJson = stamps.map((stamp) => ({
      uuid: stamp.uuid.toUpperCase(),
      customid: stamp.custom_id,
      issuer: stamp.issuer_rfc,
      receiver: stamp.receiver_rfc,
      total: toPesos(stamp.total_cents),
      state: stamp.state,
      stampedOn: stamp.stamped_at.toISOString(),
    }));
    return context.json({ stamps: stampsJson, fault: await readFault(sandbox.db) }, 200, {
      "Cache-Control": "no-store",
    });
  });
}
