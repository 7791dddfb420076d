import type { App } from "../server/app.ts";
import type { Shop } from "../server/shops/shop.ts";
import { CommandError } from "./console.ts";

/** The shop with this key. If there is none, the command fails with exit code 1. */
export async function getShop(app: App, key: string): Promise<Shop> {
  const shop = await app.shops.byKey(key);
  if (!shop) throw new CommandError(`No existe la tienda ${key}.`);
  return shop;
}
