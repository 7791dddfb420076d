import type { Hono } from "hono";
import { z } from "zod";
import { EnviaWebhook } from "../adapters/carriers/envia-shapes.ts";
import type { HttpEnv } from "../api/env.ts";
import type { App } from "../app.ts";
import { readJson } from "../http/read-json.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { listTravelling } from "./track-parcels.ts";

/**
 * Receives Envia's webhooks. They are not signed, so they state nothing: a job looks the guide up. A guide that is not on
 * its way here is answered with 200 and changes nothing.
 */
export function bindCarrierWebhooks(api: Hono<HttpEnv>, app: App): void {
  api.post("/api/v1/carriers/envia/notifications", async (context) => {
    const read = await readJson(context.req.raw, z.looseObject({}));
    if (read instanceof Response) return read;
    const guide = EnviaWebhook.safeParse(read.parsed).data?.trackingNumber;
    if (guide !== undefined && (await listTravelling(app, guide)).length > 0) {
      await enqueue(app.db, "track_guide", { guide }, { key: `track_guide ${guide}` });
    }
    return context.json({ status: "OK" }, 200, { "Cache-Control": "no-store" });
  });
}
