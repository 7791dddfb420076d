import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { findCart } from "../cart/find-cart.ts";
import { toWireCart } from "../cart/to-wire.ts";
import { bind, type Call } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { confirmPlace, leaveWaitingList } from "./confirm-or-leave.ts";
import { joinWaitingList } from "./join-waiting-list.ts";
import { findPlace } from "./queries.ts";
import { takeOffer } from "./take-offer.ts";
import { toWirePlace } from "./to-wire.ts";

export function bindWaitingList(api: Hono<HttpEnv>): void {
  bind(api, "joinWaitingList", async ({ app, shop, params, body, ip }) => {
    const waitSeconds = await app.limits.recordCall("joinWaitingList", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const input = { productId: params.id, sizeId: params.attributeId, email: body.email };
    const result = await joinWaitingList(app, shop, input);
    return isRefusal(result) ? result : { status: "OK" as const };
  });

  bind(api, "getWaitingPlace", getPlace);

  bind(api, "confirmWaitingPlace", async (call) => {
    const result = await confirmPlace(call.app, call.shop, call.body.token);
    return isRefusal(result) ? result : getPlace(call);
  });

  bind(api, "leaveWaitingList", async (call) => {
    const result = await leaveWaitingList(call.app, call.shop, call.body.token);
    return isRefusal(result) ? result : getPlace(call);
  });

  bind(api, "takeOffer", async ({ app, shop, body }) => {
    if (!shop.settings.management.canSell) return refuse("selling_disabled");
    const cartId = await takeOffer(app, shop, { token: body.token, cartId: body.cartId ?? null });
    if (isRefusal(cartId)) return cartId;
    const cart = await findCart(app, shop, cartId);
    return cart ? { cart: toWireCart(shop, cart) } : refuse("cart_not_found");
  });
}

async function getPlace({ app, shop, body }: Pick<Call<"getWaitingPlace">, "app" | "shop" | "body">) {
  const place = await findPlace(app.genericPlanDb, shop.id, body);
  return place ? toWirePlace(place) : refuse("place_not_found");
}
