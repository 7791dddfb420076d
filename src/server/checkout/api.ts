import type { Hono } from "hono";
import type { z } from "zod";
import type { CheckoutResponse } from "../../contract/carts.ts";
import { toCents } from "../../domain/money.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { customerOrigin } from "../shops/customer-origin.ts";
import { applyLivePrices } from "../carrier-labels/live-prices.ts";
import { findStoredCart } from "../cart/queries.ts";
import { toWireQuote } from "../cart/to-wire.ts";
import { bind, type Call } from "../api/bind.ts";
import { findValidCaller, requireCaller } from "../api/caller.ts";
import { isId } from "../db/new-id.ts";
import type { HttpEnv } from "../api/env.ts";
import { findBuyer } from "../holding/shopper.ts";
import { findOrder } from "../orders/queries.ts";
import { toWireCarrier, toWireOrder, toWirePickupPoint } from "../orders/to-wire.ts";
import { listPickupPoints, type PickupPoint } from "../pickup-points/pickup-points.ts";
import { findPaymentMethod } from "./find-payment-method.ts";
import { listCarriers, type Carrier } from "../shipping/carriers.ts";
import { checkOut, readCheckout, type CheckoutRefusal } from "./check-out.ts";
import { openCheckout } from "../payments/open-checkout.ts";
import { readPresaleAccess } from "../presale-access/presale-access.ts";
import type { Shop } from "../shops/shop.ts";
import { quoteCart } from "./quote-cart.ts";

type CheckoutAnswer = z.input<typeof CheckoutResponse>;

export function bindCheckout(api: Hono<HttpEnv>): void {
  bind(api, "getQuote", async ({ app, shop, params, query, request, ip }) => {
    const caller = await findValidCaller(app, request);
    const paymentMethod = query.payment_method ?? null;
    const result = await quoteCart(app, shop, params.id, {
      carrierId: query.shippingId ?? null,
      insured: query.secured ?? false,
      paymentMethod,
      postalCode: query.postalCode ?? null,
      access: await readPresaleAccess(app, { request, ip }),
      customer: caller?.customerId ?? null,
    });
    return isRefusal(result) ? result : toWireQuote(shop, result, paymentMethod);
  });

  const checkout = async (call: Call<"checkout">): Promise<CheckoutAnswer | CheckoutRefusal> => {
    const { app, shop, params, body, request, ip } = call;
    const checkoutIds = { cartId: params.id, customerId: body.customerId, carrierId: body.shippingId || null };
    // The caller is checked before any of these reads is used.
    const [{ customerId, assistedBy }, reads] = await Promise.all([
      requireCaller(app, request),
      readCheckout(app, shop, checkoutIds),
    ]);
    let answer: CheckoutAnswer | undefined;
    const { toAnsweredCall } = call;
    const result = await checkOut(app, shop, customerId, {
      ...checkoutIds,
      reads,
      assistedBy,
      addressId: body.addressId || null,
      insured: body.secured ?? false,
      usesLivePrices: true,
      paymentMethod: body.payment_method,
      expectedTotalCents: body.expectedTotal == null ? null : toCents(body.expectedTotal),
      termsVersion: body.termsVersion || null,
      email: body.email || null,
      collector: body.collector || null,
      readAccess: () => readPresaleAccess(app, { request, ip }),
      readBuyer: (tier) => findBuyer(app, shop, tier, { request, ip }),
      checkoutKey: request.headers.get("idempotency-key"),
      toAnsweredCall:
        toAnsweredCall &&
        ((order) => toAnsweredCall((answer = { status: "OK", order: toWireOrder(order, shop), preferenceId: null }))),
    });
    if (isRefusal(result)) return result;
    if (result.order && answer) return answer;
    // The order exists even if the provider fails. Without the provider's page, the order's page offers another
    // attempt.
    const payment =
      body.payment_method === "MP"
        ? await openCheckout(app, shop, result.orderId, customerOrigin(app, shop, request))
        : null;
    const order =
      (payment === null ? result.order : undefined) ?? (await findOrder(app.genericPlanDb, shop.id, result.orderId));
    const preferenceId = payment === null || isRefusal(payment) ? null : payment.checkoutId;
    return { status: "OK", order: toWireOrder(order!, shop), preferenceId };
  };
  // For an online payment the answer depends on the provider, so it cannot be stored with the order.
  bind(api, "checkout", checkout, { storesAnswer: (body) => body.payment_method !== "MP" });

  bind(api, "listCartCarriers", async ({ app, shop, params, query }) => {
    const cart = isId(params.id) ? await findStoredCart(app.genericPlanDb, shop, params.id) : undefined;
    if (!cart) return refuse("cart_not_found");
    const listedCarriers = await listCarriers(app.genericPlanDb, shop.id);
    const { postalCode } = query;
    const carriers = postalCode
      ? await applyLivePrices(app, shop.id, listedCarriers, { postalCode, lines: cart.lines, mayFetch: true })
      : listedCarriers;
    return toWireShippingChoices(shop, carriers, await listPickupPoints(app.genericPlanDb, shop.id));
  });

  bind(api, "listCarriers", async ({ app, shop }) => {
    const [carriers, points] = await Promise.all([
      listCarriers(app.genericPlanDb, shop.id),
      listPickupPoints(app.genericPlanDb, shop.id),
    ]);
    return toWireShippingChoices(shop, carriers, points);
  });

  bind(api, "getPaymentMethod", async ({ app, shop, params }) => {
    const method = await findPaymentMethod(app.genericPlanDb, shop.id, params.key);
    return method ? { name: method.name, checkout_msg: method.checkout_message } : refuse("not_found");
  });
}

function toWireShippingChoices(shop: Shop, carriers: readonly Carrier[], points: readonly PickupPoint[]) {
  const now = new Date();
  return {
    docs: [
      ...carriers.map((carrier) => toWireCarrier(carrier, shop, now)),
      ...points.map((point) => toWirePickupPoint(point, shop, now)),
    ],
  };
}
