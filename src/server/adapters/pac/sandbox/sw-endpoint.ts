import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { waitForDisconnect } from "../../payments/sandbox/api-faults.ts";
import { isValidToken } from "./credentials.ts";
import { readFault, type Fault } from "./faults.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import type { PacRefusal } from "./refusal.ts";

const PROXY_ERROR_PAGE = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";
const SLOW_MS = 2_000;

/** A handler of SW's API. It simulates the faults that come after its work. */
export type SwHandler = (context: Context<HttpEnv>, fault: Fault | null) => Promise<Response>;

/** Wraps a handler as an endpoint without authentication, and simulates the faults that come before any work. */
export function publicEndpoint(sandbox: PacSandbox, handle: SwHandler) {
  return async (context: Context<HttpEnv>): Promise<Response> => {
    const fault = await readFault(sandbox.db);
    return (await failBeforeWork(fault, context)) ?? handle(context, fault);
  };
}

/** Wraps a handler as an endpoint that requires the account's token. */
export function authorizedEndpoint(sandbox: PacSandbox, handle: SwHandler) {
  return publicEndpoint(sandbox, async (context, fault) => {
    const token = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    if (await isValidToken(sandbox, token, new Date())) return handle(context, fault);
    return swError(context, 401, { code: "AU2000", message: "El token no es válido o ya venció.", detail: null });
  });
}

async function failBeforeWork(fault: Fault | null, context: Context<HttpEnv>): Promise<Response | null> {
  if (fault === "slow") await sleep(SLOW_MS);
  if (fault === "html") return context.html(PROXY_ERROR_PAGE, 200);
  if (fault === "429" || fault === "503") {
    context.header("Retry-After", "1");
    return context.text("", Number(fault) as 503);
  }
  if (fault === "500") {
    return swError(context, 500, { code: "CO1000", message: "Error no controlado.", detail: null });
  }
  return fault === "down" ? closeConnection(context) : null;
}

/** Simulates the faults that come after the work is done. Null if the answer is to be sent. */
export async function failAfterWork(fault: Fault | null, context: Context<HttpEnv>): Promise<Response | null> {
  if (fault === "hang-after-work") await waitForDisconnect(context);
  return fault === "hang-after-work" || fault === "reset-after-work" ? closeConnection(context) : null;
}

function closeConnection(context: Context<HttpEnv>): Response {
  context.env.closeConnection?.();
  return context.body(null, 503);
}

export function swSuccess(context: Context<HttpEnv>, data: object): Response {
  return context.json({ data, status: "success" }, 200, { "Cache-Control": "no-store" });
}

/** SW's error format: the message begins with the code and a dash, or with "307." for that code. */
export function swError(
  context: Context<HttpEnv>,
  status: number,
  { code, message, detail }: PacRefusal,
  data: object | null = null,
): Response {
  const body = {
    message: `${code}${code === "307" ? "." : " -"} ${message}`,
    messageDetail: detail,
    data,
    status: "error",
  };
  return context.json(body, status as 400, { "Cache-Control": "no-store" });
}

/** The uploaded file: the form field `xml`, as text or base 64. Null if it is missing. */
export async function readSentXml(context: Context<HttpEnv>, isBase64: boolean): Promise<Uint8Array | null> {
  const form = await context.req.formData().catch(() => null);
  const field = form?.get("xml");
  if (field === null || field === undefined) return null;
  const bytes = typeof field === "string" ? Buffer.from(field) : Buffer.from(await field.arrayBuffer());
  return isBase64 ? Buffer.from(bytes.toString("latin1"), "base64") : bytes;
}
