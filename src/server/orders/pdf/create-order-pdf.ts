import type { App } from "../../app.ts";
import type { OrderRow } from "../queries.ts";
import { DRAW_ORDER_PDF } from "./draw-order-pdf.ts";
import type { Shop } from "../../shops/shop.ts";
import { makeTicketPages } from "../../tickets/ticket-page.ts";

/** An order's PDF: its figures and, once it is paid, one page for each ticket (rule TICKET-1). */
export async function createOrderPdf(app: App, shop: Shop, order: OrderRow): Promise<Uint8Array<ArrayBuffer>> {
  return app.pdfs.draw(DRAW_ORDER_PDF, shop, order, await makeTicketPages(app, order));
}
