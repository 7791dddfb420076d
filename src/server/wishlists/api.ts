import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import { requireRegisteredCaller } from "../api/caller.ts";
import type { HttpEnv } from "../api/env.ts";
import { readWishlistAndMarkSoldOut } from "./read-wishlist.ts";
import { removeFromWishlist } from "./remove-from-wishlist.ts";
import { saveToWishlist } from "./save-to-wishlist.ts";
import { toWireWishlist } from "./to-wire.ts";

export function bindWishlists(api: Hono<HttpEnv>): void {
  bind(api, "getWishlist", async ({ app, shop, params, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    return toWireWishlist(await readWishlistAndMarkSoldOut(app, shop, customerId));
  });

  bind(api, "saveToWishlist", async ({ app, shop, params, body, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    const items = body.products.map(({ _id, addedOn, wasSoldOut, wasOnOffer }) => ({
      productId: _id,
      ...(addedOn && { addedAt: new Date(addedOn) }),
      ...(wasSoldOut != null && { wasSoldOut }),
      ...(wasOnOffer != null && { wasOnOffer }),
    }));
    const saveResult = await saveToWishlist(app, shop, customerId, items);
    return isRefusal(saveResult) ? saveResult : toWireWishlist(await readWishlistAndMarkSoldOut(app, shop, customerId));
  });

  bind(api, "removeFromWishlist", async ({ app, shop, params, request }) => {
    const { customerId } = await requireRegisteredCaller(app, request);
    if (params.id !== customerId) return refuse("customer_not_found");
    await removeFromWishlist(app, shop, customerId, params.productId);
    return toWireWishlist(await readWishlistAndMarkSoldOut(app, shop, customerId));
  });
}
