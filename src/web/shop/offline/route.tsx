import { shopContext } from "../../context.ts";
import type { Route } from "./+types/route";
import { renderOfflinePage } from "./offline-page.ts";

/** The page that the service worker stores and shows for a URL that cannot be reached (rule OFFLINE-1). */
export function loader({ context }: Route.LoaderArgs): Response {
  return new Response(renderOfflinePage(context.get(shopContext)), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Robots-Tag": "noindex",
    },
  });
}
