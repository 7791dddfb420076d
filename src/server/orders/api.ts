import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import { requireCaller, requireRegisteredCaller } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { changeOwnPickup } from "./change-own-pickup.ts";
import { cancelOwnOrder, changeAddressOfOwnOrder } from "./customer-changes.ts";
import { claimOrders } from "./claim-orders.ts";
import { findShownInvoiceDeadline } from "./invoice-deadline.ts";
import { listOrdersOfCustomer } from "./list-orders-of-customer.ts";
import { loadWireOrder } from "./load-wire-order.ts";
import { createOrderKey } from "./create-order-key.ts";
import { findOrderForRequest } from "./find-order-for-request.ts";
import { createOrderPdf } from "./pdf/create-order-pdf.ts";
import { toWireOrder } from "./to-wire.ts";

export function bindOrders(api: Hono<HttpEnv>): void {
  bind(api, "getOrder", async ({ app, shop, params, query, request }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    return order
      ? toWireOrder(order, shop, await findShownInvoiceDeadline(app, shop, order))
      : refuse("order_not_found");
  });

  bind(api, "cancelOrder", async ({ app, shop, params, query, request }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const outcome = await cancelOwnOrder(app, shop, order.id);
    return isRefusal(outcome) ? outcome : loadWireOrder(app, shop, order.id);
  });

  bind(api, "changeOrderAddress", async ({ app, shop, params, query, body, request }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const { street, neigh: neighborhood, postalCode, city, state } = body;
    const fields = { street, neighborhood, postalCode, city, state };
    const outcome = await changeAddressOfOwnOrder(app, shop, order.id, fields);
    return isRefusal(outcome) ? outcome : loadWireOrder(app, shop, order.id);
  });

  bind(api, "changeOrderPickup", async ({ app, shop, params, query, body, request }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const chosenPickup = { pointId: body.shippingId, collector: body.collector || null };
    const outcome = await changeOwnPickup(app, shop, order.id, chosenPickup);
    return isRefusal(outcome) ? outcome : loadWireOrder(app, shop, order.id);
  });

  bind(api, "getReceipt", async ({ app, shop, params, query, request }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    return new Response(await createOrderPdf(app, shop, order), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="pedido-${order.reference}.pdf"`,
        "Cache-Control": "no-store",
      },
    });
  });

  bind(api, "linkOrder", async ({ app, shop, params, request }) => {
    const { customerId } = await requireCaller(app, request);
    const key = await createOrderKey(app, shop, { orderId: params.id, customerId });
    return isRefusal(key) ? key : { status: "OK" as const, key };
  });

  bind(api, "claimOrder", async ({ app, shop, params, body, request, ip }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    const waitSeconds = await app.limits.recordCall("claimOrder", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const claimResult = await claimOrders(app, shop, customerId, { orderId: params.id, key: body.key });
    return isRefusal(claimResult) ? claimResult : { status: "OK" as const, claimed: claimResult };
  });

  bind(api, "listOrders", async ({ app, shop, params, query, request }) => {
    const { customerId } = await requireCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const { orders, total } = await listOrdersOfCustomer(app, shop, customerId, {
      page: query.page,
      pageSize: query.size,
      term: query.query ?? "",
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
