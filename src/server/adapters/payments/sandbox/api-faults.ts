import type { Context } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import type { ApiFault } from "./faults.ts";

/** A caller that waits longer than this is let go: the shop must be able to stop. */
const HANG_MS = 60_000;

const HTML = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";

/** The answer of a broken API, before anything is done; undefined where the call goes on. */
export async function failBefore(fault: ApiFault | null, context: Context<HttpEnv>): Promise<Response | undefined> {
  if (fault === null || fault === "stallbody") return undefined;
  if (fault === "html") return context.html(HTML, 200);
  if (fault === "500" || fault === "429") {
    const status = fault === "500" ? 500 : 429;
    const error = status === 500 ? "internal_error" : "too_many_requests";
    const headers = status === 429 ? { "Retry-After": "1" } : undefined;
    return context.json({ message: error, error, status, cause: [] }, status, headers);
  }
  if (fault === "hang") await callerLeaves(context);
  context.env.hangUp?.();
  return context.body(null, 503);
}

/** The call was done; its answer stops half-way and never ends. */
export function stallInTheMiddle(status: number, body: object, context: Context<HttpEnv>): Response {
  const whole = new TextEncoder().encode(JSON.stringify(body));
  const half = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(whole.subarray(0, whole.byteLength / 2));
    },
  });
  void callerLeaves(context).then(() => context.env.hangUp?.());
  return new Response(half, { status, headers: { "Content-Type": "application/json" } });
}

/** Waits until the caller hangs up, or for as long as anybody is let wait. */
export function callerLeaves({ req }: Context<HttpEnv>): Promise<void> {
  return new Promise((left) => {
    const timer = setTimeout(left, HANG_MS);
    timer.unref();
    req.raw.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      left();
    });
  });
}
