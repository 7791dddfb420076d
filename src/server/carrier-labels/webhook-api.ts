import type { Hono } from "hono";
import { z } from "zod";
import type { ProviderKey } from "../adapters/carriers/carrier-provider.ts";
import { EnviaWebhook } from "../adapters/carriers/envia-shapes.ts";
import { SkydropxWebhook } from "../adapters/carriers/skydropx-shapes.ts";
import type { HttpEnv } from "../api/env.ts";
import type { App } from "../app.ts";
import { readJson } from "../http/read-json.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { listParcelsToTrack } from "./track-parcels.ts";

/**
 * Receives the webhooks of Envia and Skydropx. Their content is not trusted, because Envia does not sign it: a job
 * fetches the tracking of the guide. A webhook about a guide that is not tracked (`listParcelsToTrack`) is answered
 * with 200 and changes nothing.
 */
export function bindCarrierWebhooks(api: Hono<HttpEnv>, app: App): void {
  bindWebhook(api, app, "envia", (body) => EnviaWebhook.safeParse(body).data?.trackingNumber);
  bindWebhook(api, app, "skydropx", (body) => SkydropxWebhook.safeParse(body).data?.data.attributes.tracking_number);
}

function bindWebhook(
  api: Hono<HttpEnv>,
  app: App,
  provider: ProviderKey,
  guideOf: (body: unknown) => string | undefined,
): void {
  api.post(`/api/v1/carriers/${provider}/notifications`, async (context) => {
    const readResult = await readJson(context.req.raw, z.looseObject({}));
    if (readResult instanceof Response) return readResult;
    const guide = guideOf(readResult.parsed);
    if (guide !== undefined && (await listParcelsToTrack(app, guide)).length > 0) {
      await enqueue(app.db, "track_guide", { guide }, { key: `track_guide ${guide}` });
    }
    return context.json({ status: "OK" }, 200, { "Cache-Control": "no-store" });
  });
}
