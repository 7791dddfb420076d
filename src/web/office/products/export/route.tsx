import type { CatalogFilters } from "../../../../server/catalog/list-catalog.ts";
import { iterateProducts } from "../../../../server/catalog/list-products-to-export.ts";
import { OWN_COLUMNS } from "../../../../server/catalog/own-columns.ts";
import { toOwnRows } from "../../../../server/catalog/write-own-csv.ts";
import type { App } from "../../../../server/app.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { csvResponse } from "../../../../server/csv/csv-response.ts";
import { readCatalogQuery } from "../read-catalog-query.server.ts";
import type { Route } from "./+types/route";

/** The products of the list's address as the CSV that the import reads: a row for each size. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  return csvResponse("productos", OWN_COLUMNS, rowsOf(context.get(appContext), readCatalogQuery(request.url)));
}

async function* rowsOf({ db }: App, filters: CatalogFilters) {
  for await (const product of iterateProducts(db, filters)) yield* toOwnRows(product);
}
