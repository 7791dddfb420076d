import { ShopSettings, type App } from "../../contract/shop.ts";
import type { Queryable } from "../db/connect.ts";
import type { Shop, Terms } from "./shop.ts";

export async function listShops(db: Queryable): Promise<Shop[]> {
  const [shops, increments] = await Promise.all([
    db.selectFrom("shops").selectAll().orderBy("created_at").orderBy("key").execute(),
    db.selectFrom("brand_increments").selectAll().execute(),
  ]);
  return shops.map((row) => ({
    id: row.id,
    key: row.key,
    kind: row.kind,
    name: row.name,
    logo: row.logo,
    color: row.color as App["color"],
    hosts: row.hosts,
    banners: row.banners as App["banners"],
    messages: row.messages as App["messages"],
    chat: row.chat as App["chat"],
    terms: row.terms as Terms,
    settings: ShopSettings.parse(row.settings),
    brandIncrements: new Map(
      increments.filter((own) => own.shop_id === row.id).map((own) => [own.brand_id, own.increment_cents]),
    ),
  }));
}

/** The settings as they are now, locked until the transaction ends. */
export async function lockSettings(tx: Queryable, shopId: string): Promise<ShopSettings> {
  const { settings } = await tx
    .selectFrom("shops")
    .select("settings")
    .where("id", "=", shopId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return ShopSettings.parse(settings);
}

export async function updateSettings(db: Queryable, shopId: string, settings: ShopSettings): Promise<void> {
  await db
    .updateTable("shops")
    .set({ settings: JSON.stringify(settings) })
    .where("id", "=", shopId)
    .execute();
}
