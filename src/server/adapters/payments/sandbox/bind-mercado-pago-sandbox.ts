import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { HttpEnv } from "../../../api/env.ts";
import { commonProblem } from "../../../http/problems.ts";
import { mpRouter } from "./api-router.ts";
import { bindCheckout } from "./checkout-api.ts";
import { bindControl } from "./control-api.ts";
import type { MercadoPagoSandbox } from "./mercado-pago-sandbox.ts";
import { bindPanel } from "./panel-api.ts";
import { bindPayments } from "./payment-api.ts";
import { bindPreferences } from "./preference-api.ts";
import { WALLET_SCRIPT } from "./wallet-script.ts";

/** The largest body of any call. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * `/sandbox/mp`: Mercado Pago's API (Preferences, Payments), its hosted page, its browser script, and a panel. The real
 * adapter is tested against it. The API's faults do not affect the pages. `start` also sends the notifications that a
 * stopped process did not send.
 */
export function bindMercadoPagoSandbox(api: Hono<HttpEnv>, sandbox: MercadoPagoSandbox): void {
  const tooLarge = () => commonProblem("TOO_LARGE");
  api.use("/sandbox/mp/*", bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }));
  sandbox.start();
  const router = mpRouter(api, sandbox);
  bindPreferences(router);
  bindPayments(router);
  bindCheckout(api, sandbox);
  bindControl(api, sandbox);
  bindPanel(api, sandbox);
  api.get("/sandbox/mp/js/v2", (context) =>
    context.body(WALLET_SCRIPT, 200, { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" }),
  );
}
