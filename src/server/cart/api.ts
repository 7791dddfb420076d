import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { bind } from "../http/bind.ts";
import type { HttpEnv } from "../http/env.ts";
import { presaleOf } from "../presale/presale-of-request.ts";
import type { Shop } from "../settings/shop.ts";
import { addToCart } from "./add-to-cart.ts";
import { changeQuantity } from "./change-quantity.ts";
import { extendCart } from "./extend-cart.ts";
import { getCart } from "./get-cart.ts";
import { toWireAdded, toWireCart } from "./to-wire.ts";

export function bindCart(api: Hono<HttpEnv>): void {
  bind(api, "createCart", async ({ app, shop, body, request }) => add(app, shop, null, body, request));
  bind(api, "addToCart", async ({ app, shop, params, body, request }) => add(app, shop, params.id, body, request));

  bind(api, "changeQuantity", async ({ app, shop, params, body, request }) => {
    const answer = await changeQuantity(app, shop, {
      openPresaleId: await presaleOf(app, request),
      cartId: params.id,
      sizeId: body.attributeId,
      productId: body.productId,
      pieces: body.newQuantity,
    });
    if (isRefusal(answer) && ENDS_THE_CALL.has(answer.refused)) {
      return refuse(answer.refused as "cart_not_found");
    }
    const cart = await getCart(app, shop, params.id);
    if (!cart) return refuse("cart_not_found");
    return {
      status: answer === "changed" ? "OK" : STATUS[answer.refused as keyof typeof STATUS],
      cart: toWireCart(shop, cart),
    };
  });

  bind(api, "extendCart", async ({ app, shop, params }) => {
    const answer = await extendCart(app, shop, params.id);
    if (isRefusal(answer)) return answer;
    const cart = await getCart(app, shop, params.id);
    return cart ? toWireCart(shop, cart) : refuse("cart_not_found");
  });

  bind(api, "getCart", async ({ app, shop, params }) => {
    const cart = await getCart(app, shop, params.id);
    return cart ? toWireCart(shop, cart) : refuse("cart_not_found");
  });
}

/** Refusals that are a problem; the others are a status beside the cart as it is. */
const ENDS_THE_CALL = new Set(["cart_not_found", "selling_disabled", "code_invalid"]);

const STATUS = {
  too_few: "STOCK_INSUFFICIENT",
  line_not_found: "LINE_NOT_FOUND",
  cart_not_active: "CART_NOT_ACTIVE",
} as const;

interface AddBody {
  products: { productId: string; attributeId: string; quantity: number }[];
  isPresale?: boolean | null;
}

async function add(app: App, shop: Shop, cartId: string | null, body: AddBody, request: Request) {
  const presaleId = body.isPresale ? await presaleOf(app, request) : null;
  if (body.isPresale && presaleId === null) return refuse("code_invalid");
  const answer = await addToCart(app, shop, {
    cartId,
    presaleId,
    lines: body.products.map((line) => ({
      sizeId: line.attributeId,
      productId: line.productId,
      pieces: line.quantity,
    })),
  });
  return isRefusal(answer) ? answer : toWireAdded(shop, answer);
}
