import { data } from "react-router";
import { listReceipts } from "../../../../../server/payments/refuse-receipts.ts";
import { findShopIdOfOrder } from "../../../../../server/orders/staff-order-queries.ts";
import { appContext } from "../../../../context.ts";
import { requireStaff } from "../../../guard.ts";
import type { Route } from "./+types/route";

/** A customer's proof of a transfer. It shows a bank account, so it is only for members who see the order's money. */
export async function loader({ context, request, params: { orderId, receiptId } }: Route.LoaderArgs) {
  requireStaff(context, request, "payments.view");
  const app = context.get(appContext);
  const shopId = await findShopIdOfOrder(app.genericPlanDb, orderId);
  if (shopId === undefined) throw data(null, { status: 404 });
  requireStaff(context, request, "payments.view", { shopId });
  const receipt = (await listReceipts(app.genericPlanDb, orderId)).find(({ id }) => id === receiptId);
  const bytes = receipt && (await app.privateFiles.read(receipt.file));
  if (!bytes) throw data(null, { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": receipt.content_type,
      "Content-Disposition": "inline",
      // The file runs no code and loads nothing, whatever its content.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}
