import { ownCsv, shopifyCsv } from "../../../../server/catalog/export-products.ts";
import { csvResponse } from "../../../../server/csv/csv-response.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readQuery } from "../../read-query.ts";
import { readCatalogQuery } from "../read-catalog-query.server.ts";
import type { Route } from "./+types/route";

/** The products of the list's address as a CSV that the import reads: the shop's own, or Shopify's. A row for each size. */
export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const filters = readCatalogQuery(request.url);
  if (readQuery(request.url).text("formato") !== "shopify") {
    return csvResponse("productos", ...ownCsv(app, filters));
  }
  return csvResponse("productos-shopify", ...(await shopifyCsv(app, filters)));
}
