import { data } from "react-router";
import { formatDateTime } from "../../../../../domain/dates.ts";
import { isAllowed } from "../../../../../domain/staff-permissions.ts";
import { csvResponse } from "../../../../../server/csv/csv-response.ts";
import { findPromotion, listPromotionCodes } from "../../../../../server/promotions/list-promotions.ts";
import { appContext } from "../../../../context.ts";
import { requireStaff } from "../../../guard.ts";
import type { Route } from "./+types/route";

/** All codes of a promotion with their uses, as a file. */
export async function loader({ context, request, params: { promotionId } }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const { db } = context.get(appContext);
  const promotion = await findPromotion(db, promotionId);
  const where = promotion?.shopId ? { shopId: promotion.shopId } : "all";
  if (!promotion || !isAllowed(staff.grants, "promotions.edit", where)) throw data(null, { status: 404 });
  const rows = (await listPromotionCodes(db, promotion.id)).map(({ code, uses, maxUses, createdAt }) => {
    return [code, uses, maxUses ?? "sin límite", formatDateTime(createdAt)];
  });
  return csvResponse("cupones", ["Código", "Usos", "Usos permitidos", "Hecho"], rows);
}
