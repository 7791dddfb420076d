import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Shop } from "./shop.ts";

/** What a branch adds to the prices of a brand, in centavos. Null for nothing. */
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

/**
 * Sets what a branch adds to every product whose first brand this is (rule PRICE-1). `brand` is its slug, name or id. A
 * negative amount lowers the price.
 */
export async function setIncrement(
  app: App,
  shop: Shop,
  brand: string,
  cents: Cents | null,
  by: Actor,
): Promise<"set" | Refusal<"only_branches" | "brand_unknown">> {
  if (shop.kind === "headOffice") return refuse("only_branches");
  const storedBrand = await app.db
    .selectFrom("brands")
    .select("id")
    .where((eb) => eb.or([eb("slug", "=", brand), eb("name", "=", brand), eb(sql`id::text`, "=", brand)]))
    .executeTakeFirst();
  if (!storedBrand) return refuse("brand_unknown");
  const result = await setIncrements(app, shop, [{ brandId: storedBrand.id, cents, seen: null }], by, {
    isForced: true,
  });
  return isRefusal(result) ? refuse("brand_unknown") : "set";
}

/** A brand's new increment, and the one that the caller saw (null: none). */
export interface IncrementChange {
  brandId: string;
  cents: Cents | null;
  seen: Cents | null;
}

/**
 * Changes several increments of a branch, all or none. Refused if a stored increment differs from the one that the
 * caller saw, unless `isForced` is set.
 */
export async function setIncrements(
  app: App,
  shop: Pick<Shop, "id">,
  changes: readonly IncrementChange[],
  by: Actor,
  { isForced = false } = {},
): Promise<"set" | Refusal<"increments_changed" | "brand_unknown">> {
  const result = await transact(app.db, async (tx) => {
    await sql`SELECT FROM shops WHERE id = ${shop.id} FOR NO KEY UPDATE`.execute(tx);
    for (const { brandId, cents, seen } of changes) {
      const { rows } = await sql<{ name: string; cents: Cents | null }>`
        SELECT b.name, i.increment_cents AS cents FROM brands b
        LEFT JOIN brand_increments i ON i.brand_id = b.id AND i.shop_id = ${shop.id} WHERE b.id = ${brandId}`.execute(
        tx,
      );
      const [currentIncrement] = rows;
      if (!currentIncrement) return refuse("brand_unknown");
      if (currentIncrement.cents !== seen && !isForced) return refuse("increments_changed");
      if (currentIncrement.cents === cents) continue;
      await storeIncrement(tx, { shopId: shop.id, brandId, cents });
      await logChange(tx, by, {
        action: "increment",
        object: { kind: "shop-prices", id: shop.id },
        before: { brand: currentIncrement.name, incrementCents: currentIncrement.cents },
        after: { incrementCents: cents },
      });
    }
    return "set" as const;
  });
  await app.shops.refresh();
  return result;
}

async function storeIncrement(
  tx: Tx,
  { shopId, brandId, cents }: { shopId: string; brandId: string; cents: Cents | null },
): Promise<void> {
  if (cents === null) {
    await tx.deleteFrom("brand_increments").where("shop_id", "=", shopId).where("brand_id", "=", brandId).execute();
    return;
  }
  await tx
    .insertInto("brand_increments")
    .values({ shop_id: shopId, brand_id: brandId, increment_cents: cents })
    .onConflict((conflict) => conflict.columns(["shop_id", "brand_id"]).doUpdateSet({ increment_cents: cents }))
    .execute();
}

/** A brand with a branch's increment, and a product whose price shows its effect. */
export interface IncrementSample {
  brandId: string;
  brand: string;
  cents: Cents | null;
  /** The product of median price among the brand's products that have no price of their own here. */
  sample: { name: string; priceCents: Cents } | null;
}

export async function listIncrementSamples(app: App, shop: Pick<Shop, "id">): Promise<IncrementSample[]> {
  const { rows } = await sql<IncrementSample>`
    SELECT b.id AS "brandId", b.name AS brand, i.increment_cents AS cents,
      (SELECT json_build_object('name', p.name, 'priceCents', p.price_cents)
        FROM (SELECT p.name, p.price_cents, row_number() OVER w AS rank, count(*) OVER () AS goods
          FROM product_brands pb JOIN products p ON p.id = pb.product_id
          WHERE pb.brand_id = b.id AND pb.position = 0 AND p.is_published AND NOT EXISTS (
            SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ${shop.id}
              AND own.price_cents IS NOT NULL)
          WINDOW w AS (ORDER BY p.price_cents, p.id)) p
        WHERE p.rank = (p.goods + 1) / 2) AS sample
    FROM brands b LEFT JOIN brand_increments i ON i.brand_id = b.id AND i.shop_id = ${shop.id}
    ORDER BY plain_text(b.name)`.execute(app.db);
  return rows;
}

/** Sets a branch's own price of a product, which replaces the brand increment. Null removes it. */
export async function setOwnPrice(
  app: App,
  shop: Shop,
  productId: string,
  cents: Cents | null,
  by: Actor,
): Promise<"set" | Refusal<"only_branches" | "product_not_found" | "not_sold_here">> {
  if (shop.kind === "headOffice") return refuse("only_branches");
  return changeShopsAndPricesOf(app, productId, by, ({ tx, isLocal }) =>
    storeOwnPrice(tx, { shop, productId, isLocal, cents }),
  );
}

/** Stores a branch's own price, in a transaction that has locked the product. */
export async function storeOwnPrice(
  tx: Tx,
  ownPrice: { shop: Pick<Shop, "id">; productId: string; isLocal: boolean; cents: Cents | null },
): Promise<"set" | Refusal<"not_sold_here">> {
  const { shop, productId, isLocal, cents } = ownPrice;
  const { numUpdatedRows } = await tx
    .updateTable("shop_products")
    .set({ price_cents: cents })
    .where("shop_id", "=", shop.id)
    .where("product_id", "=", productId)
    .executeTakeFirst();
  // For a local product the row also means that it is sold here, so a price neither creates nor deletes the row.
  if (isLocal) return numUpdatedRows === 0n ? refuse("not_sold_here") : "set";
  if (cents === null) {
    await tx.deleteFrom("shop_products").where("shop_id", "=", shop.id).where("product_id", "=", productId).execute();
  } else if (numUpdatedRows === 0n) {
    await tx
      .insertInto("shop_products")
      .values({ shop_id: shop.id, product_id: productId, price_cents: cents })
      .execute();
  }
  return "set";
}

/**
 * Sells a product only in these shops (rule PRICE-4), or in all if the list is empty. Own prices in other shops are
 * removed.
 */
export async function sellOnlyIn(
  app: App,
  shops: readonly Shop[],
  productId: string,
  by: Actor,
): Promise<"set" | Refusal<"product_not_found">> {
  const ids = shops.map((shop) => shop.id);
  return changeShopsAndPricesOf(app, productId, by, async ({ tx }) => {
    await storeShopsOfProduct(tx, ids, productId);
    return "set" as const;
  });
}

/** Stores the shops of a product, in a transaction that has locked it. */
export async function storeShopsOfProduct(tx: Tx, shopIds: readonly string[], productId: string): Promise<void> {
  await tx
    .updateTable("products")
    .set({ is_local: shopIds.length > 0 })
    .where("id", "=", productId)
    .execute();
  if (shopIds.length === 0) {
    await sql`DELETE FROM shop_products WHERE product_id = ${productId} AND price_cents IS NULL`.execute(tx);
    return;
  }
  await sql`
    DELETE FROM shop_products WHERE product_id = ${productId} AND shop_id <> ALL (${shopIds}::uuid[])`.execute(tx);
  await sql`
    INSERT INTO shop_products (shop_id, product_id) SELECT id, ${productId}::uuid FROM unnest(${shopIds}::uuid[]) AS id
    ON CONFLICT DO NOTHING`.execute(tx);
}

type ChangeLockedProduct<Result> = (lockedProduct: { tx: Tx; isLocal: boolean }) => Promise<Result>;

/** Serializes changes of a product's shops and prices, and logs them. */
async function changeShopsAndPricesOf<Result>(
  app: App,
  productId: string,
  by: Actor,
  change: ChangeLockedProduct<Result>,
): Promise<Result | Refusal<"product_not_found">> {
  if (!isId(productId)) return refuse("product_not_found");
  return transact(app.db, async (tx) => {
    const product = await tx
      .selectFrom("products")
      .select("is_local")
      .where("id", "=", productId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!product) return refuse("product_not_found");
    // A form of the product that another member has open is refused as outdated (0029_catalogue_by_hand.sql).
    await sql`UPDATE products SET version = version + 1 WHERE id = ${productId}`.execute(tx);
    const before = await findShopsOfProduct(tx, productId);
    const changeResult = await change({ tx, isLocal: product.is_local });
    const after = await findShopsOfProduct(tx, productId);
    if (!isRefusal(changeResult) && !isDeepStrictEqual(before, after)) {
      await logChange(tx, by, {
        action: "product-edit",
        object: { kind: "product", id: productId },
        before,
        after,
      });
    }
    return changeResult;
  });
}

/** Where a product is sold and for what own prices, with the names of the fields of its form. */
async function findShopsOfProduct(tx: Tx, productId: string): Promise<{ onlyIn: string[]; ownPrices: string[] }> {
  const { rows } = await sql<{ name: string; cents: Cents | null; isLocal: boolean }>`
    SELECT s.name, sp.price_cents AS cents, p.is_local AS "isLocal" FROM shop_products sp
    JOIN shops s ON s.id = sp.shop_id JOIN products p ON p.id = sp.product_id
    WHERE sp.product_id = ${productId} ORDER BY s.name`.execute(tx);
  return {
    onlyIn: rows.filter(({ isLocal }) => isLocal).map(({ name }) => name),
    ownPrices: rows.flatMap(({ name, cents }) => (cents === null ? [] : [`${name} ${cents / 100}`])),
  };
}
