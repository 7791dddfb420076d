import { data } from "react-router";
import { findReturn } from "../../../../server/returns/queries.ts";
import { readReturnPicture } from "../../../../server/returns/return-pictures.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import type { Route } from "./+types/route";

/** A picture that a customer sent with a return. */
export async function loader({ context, request, params: { returnId, pictureId } }: Route.LoaderArgs) {
  requireStaff(context, request, "orders.view");
  const app = context.get(appContext);
  const row = await findReturn(app.genericPlanDb, returnId);
  if (!row) throw data(null, { status: 404 });
  requireStaff(context, request, "orders.view", { shopId: row.shopId });
  const bytes = await readReturnPicture(app, row, pictureId);
  if (!bytes) throw data(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Disposition": "inline",
      // A picture of a return never changes.
      "Cache-Control": "private, max-age=86400",
    },
  });
}
