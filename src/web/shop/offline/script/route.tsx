import { RETRY_SCRIPT } from "../retry-script.ts";

export function loader(): Response {
  return new Response(RETRY_SCRIPT, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
