import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { HttpEnv } from "../../../api/env.ts";
import { commonProblem } from "../../../http/problems.ts";
import { bindAuthentication } from "./auth-api.ts";
import { bindCancelling } from "./cancel-api.ts";
import { bindControl } from "./control-api.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { bindPanel } from "./panel-api.ts";
import { bindStamping } from "./stamp-api.ts";
import { bindStatus } from "./status-api.ts";

/** Large enough for a global invoice of thousands of lines. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * `/sandbox/pac`: SW's API for stamping and cancelling, SAT's status service, and a panel. The real adapter for SW
 * calls the API and the service.
 */
export function bindPacSandbox(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  const tooLarge = () => commonProblem("TOO_LARGE");
  api.use("/sandbox/pac/*", bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }));
  bindAuthentication(api, sandbox);
  bindStamping(api, sandbox);
  bindCancelling(api, sandbox);
  bindStatus(api, sandbox);
  bindControl(api, sandbox);
  bindPanel(api, sandbox);
}
