import type { Hono } from "hono";
import { z } from "zod";
import { toCents, toPesos } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { problem } from "../../../http/problems.ts";
import { readJson } from "../../../http/read-json.ts";
import { simulateEvent, PARCEL_EVENTS } from "./simulate-event.ts";
import type { CarrierSandbox } from "./carrier-sandbox.ts";
import { CarrierFault, readCarrierFault, setCarrierFault } from "./faults.ts";

const MAX_LABELS = 200;

const Control = z
  .strictObject({
    fault: CarrierFault.nullable().optional(),
    act: z.enum(PARCEL_EVENTS).optional(),
    /** The guide of the parcel that `act` moves. */
    guide: z.string().max(100).optional(),
    /** The account's balance, in pesos. */
    balance: z.number().min(0).max(1_000_000).optional(),
  })
  .refine((control) => Object.keys(control).length > 0, "di qué hacer: fault, act o balance")
  .refine(({ act, guide }) => (act === undefined) === (guide === undefined), {
    path: ["guide"],
    message: "di de qué guía",
  });

/**
 * `POST /sandbox/carriers/control` changes what the simulated carriers do, and `GET /sandbox/carriers/state.json`
 * returns their state, both for tests.
 */
export function bindCarrierControl(api: Hono<HttpEnv>, sandbox: CarrierSandbox): void {
  const { db } = sandbox;
  api.post("/sandbox/carriers/control", async (context) => {
    const body = await readJson(context.req.raw, Control);
    if (body instanceof Response) return body;
    const { fault, act: event, guide, balance } = body.parsed;
    if (event && !(await simulateEvent(sandbox, guide!, event))) {
      return problem(404, "NOT_FOUND", "Aquí no se vendió esa guía, o se canceló.");
    }
    if (fault !== undefined) await setCarrierFault(db, fault);
    if (balance !== undefined) {
      await db
        .updateTable("sandbox_carrier_settings")
        .set({ balance_cents: toCents(balance) })
        .execute();
    }
    return context.json({ fault: await readCarrierFault(db) });
  });
  api.get("/sandbox/carriers/state.json", async (context) => {
    const labels = await db
      .selectFrom("sandbox_carrier_guides")
      .selectAll()
      .orderBy("created_at", "desc")
      .limit(MAX_LABELS)
      .execute();
    const guides = labels.map((row) => ({
      guide: row.guide,
      carrier: row.carrier,
      service: row.service,
      sender: row.sender_company,
      consignee: row.consignee,
      price: toPesos(row.price_cents),
      status: row.status,
      createdOn: row.created_at.toISOString(),
    }));
    return context.json({ guides, fault: await readCarrierFault(db) }, 200, { "Cache-Control": "no-store" });
  });
}
