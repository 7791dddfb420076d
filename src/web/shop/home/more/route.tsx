import { loadProductList } from "../../../../server/catalog/load-product-list.ts";
import { appContext, shopContext } from "../../../context.ts";
import { filtersOf, pageOf, searchOf } from "../../../paths.ts";
import type { Route } from "./+types/route";

/** One page of the list as JSON, which the list appends. If it fails, the list shows the error (product-list.tsx). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = searchOf(filtersOf(query));
  const page = pageOf(query);
  return Response.json(
    await loadProductList(context.get(appContext), context.get(shopContext), filters, { page, fromFirst: false }),
  );
}
