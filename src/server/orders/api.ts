import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import { requireCaller, requireRegistered } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { changeOwnPickup } from "./change-own-pickup.ts";
import { cancelOwnOrder, changeOwnAddress } from "./customer-changes.ts";
import { claimOrders } from "./claim-orders.ts";
import { shownInvoiceDeadline } from "./invoice-deadline.ts";
import { listOrdersOf } from "./list-orders.ts";
import { loadOrder } from "./load-order.ts";
import { makeOrderLink } from "./make-order-link.ts";
import { orderOfCaller } from "./order-of-caller.ts";
import { orderPdf } from "./pdf/order-pdf.ts";
import { toWireOrder } from "./to-wire.ts";

export function bindOrders(api: Hono<HttpEnv>): void {
  bind(api, "getOrder", async ({ app, shop, params, query, request }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    return order ? toWireOrder(order, shop, await shownInvoiceDeadline(app, shop, order)) : refuse("order_not_found");
  });

  bind(api, "cancelOrder", async ({ app, shop, params, query, request }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const outcome = await cancelOwnOrder(app, shop, order.id);
    return isRefusal(outcome) ? outcome : loadOrder(app, shop, order.id);
  });

  bind(api, "changeOrderAddress", async ({ app, shop, params, query, body, request }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const { street, neigh: neighborhood, postalCode, city, state } = body;
    const fields = { street, neighborhood, postalCode, city, state };
    const outcome = await changeOwnAddress(app, shop, order.id, fields);
    return isRefusal(outcome) ? outcome : loadOrder(app, shop, order.id);
  });

  bind(api, "changeOrderPickup", async ({ app, shop, params, query, body, request }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const chosen = { pointId: body.shippingId, collector: body.collector || null };
    const outcome = await changeOwnPickup(app, shop, order.id, chosen);
    return isRefusal(outcome) ? outcome : loadOrder(app, shop, order.id);
  });

  bind(api, "getReceipt", async ({ app, shop, params, query, request }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    return new Response(await orderPdf(app, shop, order), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="pedido-${order.reference}.pdf"`,
        "Cache-Control": "no-store",
      },
    });
  });

  bind(api, "linkOrder", async ({ app, shop, params, request }) => {
    const { customerId } = await requireCaller(app, request);
    const key = await makeOrderLink(app, shop, { orderId: params.id, customerId });
    return isRefusal(key) ? key : { status: "OK" as const, key };
  });

  bind(api, "claimOrder", async ({ app, shop, params, body, request, ip }) => {
    const { customerId } = await requireRegistered(app, request);
    const wait = await app.limits.countCall("claimOrder", ip);
    if (wait !== null) return tooManyAttempts(wait);
    const claimed = await claimOrders(app, shop, customerId, { orderId: params.id, key: body.key });
    return isRefusal(claimed) ? claimed : { status: "OK" as const, claimed };
  });

  bind(api, "listOrders", async ({ app, shop, params, query, request }) => {
    const { customerId } = await requireCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const { orders, total } = await listOrdersOf(app, shop, customerId, {
      page: query.page,
      pageSize: query.size,
      query: query.query ?? "",
      kind: query.kind,
    });
    return {
      docs: orders.map((order) => toWireOrder(order, shop)),
      page: query.page,
      totalPages: Math.ceil(total / query.size),
      totalDocs: total,
    };
  });
}
