import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "./shop.ts";

/** A branch's increment of a brand, null where it adds nothing. */
export interface BrandIncrement {
  brand: string;
  slug: string;
  cents: Cents | null;
}

export async function listIncrements(app: App, shop: Shop): Promise<BrandIncrement[]> {
  const { rows } = await sql<BrandIncrement>`
    SELECT b.name AS brand, b.slug, i.increment_cents AS cents
    FROM brands b LEFT JOIN brand_increments i ON i.brand_id = b.id AND i.shop_id = ${shop.id}
    ORDER BY plain_text(b.name)`.execute(app.db);
  return rows;
}

/** What a branch adds to every product whose first brand this is (ruling 4); less than nothing takes off. */
export async function setIncrement(
  app: App,
  shop: Shop,
  brand: string,
  cents: Cents | null,
): Promise<"set" | Refusal<"only_branches" | "brand_unknown">> {
  if (shop.kind === "headOffice") return refuse("only_branches");
  const found = await app.db
    .selectFrom("brands")
    .select("id")
    .where((row) => row.or([row("slug", "=", brand), row("name", "=", brand), row(sql`id::text`, "=", brand)]))
    .executeTakeFirst();
  if (!found) return refuse("brand_unknown");
  if (cents === null) {
    await app.db
      .deleteFrom("brand_increments")
      .where("shop_id", "=", shop.id)
      .where("brand_id", "=", found.id)
      .execute();
  } else {
    await app.db
      .insertInto("brand_increments")
      .values({ shop_id: shop.id, brand_id: found.id, increment_cents: cents })
      .onConflict((conflict) => conflict.columns(["shop_id", "brand_id"]).doUpdateSet({ increment_cents: cents }))
      .execute();
  }
  await app.shops.refresh();
  return "set";
}

/** A branch's own price of a product, whatever its brand adds; null takes it away. */
export async function setOwnPrice(
  app: App,
  shop: Shop,
  productId: string,
  cents: Cents | null,
): Promise<"set" | Refusal<"only_branches" | "product_not_found" | "not_sold_here">> {
  if (shop.kind === "headOffice") return refuse("only_branches");
  return changeProduct(app, productId, async ({ tx, isLocal }) => {
    const own = () => tx.updateTable("shop_products").set({ price_cents: cents });
    const { numUpdatedRows } = await own()
      .where("shop_id", "=", shop.id)
      .where("product_id", "=", productId)
      .executeTakeFirst();
    // Of local goods the row also says that they are sold here: it is not made nor taken away by a price.
    if (isLocal) return numUpdatedRows === 0n ? refuse("not_sold_here") : ("set" as const);
    if (cents === null) {
      await tx.deleteFrom("shop_products").where("shop_id", "=", shop.id).where("product_id", "=", productId).execute();
    } else if (numUpdatedRows === 0n) {
      await tx
        .insertInto("shop_products")
        .values({ shop_id: shop.id, product_id: productId, price_cents: cents })
        .execute();
    }
    return "set" as const;
  });
}

/** Sells a product in these shops only (ruling 4), or in all where there are none. Own prices elsewhere end. */
export async function sellOnlyIn(
  app: App,
  shops: readonly Shop[],
  productId: string,
): Promise<"set" | Refusal<"product_not_found">> {
  const ids = shops.map((shop) => shop.id);
  return changeProduct(app, productId, async ({ tx }) => {
    await tx
      .updateTable("products")
      .set({ is_local: ids.length > 0 })
      .where("id", "=", productId)
      .execute();
    if (ids.length === 0) {
      await sql`DELETE FROM shop_products WHERE product_id = ${productId} AND price_cents IS NULL`.execute(tx);
      return "set" as const;
    }
    await sql`DELETE FROM shop_products WHERE product_id = ${productId} AND shop_id <> ALL (${ids}::uuid[])`.execute(
      tx,
    );
    await sql`
      INSERT INTO shop_products (shop_id, product_id) SELECT id, ${productId}::uuid FROM unnest(${ids}::uuid[]) AS id
      ON CONFLICT DO NOTHING`.execute(tx);
    return "set" as const;
  });
}

type Changed<Answer> = (locked: { tx: Tx; isLocal: boolean }) => Promise<Answer>;

/** One change at a time of where and for how much a product is sold; its lists are computed again. */
async function changeProduct<Answer>(
  app: App,
  productId: string,
  change: Changed<Answer>,
): Promise<Answer | Refusal<"product_not_found">> {
  if (!isId(productId)) return refuse("product_not_found");
  const answer = await transact(app.db, async (tx) => {
    const product = await tx
      .selectFrom("products")
      .select("is_local")
      .where("id", "=", productId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!product) return refuse("product_not_found");
    return change({ tx, isLocal: product.is_local });
  });
  app.touches.touch([productId]);
  return answer;
}
