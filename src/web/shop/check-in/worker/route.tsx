import { WORKER_SCRIPT } from "./worker-script.ts";

/** It is served from /boletos/, because the scope of a service worker is its folder. So it does not affect the shop. */
export function loader(): Response {
  return new Response(WORKER_SCRIPT, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
