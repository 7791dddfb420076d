import { createHash } from "node:crypto";
import { buildContext, shopContext } from "../../../context.ts";
import type { Route } from "./+types/route";
import { offlineAssets, offlinePage } from "../offline-page.ts";
import { workerScript } from "../worker-script.ts";

/** Each shop has its own, because its host is an origin of its own. Another build, name or look of the shop makes another version. */
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
