import { data } from "react-router";
import { findShopIdOfOrder } from "../../../../../server/orders/staff-order-queries.ts";
import { listTransferRefunds } from "../../../../../server/payments/transfer-refund.ts";
import { appContext } from "../../../../context.ts";
import { requireStaff } from "../../../guard.ts";
import type { Route } from "./+types/route";

/**
 * The bank's proof of a transfer refund. It shows a bank account, so it is only for members who see the order's money.
 */
export async function loader({ context, request, params: { orderId, refundId } }: Route.LoaderArgs) {
  requireStaff(context, request, "payments.view");
  const app = context.get(appContext);
  const shopId = await findShopIdOfOrder(app.genericPlanDb, orderId);
  if (shopId === undefined) throw data(null, { status: 404 });
  requireStaff(context, request, "payments.view", { shopId });
  const refund = (await listTransferRefunds(app.genericPlanDb, orderId)).find(({ id }) => id === refundId);
  const bytes = refund?.proofFile && (await app.privateFiles.read(refund.proofFile));
  if (!refund || !bytes) throw data(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": refund.proofContentType ?? "application/octet-stream",
      "Content-Disposition": "inline",
      // The file runs no code and loads nothing, whatever its content.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}
