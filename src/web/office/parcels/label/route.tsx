import { data } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findPurchase } from "../../../../server/carrier-labels/purchases.ts";
import { findLabel } from "../../../../server/carrier-labels/read-label.ts";
import { appContext } from "../../../context.ts";
import { requireSignedInStaff, requireStaff } from "../../guard.ts";
import type { Route } from "./+types/route";

/** The PDF of a purchased shipping label, as the provider made it. Most are 4 × 6 inches, some are of letter size. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireSignedInStaff(context, request);
  const app = context.get(appContext);
  const purchase = await findPurchase(app.db, params.purchaseId);
  if (!purchase) throw data(null, { status: 404 });
  requireStaff(context, request, "orders.ship", { shopId: purchase.shopId });
  const label = purchase.guide === null ? null : await findLabel(app, purchase);
  if (label === null || isRefusal(label)) throw data(null, { status: 404 });
  return new Response(new Uint8Array(label), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="guia-${purchase.purchaseReference}.pdf"`,
      "Cache-Control": "no-store",
    },
  });
}
