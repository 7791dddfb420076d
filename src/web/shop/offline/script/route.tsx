import { OFFLINE_SCRIPT } from "../offline-script.ts";

export function loader(): Response {
  return new Response(OFFLINE_SCRIPT, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
