import { data } from "react-router";
import type { App } from "../../../../../../server/app.ts";
import { findImport, iterateImportRows } from "../../../../../../server/catalog/imports/queries.ts";
import { appContext } from "../../../../../context.ts";
import { requireStaff } from "../../../../guard.ts";
import { csvResponse } from "../../../../../../server/csv/csv-response.ts";
import { ROW_OUTCOME_LABEL } from "../../import-labels.ts";
import type { Route } from "./+types/route";

/** All rows of an import with their outcome, as CSV. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  if (!(await findImport(app.db, params.importId))) throw data(null, { status: 404 });
  return csvResponse(
    "renglones",
    ["Renglón", "Clave", "Producto", "Qué pasó", "Por qué"],
    rowsOf(app, params.importId),
  );
}

async function* rowsOf({ db }: App, importId: string) {
  for await (const { line, handle, name, outcome, reason } of iterateImportRows(db, importId)) {
    yield [line, handle, name, outcome === null ? "Espera" : ROW_OUTCOME_LABEL[outcome], reason];
  }
}
