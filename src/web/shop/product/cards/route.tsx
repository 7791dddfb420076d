import { MAX_WISHES } from "../../../../domain/wishlist.ts";
import { listNewIds } from "../../../../server/catalog/list-new-ids.ts";
import { listProductsOf } from "../../../../server/catalog/queries.ts";
import { toCardView } from "../../../../server/catalog/to-view.ts";
import { appContext, shopContext } from "../../../context.ts";
import type { Route } from "./+types/route";

/**
 * Cards of the products in the query (`ids`, at most `MAX_WISHES`), in this order, as JSON. Products that are not on
 * sale are left out.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const requested = new URL(request.url).searchParams.get("ids")?.split(",", MAX_WISHES) ?? [];
  const ids = [...new Set(requested)];
  const shop = context.get(shopContext);
  const app = context.get(appContext);
  const [rows, newIds] = await Promise.all([listProductsOf(app.readDb, shop, ids), listNewIds(app, shop)]);
  const now = new Date();
  return Response.json(
    rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((row) => toCardView(shop, row, { now, newIds })),
  );
}
