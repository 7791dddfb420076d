import { data } from "react-router";
import { categoryTree, type CategoryNode } from "../../../server/catalog/category-tree.ts";
import { listCategories } from "../../../server/catalog/queries.ts";
import { listSitemapProducts } from "../../../server/catalog/sitemap-products.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import { sitemapXml, type SitemapEntry } from "../sitemap-xml.ts";
import type { Route } from "./+types/route";

/** Front page, categories with something to sell, invoices where there are any and legal texts; or one lot of the products on sale here. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { db, originOf } = context.get(appContext);
  const shop = context.get(shopContext);
  const lot = /^productos-([1-9]\d{0,5})\.xml$/.exec(params.part)?.[1];
  let entries: SitemapEntry[] = [];
  if (lot !== undefined) {
    const products = await listSitemapProducts(db, shop, Number(lot));
    entries = products.map(({ id, created_at }) => ({ address: paths.product(id), changedOn: created_at }));
  } else if (params.part === "paginas.xml") {
    const slugs = slugsOf(categoryTree(await listCategories(db, shop), { onlyShown: true }));
    entries = [
      paths.home(),
      ...slugs.map((category) => paths.home({ category })),
      ...(shop.settings.management.allowInvoicing ? [paths.invoice] : []),
      paths.privacy,
      paths.terms,
      paths.returns,
    ].map((address) => ({ address }));
  }
  // oxlint-disable-next-line no-throw-literal -- React Router's way of answering 404
  if (entries.length === 0) throw data(null, { status: 404 });
  const origin = originOf(shop.hosts);
  return sitemapXml(
    "url",
    entries.map((entry) => ({ ...entry, address: origin + entry.address })),
  );
}

function slugsOf(nodes: readonly CategoryNode[]): string[] {
  return nodes.flatMap((node) => [node.slug, ...slugsOf(node.children)]);
}
