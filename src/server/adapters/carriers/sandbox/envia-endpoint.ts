import type { Context } from "hono";
import { isSameSecret } from "../../../http/same-secret.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { waitForDisconnect } from "../../payments/sandbox/api-faults.ts";
import type { CarrierSandbox } from "./carrier-sandbox.ts";
import { readCarrierFault, type CarrierFault } from "./faults.ts";

const PROXY_ERROR_PAGE = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";

type EnviaHandler = (context: Context<HttpEnv>, fault: CarrierFault | null) => Promise<Response>;

/**
 * Wraps a handler as an endpoint of Envia: simulates the current fault, then checks the token. As in Envia's
 * API, the body of an authentication error is a JSON string, not an object.
 */
export function enviaEndpoint(sandbox: CarrierSandbox, handle: EnviaHandler) {
  return async (context: Context<HttpEnv>): Promise<Response> => {
    const fault = await readCarrierFault(sandbox.db);
    const failure = await failBeforeWork(fault, context);
    if (failure) return failure;
    const token = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    if (!isSameSecret(token, sandbox.token)) return context.json("Authentication error.", 401);
    return handle(context, fault);
  };
}

/** Simulates the faults that happen before any work. */
export function failBeforeWork(
  fault: CarrierFault | null,
  context: Context<HttpEnv>,
): Response | Promise<Response> | null {
  if (fault === "html") return context.html(PROXY_ERROR_PAGE, 200);
  if (fault === "500") return enviaError(context, { status: 500, description: "Server Error", message: "Unexpected." });
  if (fault === "429") return context.json({ message: "Too Many Attempts." }, 429, { "Retry-After": "1" });
  if (fault === "hang") return waitForDisconnect(context).then(() => closeConnection(context));
  return fault === "down" ? closeConnection(context) : null;
}

export function closeConnection(context: Context<HttpEnv>): Response {
  context.env.closeConnection?.();
  return context.body(null, 503);
}

/** Envia answers many refusals with status 200. */
export function enviaError(
  context: Context<HttpEnv>,
  { status = 200, code = 400, description = "Invalid Option", message }: EnviaFailure,
): Response {
  return context.json({ meta: "error", error: { code, description, message } }, status as 200);
}

interface EnviaFailure {
  status?: number;
  code?: number;
  description?: string;
  message: string;
}
