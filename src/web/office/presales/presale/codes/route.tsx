import { data } from "react-router";
import { formatDateTime } from "../../../../../domain/dates.ts";
import { isId } from "../../../../../server/db/new-id.ts";
import { listAllAccessCodes } from "../../../../../server/presale/list-codes.ts";
import { findPresale } from "../../../../../server/presale-access/queries.ts";
import { appContext } from "../../../../context.ts";
import { csvResponse } from "../../../../../server/csv/csv-response.ts";
import { requireStaff } from "../../../guard.ts";
import { CODE_STATE_BADGE } from "../code-list.tsx";
import type { Route } from "./+types/route";

/** All codes of a presale as a file. */
export async function loader({ context, request, params: { presaleId } }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const presale = isId(presaleId) ? await findPresale(app.db, presaleId) : undefined;
  if (!presale) throw data(null, { status: 404 });
  const codes = await listAllAccessCodes(app.db, presale.id);
  const rows = codes.map(({ code, state, useCount, maxUses, endsAt }) => {
    return [code, CODE_STATE_BADGE[state].label, useCount, maxUses, endsAt && formatDateTime(endsAt)];
  });
  return csvResponse("codigos", ["Código", "Estado", "Pedidos hechos", "Pedidos permitidos", "Vale hasta"], rows);
}
