import type { App } from "../app.ts";
import type { OrderRow } from "../orders/queries.ts";
import { drawReceipt } from "../orders/receipt/draw-receipt.ts";
import type { Shop } from "../settings/shop.ts";
import { ticketPages } from "./ticket-page.ts";

/** An order's PDF (api.md): its receipt, and behind it one ticket a page once it is paid. */
export async function orderPdf(app: App, shop: Shop, order: OrderRow): Promise<Uint8Array<ArrayBuffer>> {
  return drawReceipt(shop, order, await ticketPages(app, order));
}
