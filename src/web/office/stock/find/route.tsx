import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { findSizes } from "../../../../server/catalog/find-sizes.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readQuery } from "../../read-query.ts";
import type { Route } from "./+types/route";

const MAX_PRODUCTS = 6;

/** The products with sizes that match a scanned code or words (`q`), as JSON (`SizeSearchResult`). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "stock.view");
  const shops = shopsWithPermission(grants, "stock.view");
  const term = readQuery(request.url).text("q");
  return Response.json(await findSizes(context.get(appContext).db, term, { among: shops, limit: MAX_PRODUCTS }));
}
