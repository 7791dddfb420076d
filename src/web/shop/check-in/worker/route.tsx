import { WORKER_SCRIPT } from "./worker-script.ts";

/** Serves the service worker from /boletos/, so that its scope cannot include the shop's pages. */
export function loader(): Response {
  return new Response(WORKER_SCRIPT, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
