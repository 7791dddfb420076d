import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { HttpEnv } from "../../../api/env.ts";
import { commonProblem } from "../../../http/problems.ts";
import type { CarrierSandbox } from "./carrier-sandbox.ts";
import { bindCarrierControl } from "./control-api.ts";
import { bindCarrierPanel } from "./panel.ts";
import { bindShipping } from "./ship-api.ts";
import { bindSkydropx } from "./skydropx-api.ts";
import { bindTracking } from "./track-api.ts";

const MAX_BODY_BYTES = 256 * 1024;

/**
 * `/sandbox/carriers`: Envia's Shipping and Queries APIs, Skydropx's API, and a panel. The real adapters call the APIs.
 */
export function bindCarrierSandbox(api: Hono<HttpEnv>, sandbox: CarrierSandbox): void {
  const tooLarge = () => commonProblem("TOO_LARGE");
  api.use("/sandbox/carriers/*", bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }));
  bindSkydropx(api, sandbox);
  bindShipping(api, sandbox);
  bindTracking(api, sandbox);
  bindCarrierControl(api, sandbox);
  bindCarrierPanel(api, sandbox);
}
