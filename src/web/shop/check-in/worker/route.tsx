import { WORKER_SCRIPT } from "./worker-script.ts";

/** Served from /boletos/: the scope of a service worker is its folder, so this one cannot answer for the shop. */
export function loader(): Response {
  return new Response(WORKER_SCRIPT, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
