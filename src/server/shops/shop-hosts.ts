import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { normalizeHost } from "./host-name.ts";
import { insertHost, lockShopRow } from "./queries.ts";
import type { Shop } from "./shop.ts";

/** Adds a host to a shop. With `isFirst`, links in emails use it unless it is local. Returns the normalized host. */
export async function addHost(
  app: App,
  shop: Shop,
  { host: input, isFirst }: { host: string; isFirst: boolean },
  by: Actor = CONSOLE_ACTOR,
): Promise<string | Refusal<"host_malformed" | "host_taken">> {
  const host = normalizeHost(input);
  if (!host) return refuse("host_malformed");
  const result = await transact(app.db, async (tx) => {
    await lockShopRow(tx, shop.id);
    const { first, last } = await tx
      .selectFrom("shop_hosts")
      .select(({ fn }) => [fn.min<number | null>("position").as("first"), fn.max<number | null>("position").as("last")])
      .where("shop_id", "=", shop.id)
      .executeTakeFirstOrThrow();
    const position = isFirst ? (first ?? 0) - 1 : (last ?? 0) + 1;
    if (!(await insertHost(tx, { shopId: shop.id, host, position }))) return refuse("host_taken");
    await logChange(tx, by, { action: "host-add", object: { kind: "shop", id: shop.id }, after: { host, isFirst } });
    return host;
  });
  await app.shops.refresh();
  return result;
}

/** Removes a host from a shop, but never its last one: the shop would be unreachable. */
export async function removeHost(
  app: App,
  shop: Shop,
  input: string,
  by: Actor = CONSOLE_ACTOR,
): Promise<"removed" | Refusal<"host_unknown" | "host_last">> {
  const host = normalizeHost(input) ?? input;
  const result = await transact(app.db, async (tx) => {
    await lockShopRow(tx, shop.id);
    const hosts = await tx.selectFrom("shop_hosts").select("host").where("shop_id", "=", shop.id).execute();
    if (!hosts.some((row) => row.host === host)) return refuse("host_unknown");
    if (hosts.length === 1) return refuse("host_last");
    await tx.deleteFrom("shop_hosts").where("host", "=", host).execute();
    await logChange(tx, by, { action: "host-remove", object: { kind: "shop", id: shop.id }, before: { host } });
    return "removed" as const;
  });
  await app.shops.refresh();
  return result;
}
