import { listSitemapParts } from "../../../server/catalog/sitemap-products.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import { sitemapXml } from "../sitemap-xml.ts";
import type { Route } from "./+types/route";

/** The list of this shop's sitemaps: one of pages, and as many of products as it takes. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { db, originOf } = context.get(appContext);
  const shop = context.get(shopContext);
  const origin = originOf(shop.hosts);
  const lots = await listSitemapParts(db, shop);
  return sitemapXml("sitemap", [
    { address: origin + paths.sitemapPart("paginas") },
    ...lots.map(({ lot, newest }) => ({ address: origin + paths.sitemapPart(`productos-${lot}`), changedOn: newest })),
  ]);
}
