import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { bind, type Call } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { readPresaleAccess } from "../presale-access/presale-access.ts";
import { findApplicableGuides } from "../size-guides/queries.ts";
import { listPresaleProductsForCustomers } from "./list-presale-products-for-customers.ts";
import { toWireAccess, toWirePresaleProduct } from "./to-wire.ts";

export function bindPresale(api: Hono<HttpEnv>): void {
  bind(api, "enterCode", enterCode);
  bind(api, "refreshCode", enterCode);

  bind(api, "listPresale", async ({ app, shop, query, request, ip }) => {
    if (!shop.settings.management.canSell) return refuse("selling_disabled");
    const access = await readPresaleAccess(app, { request, ip });
    if (isRefusal(access)) return access;
    const products = await listPresaleProductsForCustomers(
      app.db,
      shop,
      access.presale.id,
      query.category || undefined,
    );
    const guides = await findApplicableGuides(
      app.db,
      products.map((product) => product.id),
    );
    const now = new Date();
    return products.map((product) => toWirePresaleProduct(shop, product, guides, now));
  });
}

async function enterCode({ app, shop, body, ip }: Call<"enterCode" | "refreshCode">) {
  if (!shop.settings.management.canSell) return refuse("selling_disabled");
  const access = await app.accessCodes.verify(body.code, ip, "room");
  return isRefusal(access) ? access : toWireAccess(access);
}
