import type { Hono } from "hono";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { bind, type Call } from "../api/bind.ts";
import { findValidCaller } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { findShopper } from "../holding/shopper.ts";
import { readPresaleAccess } from "../presale-access/presale-access.ts";
import { readGrantOfRequest } from "../presale/waiting-room/use-grant.ts";
import { addWithAccess } from "./add-with-access.ts";
import { changeQuantity } from "./change-quantity.ts";
import { removeCoupon, setCoupon } from "./coupon.ts";
import { extendCart } from "./extend-cart.ts";
import { findCart } from "./find-cart.ts";
import { listGifts } from "./list-gifts.ts";
import { toWireAddResult, toWireCart, toWireGifts } from "./to-wire.ts";

export function bindCart(api: Hono<HttpEnv>): void {
  // A presale's grant is used before the reservation, so a repeated call must be found before that.
  const options = { beginsCall: (body: Call<"createCart">["body"]) => !body.isPresale };
  bind(api, "createCart", async (call) => addLines(call, null), options);
  bind(api, "addToCart", async (call) => addLines(call, call.params.id), options);

  bind(api, "changeQuantity", async ({ app, shop, params, body, request, ip }) => {
    const access = await readPresaleAccess(app, { request, ip });
    const result = await changeQuantity(app, shop, {
      access,
      grant: isRefusal(access) ? null : await readGrantOfRequest(app, { request, access }),
      cartId: params.id,
      sizeId: body.attributeId,
      productId: body.productId,
      pieces: body.newQuantity,
      shopper: await findShopper(app, shop, { request, ip }),
    });
    if (isRefusal(result) && !isReturnedAsStatus(result)) return result;
    const cart = await findCart(app, shop, params.id);
    if (!cart) return refuse("cart_not_found");
    return {
      status: result === "changed" ? "OK" : STATUS_OF_REFUSAL[result.refused],
      cart: toWireCart(shop, cart),
    };
  });

  bind(api, "extendCart", async ({ app, shop, params, request, ip }) => {
    const result = await extendCart(app, shop, params.id, await readPresaleAccess(app, { request, ip }));
    if (isRefusal(result)) return result;
    const cart = await findCart(app, shop, params.id);
    return cart ? toWireCart(shop, cart) : refuse("cart_not_found");
  });

  bind(api, "setCoupon", async ({ app, shop, params, body, request, ip }) => {
    const caller = await findValidCaller(app, request);
    const result = await setCoupon(app, shop, params.id, {
      code: body.code,
      ip,
      customerId: caller?.customerId ?? null,
    });
    return isRefusal(result) ? result : readWireCart(app, shop, params.id);
  });

  bind(api, "removeCoupon", async ({ app, shop, params }) => {
    const result = await removeCoupon(app, shop, params.id);
    return isRefusal(result) ? result : readWireCart(app, shop, params.id);
  });

  bind(api, "listGifts", async ({ app, shop, params }) => {
    const gifts = await listGifts(app, shop, params.id);
    return isRefusal(gifts) ? gifts : toWireGifts(gifts);
  });

  bind(api, "getCart", async ({ app, shop, params }) => {
    const cart = await findCart(app, shop, params.id);
    return cart ? toWireCart(shop, cart) : refuse("cart_not_found");
  });
}

/** Refusals returned as a status together with the unchanged cart. All others are returned as a problem. */
const STATUS_OF_REFUSAL = {
  too_few: "STOCK_INSUFFICIENT",
  line_not_found: "LINE_NOT_FOUND",
  cart_not_active: "CART_NOT_ACTIVE",
} as const;

function isReturnedAsStatus(result: Refusal): result is Refusal<keyof typeof STATUS_OF_REFUSAL> {
  return result.refused in STATUS_OF_REFUSAL;
}

async function readWireCart(app: App, shop: Shop, cartId: string) {
  const cart = await findCart(app, shop, cartId);
  return cart ? { cart: toWireCart(shop, cart) } : refuse("cart_not_found");
}

async function addLines(
  call: Pick<Call<"createCart">, "app" | "shop" | "body" | "request" | "ip" | "callToBegin">,
  cartId: string | null,
) {
  const { app, shop, body, request, ip, callToBegin } = call;
  const access = body.isPresale ? await readPresaleAccess(app, { request, ip }) : null;
  const addition = await addWithAccess(app, shop, {
    cartId,
    access,
    grant: access === null || isRefusal(access) ? null : await readGrantOfRequest(app, { request, access }),
    shopper: await findShopper(app, shop, { request, ip }),
    call: callToBegin,
    lines: body.products.map((line) => ({
      sizeId: line.attributeId,
      productId: line.productId,
      pieces: line.quantity,
    })),
  });
  return isRefusal(addition) ? addition : toWireAddResult(shop, addition);
}
