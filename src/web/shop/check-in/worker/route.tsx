import { WORKER_SCRIPT } from "./worker-script.ts";

/** Served from /boletos/: a worker's scope is the folder it comes from, so this one can never answer for the shop. */
export function loader(): Response {
  return new Response(WORKER_SCRIPT, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
