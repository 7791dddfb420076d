import type { Hono } from "hono";
import type { z } from "zod";
import type { FacetsQuery } from "../../contract/catalog.ts";
import { toCents } from "../../domain/money.ts";
import { refuse } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { presaleIdOf } from "../presale-access/presale-access.ts";
import type { Shop } from "../shops/shop.ts";
import { findApplicableGuides } from "../size-guides/queries.ts";
import { categoryTree, type CategoryNode } from "./category-tree.ts";
import {
  catalogFingerprint,
  findProduct,
  findStock,
  listBrands,
  listCategories,
  listProductsAfter,
} from "./queries.ts";
import { findGuidesOfList } from "./find-guides-of-list.ts";
import { countFacets } from "./count-facets.ts";
import type { Filters } from "./search.ts";
import { searchProducts } from "./search-products.ts";
import { listSizeNames } from "./size-names.ts";
import { listSuggestions } from "./suggest.ts";
import { toWireCategory, toWireMenu, toWireNamedRow, toWirePage, toWireProduct, toWireStock } from "./to-wire.ts";

export function bindCatalog(api: Hono<HttpEnv>): void {
  bind(api, "listAllProducts", async ({ app, shop, request }) => {
    const etag = `W/"${await catalogFingerprint(app.readDb, shop)}"`;
    const headers = { ETag: etag, "Cache-Control": "public, max-age=0, must-revalidate", Vary: "Host, X-Shop" };
    if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
    return streamProducts(app, shop, headers);
  });

  bind(api, "searchProducts", async ({ app, shop, query, registerShownProducts }) => {
    const { page, size: pageSize, sort } = query;
    const list = await searchProducts(app, shop, { page, pageSize, sort, ...filtersOf(query) });
    const ids = list.products.map((product) => product.id);
    registerShownProducts(ids);
    return toWirePage(shop, list, await findGuidesOfList(app, list.products), app.productRows.jsonCache);
  });

  bind(api, "listFacets", async ({ app, shop, query }) => countFacets(app.readDb, shop, filtersOf(query)));

  bind(api, "listSuggestions", async ({ app, shop, query, registerShownProducts }) => {
    const suggestions = await listSuggestions(app, shop, query.searchTerm ?? "");
    registerShownProducts(suggestions.products.map((product) => product._id));
    return suggestions;
  });

  bind(api, "listSizeNames", async ({ app }) => (await listSizeNames(app.readDb)).map(toWireNamedRow));

  bind(api, "getProduct", async ({ app, shop, params, registerShownProducts, request, ip }) => {
    registerShownProducts([params.id]);
    const product = await findProduct(app.readDb, shop, params.id, await presaleIdOf(app, { request, ip }));
    if (!product) return refuse("not_found");
    const guides = await findGuidesOfList(app, [product]);
    return toWireProduct(shop, product, guides.get(product.id));
  });

  bind(api, "getProductStock", async ({ app, shop, params, registerShownProducts, request, ip }) => {
    registerShownProducts([params.id]);
    const sizes = await findStock(app.readDb, shop, params.id, await presaleIdOf(app, { request, ip }));
    return sizes ? sizes.map(toWireStock) : refuse("not_found");
  });

  bind(api, "listBrands", async ({ app, shop }) => (await listBrands(app.readDb, shop)).map(toWireNamedRow));

  bind(api, "listCategories", async ({ app, shop }) => {
    const tree = categoryTree(await listCategories(app.readDb, shop), { onlyWithProducts: false });
    return flatten(tree).map(toWireCategory);
  });

  bind(api, "getCategoryMenu", async ({ app, shop }) =>
    categoryTree(await listCategories(app.readDb, shop), { onlyWithProducts: true }).map(toWireMenu),
  );

  bind(api, "listSubcategories", async ({ app, shop, params }) => {
    const nodes = flatten(categoryTree(await listCategories(app.readDb, shop), { onlyWithProducts: false }));
    const parent = nodes.find((node) => node.id === params.id);
    return parent ? parent.children.map(toWireCategory) : refuse("not_found");
  });
}

function filtersOf(query: z.output<typeof FacetsQuery>): Filters {
  const { minPrice, maxPrice } = query;
  return {
    category: query.category,
    brands: query.brand,
    sizeNames: query.attribute,
    term: query.searchTerm,
    colors: query.color,
    minPriceCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxPriceCents: maxPrice === undefined ? undefined : toCents(maxPrice),
    onlyOffers: query.offer,
    onlyNew: query.new,
  };
}

function flatten(nodes: CategoryNode[]): CategoryNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

/** How many products are read at a time. So memory use does not depend on the size of the catalogue. */
const BATCH_SIZE = 200;

/** `GET /products`: the whole catalogue as one JSON array, streamed as fast as the client reads it. */
function streamProducts(app: App, shop: Shop, headers: Record<string, string>): Response {
  let lastId: string | null = null;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await listProductsAfter(app.readDb, shop, lastId, BATCH_SIZE);
      const guides = await findApplicableGuides(
        app.readDb,
        rows.map((row) => row.id),
      );
      const json = rows.map((row) => JSON.stringify(toWireProduct(shop, row, guides.get(row.id)))).join(",");
      controller.enqueue(encoder.encode((lastId === null ? "[" : rows.length > 0 ? "," : "") + json));
      lastId = rows.at(-1)?.id ?? lastId ?? "";
      if (rows.length < BATCH_SIZE) {
        controller.enqueue(encoder.encode("]"));
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
}
