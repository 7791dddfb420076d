import { createHash } from "node:crypto";
import { buildVersionContext, shopContext } from "../../../context.ts";
import type { Route } from "./+types/route";
import { listOfflineAssets, renderOfflinePage } from "../offline-page.ts";
import { renderWorkerScript } from "../worker-script.ts";

/** The service worker of a shop. Its version changes with the build, and with the name and theme of the shop. */
export function loader({ context }: Route.LoaderArgs): Response {
  const shop = context.get(shopContext);
  const page = renderOfflinePage(shop);
  const version = createHash("sha256")
    .update(`${context.get(buildVersionContext)} ${page}`)
    .digest("base64url")
    .slice(0, 16);
  return new Response(renderWorkerScript(version, listOfflineAssets(shop)), {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
