import { MAX_WISHES } from "../../../../domain/wishlist.ts";
import type { App } from "../../../../server/app.ts";
import { combineLooks } from "../../../../server/catalog/list-look.ts";
import { listNewProductIds } from "../../../../server/catalog/list-new-product-ids.ts";
import { listProductsByIds } from "../../../../server/catalog/queries.ts";
import type { ProductRow } from "../../../../server/catalog/product-row.ts";
import { toCardView } from "../../../../server/catalog/to-view.ts";
import type { Shop } from "../../../../server/shops/shop.ts";
import { appContext, shopContext } from "../../../context.ts";
import type { Route } from "./+types/route";

/**
 * Cards of the products in the query (`ids`, at most `MAX_WISHES`), in this order, as JSON. Products that are not on
 * sale are left out. With `look` the answer has the cards of these products' looks instead (rule LOOK-3).
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const requestedIds = query.get("ids")?.split(",", MAX_WISHES) ?? [];
  const ids = [...new Set(requestedIds)];
  const shop = context.get(shopContext);
  const app = context.get(appContext);
  const [rows, newProductIds] = await Promise.all([
    query.has("look") ? combineLooks(app.readDb, shop, ids) : listProductsInOrder(app, shop, ids),
    listNewProductIds(app, shop),
  ]);
  const now = new Date();
  return Response.json(rows.map((row) => toCardView(shop, row, { now, newProductIds })));
}

async function listProductsInOrder(app: App, shop: Shop, ids: readonly string[]): Promise<ProductRow[]> {
  const rows = await listProductsByIds(app.readDb, shop, ids);
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
