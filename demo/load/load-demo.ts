import { sql, type Insertable } from "kysely";
import { endOfDay } from "../../src/domain/dates.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { sizePosition } from "../../src/domain/size-order.ts";
import type { App } from "../../src/server/app.ts";
import { openDb, openPoolWithoutTimeouts, type Tx } from "../../src/server/db/connect.ts";
import type { Schema } from "../../src/server/db/schema.ts";
import { importPostalCodesInTransaction } from "../../src/server/postal-codes/import-postal-codes.ts";
import { insertShop } from "../../src/server/shops/queries.ts";
import {
  DEMO_BRANCH_PRICE_CENTS,
  DEMO_LOCAL_PRODUCTS,
  DEMO_PICKUP_POINTS,
  DEMO_WITHDRAWN_CARRIER,
  demoCarriers,
  demoShops,
} from "./demo-shops.ts";
import { readDemoCatalog, readDemoPictures, type DemoCatalog, type DemoPictures } from "./demo-catalog.ts";
import { demoFacts } from "./demo-facts.ts";
import { demoId } from "./demo-id.ts";
import { demoLooks } from "./demo-looks.ts";
import { DEMO_ISSUERS, DEMO_VAT } from "./demo-issuers.ts";
import { DEMO_REVIEWS } from "./demo-reviews.ts";
import { satKeysOfCategory, satKeysOfProduct } from "./demo-sat-keys.ts";
import { CONSOLE_ACTOR } from "../../src/server/change-log/change-log.ts";
import { changeCustomerTags } from "../../src/server/customers/office/change-customer-tags.ts";
import { addDemoPromotions } from "./demo-promotions.ts";
import { DEMO_POSTAL_CODES } from "./demo-postal-codes.ts";
import { demoSizeGuides } from "./demo-size-guides.ts";
import { insertDemoWishlist } from "./insert-demo-wishlist.ts";
import { insertDemoProductReviews } from "./insert-demo-product-reviews.ts";
import { placeDemoOrders } from "./demo-orders.ts";
import { addDemoReturns } from "./demo-returns.ts";

const DAY_MS = 86_400_000;
/** The stock is older than the first order, and the presale is older than the order in it (demo-history.ts). */
const STOCK_RECEIVED_DAYS_AGO = 30;
const PRESALE_STARTED_DAYS_AGO = 7;
const CUSTOMERS_CREATED_DAYS_AGO = 90;
const ANA_ID = demoId("customer", "ana");

/**
 * Loads the demo shop into an empty database, or completes an interrupted load. False if a shop exists already. A
 * second process waits until the first has loaded it.
 */
export async function loadDemo(app: App): Promise<boolean> {
  // The lock belongs to a database session, so it needs a connection without a pooler. It ends with the connection.
  const lockDb = openDb(openPoolWithoutTimeouts(app.databaseConfig));
  try {
    return await lockDb.connection().execute(async (connection) => {
      await sql`SELECT pg_advisory_lock(4720212)`.execute(connection);
      return loadOnce(app);
    });
  } finally {
    await lockDb.destroy();
  }
}

async function loadOnce(app: App): Promise<boolean> {
  const catalog = readDemoCatalog();
  const pictures = readDemoPictures();
  const passwordHash = await app.passwords.hash("demo1234");
  const isInserted = await app.db.transaction().execute(async (tx) => {
    if (await tx.selectFrom("shops").select("id").executeTakeFirst()) return false;
    await insertDemoShops(tx, catalog);
    await insertPictures(tx, pictures);
    await insertCatalog(tx, catalog);
    await insertCustomersAndShopReviews(tx, passwordHash);
    await importPostalCodesInTransaction(tx, {
      list: { source: "sample", codes: DEMO_POSTAL_CODES, unreadableLines: 0 },
      fileName: "demo-postal-codes.ts",
      by: { memberId: null, name: "demostración", ip: null },
    });
    return true;
  });
  // If a load was interrupted between the transaction and the first order, this one completes it.
  if (!isInserted && !(await isLoadedWithoutOrders(app))) return false;
  await app.shops.refresh();
  const placed = await placeDemoOrders(app, ANA_ID);
  if (isRefusal(placed)) throw new Error(`The demo orders were refused: ${placed.refused}`);
  const returned = await addDemoReturns(app);
  if (isRefusal(returned)) throw new Error(`The demo returns were refused: ${returned.refused}`);
  await insertDemoProductReviews(app);
  await addDemoPromotions(app);
  await app.db.updateTable("customers").set({ email: "ana@ejemplo.mx" }).where("id", "=", ANA_ID).execute();
  await insertDemoWishlist(app, ANA_ID);
  await changeCustomerTags(app.db, ANA_ID, { add: ["clienta frecuente"], remove: [] }, CONSOLE_ACTOR);
  await sql`ANALYZE`.execute(app.db);
  return true;
}

async function isLoadedWithoutOrders(app: App): Promise<boolean> {
  const ana = await app.db.selectFrom("customers").select("email").where("id", "=", ANA_ID).executeTakeFirst();
  const order = await app.db.selectFrom("orders").select("id").limit(1).executeTakeFirst();
  return ana?.email === null && !order;
}

async function insertAll<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + 500) as never)
      .execute();
  }
}

async function insertDemoShops(tx: Tx, catalog: DemoCatalog): Promise<void> {
  for (const shop of demoShops(catalog)) await insertShop(tx, shop);
  // The demo is open already, so its first steps are hidden.
  const finishedSteps = { theme_confirmed_at: new Date(), legal_confirmed_at: new Date(), hidden_at: new Date() };
  await insertAll(
    tx,
    "first_steps",
    ["matriz", "norte"].map((key) => ({ shop_id: demoId("shop", key), ...finishedSteps })),
  );
  await insertAll(tx, "invoice_issuers", DEMO_ISSUERS);
  await tx
    .insertInto("carriers")
    .values(demoCarriers(catalog) as never)
    .execute();
  await insertAll(tx, "pickup_points", DEMO_PICKUP_POINTS);
  const { shop, carrier } = DEMO_WITHDRAWN_CARRIER;
  await insertAll(tx, "withdrawn_carriers", [
    { shop_id: demoId("shop", shop), carrier_id: demoId("carrier", carrier) },
  ]);
}

async function insertPictures(tx: Tx, pictures: DemoPictures): Promise<void> {
  const widthsOf = (files: string[], format: string): number[] =>
    files.filter((file) => file.endsWith(format)).map((file) => Number.parseInt(file, 10));
  await insertAll(
    tx,
    "pictures",
    Object.entries(pictures).map(([key, picture]) => ({
      key,
      width: picture.width,
      height: picture.height,
      color: picture.color,
      alt: picture.alt,
      ...(picture.focus && { focus_x: picture.focus[0], focus_y: picture.focus[1] }),
      avif_widths: widthsOf(picture.files, "avif").sort((a, b) => a - b),
      webp_widths: widthsOf(picture.files, "webp").sort((a, b) => a - b),
    })),
  );
}

async function insertCatalog(tx: Tx, catalog: DemoCatalog): Promise<void> {
  const brandId = (slug: string): string => demoId("brand", slug);
  const categoryId = (slug: string): string => demoId("category", slug);
  await insertAll(
    tx,
    "brands",
    catalog.brands.map((brand) => ({ id: brandId(brand.slug), ...brand })),
  );
  // The branch has increments for two brands of three: 20, 35, 50 pesos in turn.
  await insertAll(
    tx,
    "brand_increments",
    catalog.brands
      .filter((_, index) => index % 3 !== 2)
      .map((brand, index) => ({
        shop_id: demoId("shop", "norte"),
        brand_id: brandId(brand.slug),
        increment_cents: [20_00, 35_00, 50_00][index % 3]!,
      })),
  );
  const parentsFirst = catalog.categories.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null));
  await insertAll(
    tx,
    "categories",
    parentsFirst.map((category) => ({
      id: categoryId(category.slug),
      slug: category.slug,
      parent_id: category.parent === null ? null : categoryId(category.parent),
      name: category.name,
      description: category.description,
      color: category.color,
      // The front page shows the top categories.
      picture: catalog.extras.categories[category.slug] ?? category.picture,
      position: catalog.categories.indexOf(category),
      ...satKeysOfCategory(category.slug),
    })),
  );
  await insertAll(tx, "vat_treatments", DEMO_VAT);
  const presaleId = demoId("presale", "primavera");
  const now = Date.now();
  await insertAll(tx, "presales", [
    {
      id: presaleId,
      name: "Primavera",
      starts_at: new Date(now - PRESALE_STARTED_DAYS_AGO * DAY_MS),
      ends_at: new Date(now + 90 * DAY_MS),
      delivers_on: new Date(now + 120 * DAY_MS).toISOString().slice(0, 10),
    },
  ]);
  await insertAll(tx, "access_codes", [
    { code: "PRIMAVERA", presale_id: presaleId, max_uses: null, ends_at: null, revoked_at: null },
  ]);
  const productId = (slug: string): string => demoId("product", slug);
  const facts = demoFacts(catalog);
  await insertAll(
    tx,
    "products",
    catalog.products.map((product, index) => ({
      id: productId(product.slug),
      import_key: `demo:${product.slug}`,
      name: product.name,
      description: product.description,
      is_digital: product.type === "DIGITAL",
      color: product.color,
      price_cents: product.priceCents,
      wholesale_price_cents: product.wholesalePriceCents,
      // The panel needs costs to show margins.
      cost_cents: Math.round((product.priceCents * 45) / 100_00) * 100,
      is_local: product.slug in DEMO_LOCAL_PRODUCTS,
      is_marked_new: product.isNew,
      presale_id: product.presale ? presaleId : null,
      extended1: null,
      extended2: null,
      event_at: product.event ? saturdayAt(now + product.event.inDays * DAY_MS, product.event.time) : null,
      event_place: product.event?.place ?? null,
      ...satKeysOfProduct(product),
      ...facts.ofProduct(product),
      created_at: new Date(now - product.ageDays * DAY_MS - index * 1_000),
    })),
  );
  await insertAll(
    tx,
    "product_brands",
    catalog.products.flatMap((product) =>
      product.brands.map((slug, position) => ({
        product_id: productId(product.slug),
        brand_id: brandId(slug),
        position,
      })),
    ),
  );
  await insertAll(
    tx,
    "product_categories",
    catalog.products.flatMap((product) =>
      product.categories.map((slug) => ({ product_id: productId(product.slug), category_id: categoryId(slug) })),
    ),
  );
  await insertAll(
    tx,
    "product_pictures",
    catalog.products.flatMap((product) =>
      product.pictures.map((key, position) => ({ product_id: productId(product.slug), position, picture_key: key })),
    ),
  );
  await insertAll(tx, "product_looks", demoLooks());
  await insertAll(tx, "shop_products", shopProducts());
  await insertAll(tx, "offers", demoOffers(catalog, now));
  await insertSizes(tx, catalog, facts);
  const { guides, rows } = demoSizeGuides(catalog);
  await insertAll(tx, "size_guides", guides);
  await insertAll(tx, "size_guide_rows", rows);
  const ids = catalog.products.map((product) => productId(product.slug));
  await sql`SELECT refresh_product_search(${ids}::uuid[])`.execute(tx);
}

/** The offers' discounts, the days since their start and the days until their end. Null: without an end. */
const OFFER_PLANS = [
  { percent: 20, since: 3, until: 12 },
  { percent: 30, since: 1, until: 6 },
  { percent: 15, since: 10, until: null },
  { percent: 25, since: 5, until: 20 },
] as const;
const OFFER_COUNT = 12;

/**
 * Offers for the first products that the catalogue marks as being on offer, except presale and local products. The
 * list price is the former price.
 */
function demoOffers(catalog: DemoCatalog, now: number): Insertable<Schema["offers"]>[] {
  const markedProducts = catalog.products.filter(
    ({ isOffer, slug, presale }) => isOffer && !presale && !(slug in DEMO_LOCAL_PRODUCTS),
  );
  return markedProducts.slice(0, OFFER_COUNT).map((product, index) => {
    const { percent, since, until } = OFFER_PLANS[index % OFFER_PLANS.length]!;
    return {
      id: demoId("offer", product.slug),
      product_id: demoId("product", product.slug),
      size_id: null,
      shop_id: null,
      // Rounded down to whole pesos, as is usual for prices.
      price_cents: Math.floor((product.priceCents * (100 - percent)) / 100_00) * 100,
      former_price_cents: product.priceCents,
      starts_at: new Date(now - since * DAY_MS),
      ends_at: until === null ? null : endOfDay(new Date(now + until * DAY_MS)),
      actor: "demostración",
    };
  });
}

/** The shops of local products, and the branch's own prices. */
function shopProducts(): Insertable<Schema["shop_products"]>[] {
  const localProducts = Object.entries(DEMO_LOCAL_PRODUCTS).flatMap(([slug, shops]) =>
    shops.map((shop) => ({ slug, shop })),
  );
  const pricedProducts = Object.keys(DEMO_BRANCH_PRICE_CENTS).map((slug) => ({ slug, shop: "norte" }));
  const nonLocalPricedProducts = pricedProducts.filter(({ slug, shop }) => !DEMO_LOCAL_PRODUCTS[slug]?.includes(shop));
  return [...localProducts, ...nonLocalPricedProducts].map(({ slug, shop }) => ({
    shop_id: demoId("shop", shop),
    product_id: demoId("product", slug),
    price_cents: shop === "norte" ? (DEMO_BRANCH_PRICE_CENTS[slug] ?? null) : null,
  }));
}

/** The given time in Mexico City (UTC−6 all year) on the first Saturday that is not before the day of the instant. */
function saturdayAt(instant: number, time: string): Date {
  const inMexico = new Date(instant - 6 * 3_600_000);
  inMexico.setUTCDate(inMexico.getUTCDate() + 6 - inMexico.getUTCDay());
  return new Date(`${inMexico.toISOString().slice(0, 10)}T${time}:00-06:00`);
}

async function insertSizes(tx: Tx, catalog: DemoCatalog, facts: ReturnType<typeof demoFacts>): Promise<void> {
  const names = [...new Set(catalog.products.flatMap((product) => product.sizes.map((size) => size.name)))];
  await insertAll(
    tx,
    "size_names",
    names.map((name) => ({ id: demoId("size name", name), name, position: sizePosition(name) })),
  );
  const sizes = catalog.products.flatMap((product) =>
    product.sizes.map((size) => ({
      id: demoId("size", `${product.slug} ${size.name}`),
      product_id: demoId("product", product.slug),
      size_name_id: demoId("size name", size.name),
      available: size.pieces,
      ...facts.ofSize(product, size.name),
    })),
  );
  await insertAll(tx, "sizes", sizes);
  await insertAll(
    tx,
    "stock_movements",
    sizes
      .filter((size) => size.available > 0)
      .map((size) => ({
        size_id: size.id,
        pieces: size.available,
        kind: "receipt" as const,
        reason: "Existencias de la demostración",
        actor: "demostración",
        order_id: null,
        at: new Date(Date.now() - STOCK_RECEIVED_DAYS_AGO * DAY_MS),
      })),
  );
}

async function insertCustomersAndShopReviews(tx: Tx, passwordHash: string): Promise<void> {
  await insertAll(tx, "customers", [
    {
      id: ANA_ID,
      kind: "registered",
      name: "Ana",
      last_name: "Torres Rivera",
      phone: "5512345678",
      username: "ana@ejemplo.mx",
      // Set after Ana's orders are loaded, so that they send no email.
      email: null,
      password_hash: passwordHash,
      rfc: null,
      rfc_file: null,
      created_at: new Date(Date.now() - CUSTOMERS_CREATED_DAYS_AGO * DAY_MS),
    },
  ]);
  await insertAll(tx, "addresses", [
    {
      id: demoId("address", "ana casa"),
      customer_id: ANA_ID,
      street: "Av. Álvaro Obregón 151, int. 302",
      neighborhood: "Roma Norte",
      postal_code: "06700",
      city: "Cuauhtémoc",
      state: "Ciudad de México",
    },
    {
      id: demoId("address", "ana trabajo"),
      customer_id: ANA_ID,
      street: "Calle Hidalgo 48",
      neighborhood: "Centro",
      postal_code: "76000",
      city: "Querétaro",
      state: "Querétaro",
    },
  ]);
  const customerIdsByAuthor = new Map(
    DEMO_REVIEWS.flatMap(([, , , , , author]) =>
      author && author !== "Ana" ? [[author, demoId("customer", author)] as const] : [],
    ),
  );
  await insertAll(
    tx,
    "customers",
    [...customerIdsByAuthor].map(([name, id], index) => ({
      id,
      kind: "guest" as const,
      name,
      last_name: "Cliente",
      phone: `55000000${String(10 + index)}`,
      username: null,
      email: null,
      password_hash: null,
      rfc: null,
      rfc_file: null,
      created_at: new Date(Date.now() - CUSTOMERS_CREATED_DAYS_AGO * DAY_MS),
    })),
  );
  await insertAll(
    tx,
    "reviews",
    DEMO_REVIEWS.map(([title, category, body, rating, daysAgo, author], index) => ({
      // Ana has two of them. Only reviews from before the limit of decision 14 may, with different numbers.
      legacy_duplicate_number: index,
      id: demoId("review", String(index)),
      shop_id: demoId("shop", index % 4 === 3 ? "norte" : "matriz"),
      customer_id: author === "Ana" ? ANA_ID : author ? customerIdsByAuthor.get(author)! : null,
      title,
      category,
      body,
      rate: rating,
      created_at: new Date(Date.now() - daysAgo * DAY_MS),
    })),
  );
}
