import { sql } from "kysely";
import { ShopSettings, type PublicShop } from "../../contract/shop.ts";
import { listOpenPromotions } from "./promotions.ts";
import { soldInShopWithId } from "./sold-in-shop.ts";
import type { Queryable } from "../db/connect.ts";
import type { Tx } from "../db/connect.ts";
import type { ShopDraft } from "./change-shop.ts";
import type { Shop, Terms } from "./shop.ts";

export async function listShops(db: Queryable): Promise<Shop[]> {
  const [shops, hosts, increments, promotions] = await Promise.all([
    db
      .selectFrom("shops")
      .selectAll()
      .select(sql<boolean>`EXISTS (SELECT FROM products p WHERE ${soldInShopWithId(sql`shops.id`)})`.as("has_goods"))
      .select(sql<boolean>`EXISTS (SELECT FROM restores WHERE opened_at IS NULL)`.as("is_closed_by_restore"))
      .orderBy("created_at")
      .orderBy("key")
      .execute(),
    db.selectFrom("shop_hosts").selectAll().orderBy("position").orderBy("host").execute(),
    db.selectFrom("brand_increments").selectAll().execute(),
    listOpenPromotions(db),
  ]);
  return shops.map((row) => ({
    id: row.id,
    key: row.key,
    kind: row.kind,
    hosts: hosts.filter(({ shop_id }) => shop_id === row.id).map(({ host }) => host),
    ...toDraft(row),
    brandIncrements: new Map(
      increments
        .filter(({ shop_id }) => shop_id === row.id)
        .map(({ brand_id, increment_cents }) => [brand_id, increment_cents]),
    ),
    promotions: promotions.filter(({ shopId }) => shopId === null || shopId === row.id),
    hasProducts: row.has_goods,
    isClosedByRestore: row.is_closed_by_restore,
  }));
}

/** A new shop, with its payment methods. The list is empty if they are copied from another shop. */
export type NewShop = Omit<
  Shop,
  "brandIncrements" | "promotions" | "hasProducts" | "isClosedByRestore" | "unopenedView"
> & {
  paymentMethods: { key: "MP" | "TB"; name: string; checkout_message: string }[];
};

/** False if its key or one of its hosts is taken, or there is a head office already. Then the caller must roll back. */
export async function insertShop(tx: Tx, { hosts, paymentMethods, ...shop }: NewShop): Promise<boolean> {
  const { settings, banners, messages, chat, terms, ...plainColumns } = shop;
  const jsonColumns = {
    settings: JSON.stringify(settings),
    banners: JSON.stringify(banners),
    messages: JSON.stringify(messages),
    chat: chat && JSON.stringify(chat),
    terms: JSON.stringify(terms),
  };
  const { numInsertedOrUpdatedRows: insertedCount } = await tx
    .insertInto("shops")
    .values({ ...plainColumns, ...jsonColumns })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (insertedCount !== 1n) return false;
  const methodRows = paymentMethods.map((method) => ({ shop_id: shop.id, ...method }));
  if (methodRows.length > 0) await tx.insertInto("payment_methods").values(methodRows).execute();
  return (await Promise.all(hosts.map((host, position) => insertHost(tx, { shopId: shop.id, host, position })))).every(
    Boolean,
  );
}

/** False if a shop has it already, including this one. */
export async function insertHost(
  tx: Queryable,
  { shopId, host, position }: { shopId: string; host: string; position: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: insertedCount } = await tx
    .insertInto("shop_hosts")
    .values({ host, shop_id: shopId, position })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedCount === 1n;
}

/** Locks the shop's row until the transaction ends, and returns its settings. */
export async function lockShopRow(tx: Queryable, shopId: string): Promise<ShopSettings> {
  const { settings } = await tx
    .selectFrom("shops")
    .select("settings")
    .where("id", "=", shopId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return ShopSettings.parse(settings);
}

/** The parts that the owner can change, locked until the transaction ends. */
export async function lockShop(tx: Queryable, shopId: string): Promise<ShopDraft> {
  const row = await tx
    .selectFrom("shops")
    .select(["name", "logo", "color", "banners", "messages", "chat", "terms", "settings"])
    .where("id", "=", shopId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toDraft(row);
}

export async function updateShop(db: Queryable, shopId: string, shop: ShopDraft): Promise<void> {
  const { name, logo, color, banners, messages, chat, terms, settings } = shop;
  await db
    .updateTable("shops")
    .set({
      name,
      logo,
      color,
      banners: JSON.stringify(banners),
      messages: JSON.stringify(messages),
      chat: chat && JSON.stringify(chat),
      terms: JSON.stringify(terms),
      settings: JSON.stringify(settings),
    })
    .where("id", "=", shopId)
    .execute();
}

interface ShopColumns {
  name: string;
  logo: string | null;
  color: string;
  banners: object[];
  messages: object[];
  chat: object | null;
  terms: object;
  settings: object;
}

function toDraft(row: ShopColumns): ShopDraft {
  return {
    name: row.name,
    logo: row.logo,
    color: row.color as PublicShop["color"],
    banners: row.banners as Shop["banners"],
    messages: row.messages as PublicShop["messages"],
    chat: row.chat as PublicShop["chat"],
    terms: row.terms as Terms,
    settings: ShopSettings.parse(row.settings),
  };
}
