import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import { sitemapPaths } from "../sitemap-paths.ts";
import type { Route } from "./+types/route";

/** Paths of pages for one customer, of a page for developers, of the API and of the sandboxes. */
const DISALLOWED = ["/api/", "/sandbox/", "/orders/", "/boletos/", paths.cart, "/test"];

/** A demonstration, and a shop without a public URL, ask crawlers not to read any page. */
export function loader({ context }: Route.LoaderArgs): Response {
  const app = context.get(appContext);
  const { publicUrl, loadDemo } = app.config;
  const lines =
    publicUrl && !loadDemo
      ? [
          ...DISALLOWED.map((path) => `Disallow: ${path}`),
          "",
          `Sitemap: ${app.originOf(context.get(shopContext).hosts)}${sitemapPaths.index}`,
        ]
      : ["Disallow: /"];
  return new Response(`User-agent: *\n${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
