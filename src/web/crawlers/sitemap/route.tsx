import { listSitemapParts } from "../../../server/catalog/sitemap-products.ts";
import { appContext, shopContext } from "../../context.ts";
import { sitemapPaths } from "../sitemap-paths.ts";
import { makeSitemapResponse } from "../sitemap-response.ts";
import type { Route } from "./+types/route";

/** The index of the parts of this shop's sitemap: one of pages, and parts of at most 5,000 products. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { readDb: db, originOf } = context.get(appContext);
  const shop = context.get(shopContext);
  const origin = originOf(shop.hosts);
  const productParts = await listSitemapParts(db, shop);
  return makeSitemapResponse("sitemap", [
    { url: origin + sitemapPaths.part("paginas") },
    ...productParts.map(({ part, newestCreatedAt }) => ({
      url: origin + sitemapPaths.part(`productos-${part}`),
      lastModifiedAt: newestCreatedAt,
    })),
  ]);
}
