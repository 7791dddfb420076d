import type { Hono } from "hono";
import { toPesos } from "../../domain/money.ts";
import { refuse } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { seesPricesOf, toPublicShop } from "../shops/shop.ts";

export function bindSettings(api: Hono<HttpEnv>): void {
  bind(api, "getApp", async ({ shop }) => toPublicShop(shop));

  bind(api, "getPriceIncrements", async ({ app, shop, params }) => {
    const requestedShop = await app.shops.byId(params.appId);
    if (!requestedShop || !seesPricesOf(shop, requestedShop)) return refuse("not_found");
    return {
      prices: [...requestedShop.brandIncrements].map(([brandId, cents]) => ({ brandId, increment: toPesos(cents) })),
    };
  });
}
