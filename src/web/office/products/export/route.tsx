import { shopCsv, shopifyCsv } from "../../../../server/catalog/export-products.ts";
import { csvResponse } from "../../../../server/csv/csv-response.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readQuery } from "../../read-query.ts";
import { readCatalogQuery } from "../read-catalog-query.server.ts";
import type { Route } from "./+types/route";

/**
 * The products that match the list's filters, as a CSV file that the import can read. Query: the filters, and `formato`
 * (`shopify` for Shopify's columns instead of the shop's own).
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const filters = readCatalogQuery(request.url);
  if (readQuery(request.url).text("formato") !== "shopify") {
    return csvResponse("productos", ...shopCsv(app, filters));
  }
  return csvResponse("productos-shopify", ...(await shopifyCsv(app, filters)));
}
