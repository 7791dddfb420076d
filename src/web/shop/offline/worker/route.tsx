import { createHash } from "node:crypto";
import { buildContext, shopContext } from "../../../context.ts";
import type { Route } from "./+types/route";
import { offlineAssets, offlinePage } from "../offline-page.ts";
import { workerScript } from "../worker-script.ts";

/** The service worker of a shop. Its version changes with the build, and with the name and theme of the shop. */
export function loader({ context }: Route.LoaderArgs): Response {
  const shop = context.get(shopContext);
  const page = offlinePage(shop);
  const version = createHash("sha256")
    .update(`${context.get(buildContext)} ${page}`)
    .digest("base64url")
    .slice(0, 16);
  return new Response(workerScript(version, offlineAssets(shop)), {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
