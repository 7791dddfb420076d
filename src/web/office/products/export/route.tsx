import { iterateCatalog, type CatalogFilters } from "../../../../server/catalog/list-catalog.ts";
import { OWN_COLUMNS, toOwnRows } from "../../../../server/catalog/own-csv.ts";
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
  for await (const product of iterateCatalog(db, filters)) yield* toOwnRows(product);
}
