import type { Hono } from "hono";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { bind, type Call } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { newId } from "../db/new-id.ts";
import { findShopper } from "../holding/shopper.ts";
import { accessOf, madeToOrderLeft } from "../presale-access/presale-access.ts";
import { returnGrant, grantOf, useGrant } from "../presale/waiting-room/use-grant.ts";
import { addToCart } from "./add-to-cart.ts";
import { changeQuantity } from "./change-quantity.ts";
import { extendCart } from "./extend-cart.ts";
import { getCart } from "./get-cart.ts";
import { toWireAdded, toWireCart } from "./to-wire.ts";

export function bindCart(api: Hono<HttpEnv>): void {
  bind(api, "createCart", async (call) => add(call, null));
  bind(api, "addToCart", async (call) => add(call, call.params.id));

  bind(api, "changeQuantity", async ({ app, shop, params, body, request, address }) => {
    const access = await accessOf(app, { request, address });
    const result = await changeQuantity(app, shop, {
      access,
      grant: isRefusal(access) ? null : await grantOf(app, { request, access }),
      cartId: params.id,
      sizeId: body.attributeId,
      productId: body.productId,
      pieces: body.newQuantity,
      shopper: await findShopper(app, shop, { request, address }),
    });
    if (isRefusal(result) && !isStatus(result)) return result;
    const cart = await getCart(app, shop, params.id);
    if (!cart) return refuse("cart_not_found");
    return {
      status: result === "changed" ? "OK" : STATUS[result.refused],
      cart: toWireCart(shop, cart),
    };
  });

  bind(api, "extendCart", async ({ app, shop, params, request, address }) => {
    const result = await extendCart(app, shop, params.id, await accessOf(app, { request, address }));
    if (isRefusal(result)) return result;
    const cart = await getCart(app, shop, params.id);
    return cart ? toWireCart(shop, cart) : refuse("cart_not_found");
  });

  bind(api, "getCart", async ({ app, shop, params }) => {
    const cart = await getCart(app, shop, params.id);
    return cart ? toWireCart(shop, cart) : refuse("cart_not_found");
  });
}

/** Refusals returned as a status together with the unchanged cart. All others are returned as a problem. */
const STATUS = {
  too_few: "STOCK_INSUFFICIENT",
  line_not_found: "LINE_NOT_FOUND",
  cart_not_active: "CART_NOT_ACTIVE",
} as const;

function isStatus(result: Refusal): result is Refusal<keyof typeof STATUS> {
  return result.refused in STATUS;
}

async function add(
  { app, shop, body, request, address }: Pick<Call<"createCart">, "app" | "shop" | "body" | "request" | "address">,
  cartId: string | null,
) {
  const access = body.isPresale ? await accessOf(app, { request, address }) : null;
  if (access !== null && isRefusal(access)) return access;
  const grant = access && (await grantOf(app, { request, access }));
  if (grant && isRefusal(grant)) return grant;
  // A grant belongs to its first cart, so the id of a new cart must be known before the cart exists.
  const newCartId = newId();
  const use = grant && (await useGrant(app.genericPlans, grant, cartId ?? newCartId));
  if (use && isRefusal(use)) return use;
  const result = await addToCart(app, shop, {
    cartId,
    newCartId,
    presaleId: access?.presale.id ?? null,
    shopper: await findShopper(app, shop, { request, address }),
    // A presale with a waiting room sells only its stock: nothing is made to order.
    ...(access && { madeToOrderLeft: access.hasWaitingRoom ? null : madeToOrderLeft(shop, access) }),
    lines: body.products.map((line) => ({
      sizeId: line.attributeId,
      productId: line.productId,
      pieces: line.quantity,
    })),
  });
  if (use && (isRefusal(result) || result.cart === null)) await returnGrant(app.genericPlans, use);
  return isRefusal(result) ? result : toWireAdded(shop, result);
}
