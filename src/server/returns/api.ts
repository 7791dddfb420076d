import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { MAX_RETURN_PICTURE_BYTES } from "../../domain/return.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { readAtMost } from "../http/read-json.ts";
import { findFinalOrderId } from "../order-money/queries.ts";
import { findOrderForRequest } from "../orders/find-order-for-request.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import type { Shop } from "../shops/shop.ts";
import { requestReturn } from "./request-return.ts";
import { cancelReturn, recordSentBack } from "./cancel-or-send-back.ts";
import { listReturnsOfOrder } from "./queries.ts";
import { readReturnOptions } from "./read-return-options.ts";
import { addReturnPicture } from "./return-pictures.ts";
import { toWireReturn, toWireReturns } from "./to-wire.ts";

export function bindReturns(api: Hono<HttpEnv>): void {
  bind(api, "listReturns", async ({ app, shop, params, query, request }) => {
    const order = await findOrderWithPieces(
      app,
      shop,
      await findOrderForRequest(app, shop, params.id, query.key, request),
    );
    if (!order) return refuse("order_not_found");
    return toWireReturns(
      await listReturnsOfOrder(app.genericPlanDb, order.id),
      await readReturnOptions(app.genericPlanDb, shop, order),
      shop,
    );
  });

  bind(api, "askForReturn", async ({ app, shop, params, query, body, request }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const requestResult = await requestReturn(app, shop, {
      orderId: order.id,
      lines: body.lines.map(({ attributeId, quantity, reason, wish, newAttributeId }) => ({
        sizeId: attributeId,
        pieces: quantity,
        reason,
        wish,
        newSizeId: newAttributeId ?? null,
      })),
      note: body.note ?? "",
      clabe: body.clabe || null,
      by: null,
    });
    return isRefusal(requestResult) ? requestResult : { return: toWireReturn(requestResult, shop) };
  });

  bind(api, "cancelReturn", async ({ app, shop, params, query, request }) => {
    const order = await findOrderWithPieces(
      app,
      shop,
      await findOrderForRequest(app, shop, params.id, query.key, request),
    );
    if (!order) return refuse("order_not_found");
    const cancelResult = await cancelReturn(app, { returnId: params.returnId, orderId: order.id, by: null });
    return isRefusal(cancelResult) ? cancelResult : { return: toWireReturn(cancelResult, shop) };
  });

  bind(api, "sendReturn", async ({ app, shop, params, query, body, request }) => {
    const order = await findOrderWithPieces(
      app,
      shop,
      await findOrderForRequest(app, shop, params.id, query.key, request),
    );
    if (!order) return refuse("order_not_found");
    const recordResult = await recordSentBack(app, { returnId: params.returnId, orderId: order.id, guide: body.guide });
    return isRefusal(recordResult) ? recordResult : { return: toWireReturn(recordResult, shop) };
  });

  bind(api, "uploadReturnPicture", async ({ app, shop, params, query, request, ip }) => {
    const order = await findOrderWithPieces(
      app,
      shop,
      await findOrderForRequest(app, shop, params.id, query.key, request),
    );
    if (!order) return refuse("order_not_found");
    const waitSeconds = await app.limits.recordCall("uploadPrivateFile", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const bytes = await readAtMost(request, MAX_RETURN_PICTURE_BYTES);
    if (bytes === null) return refuse("return_picture_too_heavy");
    const picture = { returnId: params.returnId, orderId: order.id, bytes: Buffer.from(bytes) };
    const row = await addReturnPicture(app, picture);
    return isRefusal(row) ? row : { return: toWireReturn(row, shop) };
  });
}

/** The order that has the products now: a joined order's are in the order that it was joined into. */
async function findOrderWithPieces(app: App, shop: Shop, order: OrderRow | undefined): Promise<OrderRow | undefined> {
  if (order?.status !== "JOINED") return order;
  return findOrder(app.genericPlanDb, shop.id, await findFinalOrderId(app.genericPlanDb, order.id));
}
