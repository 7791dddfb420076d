import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../db/new-id.ts";
import { loadBuiltPages } from "../../web/serve.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../web/build/build-if-needed.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let products: { id: string; sizes: string[]; brandId: string | null }[];
beforeAll(async () => {
  buildIfNeeded();
  server = await startTestServer({}, (app) => loadBuiltPages(app, BUILD_FOLDER));
  const { rows } = await sql<(typeof products)[number]>`
    SELECT p.id, (SELECT array_agg(s.id) FROM sizes s WHERE s.product_id = p.id) AS sizes,
      (SELECT brand_id FROM product_brands pb WHERE pb.product_id = p.id AND position = 0) AS "brandId"
    FROM products p WHERE p.is_published AND p.presale_id IS NULL AND NOT p.is_digital AND NOT p.is_local
    ORDER BY p.id LIMIT 12`.execute(server.app.db);
  products = rows;
});
afterAll(() => server.stop());

interface PriceAndStock {
  price: string;
  /** The price before an offer; empty without one. */
  formerPrice: string;
  isInStock: boolean;
}

const sortById = (entries: [string, PriceAndStock][]) =>
  Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)));

function pricesOf({
  price = "",
  sale_price: sale = "",
}: Record<string, string>): Pick<PriceAndStock, "price" | "formerPrice"> {
  const [chargedPrice, formerPrice] = sale === "" ? [price, ""] : [sale, price];
  return { price: chargedPrice.replace(" MXN", ""), formerPrice: formerPrice.replace(" MXN", "") };
}

async function readFeedSizes(shopKey: string): Promise<Map<string, [string, PriceAndStock][]>> {
  const { text } = await server.call("GET", "/feeds/products.tsv", { shop: shopKey });
  const items: Record<string, string>[] = parse(text, { delimiter: "\t", columns: true });
  return Map.groupBy(
    items.map((item): [string, PriceAndStock] & { link: string } =>
      Object.assign(
        [item.id!, { ...pricesOf(item), isInStock: item.availability === "in stock" }] as [string, PriceAndStock],
        { link: item.link! },
      ),
    ),
    ({ link }) => /products\/([^/]+)/.exec(link)![1]!,
  );
}

interface ApiSize {
  _id: string;
  stock: number;
  price: number | null;
  formerPrice: number | null;
}

async function readApiSizes(
  shopKey: string,
  productId: string,
): Promise<{ shownPrice: number; sizes: [string, PriceAndStock][] }> {
  const { json } = await server.call("GET", `/api/v1/products/${productId}`, { shop: shopKey });
  const shownPrice = json.shopPrice ?? json.price;
  const sizes = json.stocks.map(({ _id, stock, ...sizePrices }: ApiSize) => {
    const formerPrice = sizePrices.price === null ? json.formerPrice : sizePrices.formerPrice;
    return [
      _id,
      {
        price: (sizePrices.price ?? shownPrice).toFixed(2),
        formerPrice: formerPrice?.toFixed(2) ?? "",
        isInStock: stock > 0,
      },
    ];
  });
  return { shownPrice, sizes };
}

let pageRequestCount = 0;

/** The price that the page shows, and the sizes that it declares to search engines. */
async function readPageSizes(
  shopKey: string,
  productId: string,
): Promise<{ shownPrice: number; sizes: [string, PriceAndStock][] }> {
  // The URL is different each time, because a page is cached for a second (decision 4).
  const { text } = await server.call("GET", `/products/${productId}/details?again=${pageRequestCount++}`, {
    shop: shopKey,
  });
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const group = blocks.map(([, json]) => JSON.parse(json!)).find((block) => block["@type"] === "ProductGroup");
  const shownPrice = /<p class="tabular text-lg[^"]*">(?:Desde )?\$([\d,.]+)</.exec(text)![1]!.replaceAll(",", "");
  const sizes = group.hasVariant
    .filter((variant: { "@id": string }) => variant["@id"].includes(productId))
    .map(({ "@id": id, offers }: Variant) => {
      const isInStock = offers.availability.endsWith("/InStock");
      return [
        id.split("#talla-")[1]!,
        { price: offers.price, formerPrice: offers.priceSpecification?.price ?? "", isInStock },
      ];
    });
  return { shownPrice: Number(shownPrice), sizes };
}

interface Variant {
  "@id": string;
  offers: { price: string; priceSpecification?: { price: string }; availability: string };
}

const anyChange = fc.record({
  productIndex: fc.nat(11),
  priceCents: fc.integer({ min: 100, max: 9_999_99 }),
  branchPriceCents: fc.option(fc.integer({ min: 100, max: 9_999_99 })),
  incrementCents: fc.integer({ min: -50_00, max: 500_00 }),
  pieces: fc.array(fc.constantFrom(0, 0, 1, 7), { minLength: 8, maxLength: 8 }),
  hidesLastSize: fc.boolean(),
  offers: fc.array(
    fc.record({
      cents: fc.integer({ min: 50, max: 9_999_99 }),
      isOfBranch: fc.boolean(),
      sizeIndex: fc.option(fc.nat(3)),
    }),
    { maxLength: 3 },
  ),
});

/** Changes everything that the price and the stock of a product depend on. */
async function applyChange(change: typeof anyChange extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const { db } = server.app;
  const { id, sizes, brandId } = products[change.productIndex]!;
  const norteId = (await server.findShop("norte")).id;
  await sql`UPDATE products SET price_cents = ${change.priceCents} WHERE id = ${id}`.execute(db);
  await sql`DELETE FROM shop_products WHERE product_id = ${id}`.execute(db);
  if (change.branchPriceCents !== null) {
    await sql`INSERT INTO shop_products (shop_id, product_id, price_cents) VALUES (${norteId}, ${id}, ${change.branchPriceCents})`.execute(
      db,
    );
  }
  if (brandId !== null) {
    await sql`INSERT INTO brand_increments (shop_id, brand_id, increment_cents) VALUES (${norteId}, ${brandId}, ${change.incrementCents})
      ON CONFLICT (shop_id, brand_id) DO UPDATE SET increment_cents = excluded.increment_cents`.execute(db);
  }
  for (const [n, sizeId] of sizes.entries()) {
    const isHidden = change.hidesLastSize && n === sizes.length - 1 && n > 0;
    await sql`UPDATE sizes SET available = ${change.pieces[n % 8]}, is_hidden = ${isHidden} WHERE id = ${sizeId}`.execute(
      db,
    );
  }
  await sql`DELETE FROM offers WHERE product_id = ${id}`.execute(db);
  for (const { cents, isOfBranch, sizeIndex } of change.offers) {
    await sql`
      INSERT INTO offers (id, product_id, size_id, shop_id, price_cents, former_price_cents, starts_at, actor)
      VALUES (${newId()}, ${id}, ${sizeIndex === null ? null : (sizes[sizeIndex] ?? null)}, ${isOfBranch ? norteId : null}, ${cents},
        ${cents + 100_00}, now(), 'prueba') ON CONFLICT DO NOTHING`.execute(db);
  }
  await server.app.shops.refresh();
}

test("feed, page and API agree on price, former price and availability after any change (rule FEED-3)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 3 }), async (changes) => {
      for (const change of changes) await applyChange(change);
      for (const shopKey of ["matriz", "norte"]) {
        const feed = await readFeedSizes(shopKey);
        for (const { productIndex } of changes) {
          const { id } = products[productIndex]!;
          const api = await readApiSizes(shopKey, id);
          const apiSizes = sortById(api.sizes);
          expect(sortById(feed.get(id)!.map(([sizeId, priceAndStock]) => [sizeId, priceAndStock]))).toEqual(apiSizes);
          const page = await readPageSizes(shopKey, id);
          expect(sortById(page.sizes)).toEqual(apiSizes);
          expect(page.shownPrice).toBe(api.shownPrice);
        }
      }
    }),
    { numRuns: 12, seed: 17 },
  );
});
