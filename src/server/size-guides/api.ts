import type { Hono } from "hono";
import type { z } from "zod";
import type { SaveMeasures } from "../../contract/size-guides.ts";
import type { BodyMeasures } from "../../domain/recommend-size.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { BODY_MEASURES } from "../../domain/size-guide.ts";
import { bind } from "../api/bind.ts";
import { requireRegisteredCaller } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { deleteMeasures, findMeasuresOf, saveMeasures } from "./customer-measures.ts";
import { toWireMeasures } from "./to-wire.ts";

export function bindSizeGuides(api: Hono<HttpEnv>): void {
  bind(api, "getMeasures", async ({ app, params, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    return toWireMeasures(await findMeasuresOf(app.genericPlanDb, customerId));
  });

  bind(api, "saveMeasures", async ({ app, params, body, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const saveResult = await saveMeasures(app, customerId, toMillimeters(body));
    return isRefusal(saveResult) ? saveResult : toWireMeasures(saveResult);
  });

  bind(api, "deleteMeasures", async ({ app, params, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    await deleteMeasures(app, customerId);
    return toWireMeasures({});
  });
}

function toMillimeters(body: z.output<typeof SaveMeasures>): BodyMeasures {
  return Object.fromEntries(
    BODY_MEASURES.flatMap((measure) => {
      const centimeters = body[measure];
      return centimeters == null ? [] : [[measure, Math.round(centimeters * 10)] as const];
    }),
  );
}
