import type { Context } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import type { ApiFault } from "./faults.ts";

/** How long an unanswered connection stays open. Then it is closed, so that it does not block the shutdown of the server. */
const MAX_HANG_MS = 60_000;

const PROXY_ERROR_PAGE = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";

/** Fails a call before it changes anything. Undefined if there is no such fault: the call continues. */
export async function failBeforeWork(fault: ApiFault | null, context: Context<HttpEnv>): Promise<Response | undefined> {
  if (fault === null || fault === "stallbody") return undefined;
  if (fault === "html") return context.html(PROXY_ERROR_PAGE, 200);
  if (fault === "500" || fault === "429") {
    const status = fault === "500" ? 500 : 429;
    const error = status === 500 ? "internal_error" : "too_many_requests";
    const headers = status === 429 ? { "Retry-After": "1" } : undefined;
    return context.json({ message: error, error, status, cause: [] }, status, headers);
  }
  if (fault === "hang") await waitForDisconnect(context);
  context.env.closeConnection?.();
  return context.body(null, 503);
}

/** The response to a processed call under the fault `stallbody`: the first half of the body, then nothing. */
export function stalledResponse(status: number, body: object, context: Context<HttpEnv>): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const stalledBody = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.byteLength / 2));
    },
  });
  void waitForDisconnect(context).then(() => context.env.closeConnection?.());
  return new Response(stalledBody, { status, headers: { "Content-Type": "application/json" } });
}

/** Waits until the client disconnects, at most for `MAX_HANG_MS`. */
export function waitForDisconnect({ req }: Context<HttpEnv>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_HANG_MS);
    timer.unref();
    req.raw.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
