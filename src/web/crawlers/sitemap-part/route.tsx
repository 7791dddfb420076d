import { data } from "react-router";
import { categoryTree, type CategoryNode } from "../../../server/catalog/category-tree.ts";
import { listCategories } from "../../../server/catalog/queries.ts";
import { listSitemapProducts } from "../../../server/catalog/sitemap-products.ts";
import { hasPublicPromotions } from "../../../server/promotions/list-public-promotions.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import { makeSitemapResponse } from "../sitemap-response.ts";
import type { Route } from "./+types/route";

/**
 * One part of the sitemap: the pages (home, categories that have available products of a brand, the promotions if a
 * public one runs, invoicing if it is allowed, legal texts), or one batch of the products that this shop sells. 404 for
 * any other part.
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { readDb: db, originOf } = context.get(appContext);
  const shop = context.get(shopContext);
  const batchNumber = /^productos-([1-9]\d{0,5})\.xml$/.exec(params.part)?.[1];
  let pages: { path: string; lastModifiedAt?: Date }[] = [];
  if (batchNumber !== undefined) {
    const products = await listSitemapProducts(db, shop, Number(batchNumber));
    pages = products.map(({ id, created_at }) => ({ path: paths.product(id), lastModifiedAt: created_at }));
  } else if (params.part === "paginas.xml") {
    const slugs = slugsOf(categoryTree(await listCategories(db, shop), { onlyWithProducts: true }));
    pages = [
      paths.home(),
      ...slugs.map((category) => paths.home({ category })),
      ...(hasPublicPromotions(shop) ? [paths.promotions] : []),
      ...(shop.settings.management.allowInvoicing ? [paths.invoice] : []),
      paths.privacy,
      paths.terms,
      paths.returns,
    ].map((path) => ({ path }));
  }
  // oxlint-disable-next-line no-throw-literal -- React Router answers 404 this way
  if (pages.length === 0) throw data(null, { status: 404 });
  const origin = originOf(shop.hosts);
  return makeSitemapResponse(
    "url",
    pages.map(({ path, lastModifiedAt }) => ({ url: origin + path, lastModifiedAt })),
  );
}

function slugsOf(nodes: readonly CategoryNode[]): string[] {
  return nodes.flatMap((node) => [node.slug, ...slugsOf(node.children)]);
}
