import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { changeShop } from "../shops/change-shop.ts";
import { serveTestApp, type TestServer } from "../testing/test-server.ts";
import { startTestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";

const NAMESPACES = { g: "http://base.google.com/ns/1.0" };

let server: TestServer;
beforeAll(async () => {
  server = await serveTestApp(await startTestApp());
});
afterAll(() => server.stop());

type Item = Record<string, string> & { shipping: string };

async function readTsv(key = "matriz"): Promise<Item[]> {
  const { text, headers } = await server.call("GET", "/feeds/products.tsv", { shop: key });
  expect(headers.get("content-type")).toBe("text/tab-separated-values; charset=utf-8");
  return parse(text, { delimiter: "\t", columns: true });
}

/** The items of the RSS document, read by an XML parser. */
async function readXml(key = "matriz"): Promise<Map<string, string[]>[]> {
  const { text, headers } = await server.call("GET", "/feeds/google.xml", { shop: key });
  expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
  using document = XmlDocument.fromString(text);
  expect(document.get("/rss[@version='2.0']/channel/title")?.content).toBeTruthy();
  return document.find("/rss/channel/item").map((item) => {
    const values = new Map<string, string[]>();
    for (const element of item.find("g:*", NAMESPACES)) {
      if (!(element instanceof XmlElement)) continue;
      values.set(element.name, [...(values.get(element.name) ?? []), element.content.trim()]);
    }
    return values;
  });
}

const addPicture = async (productId: string) =>
  sql`INSERT INTO product_pictures (product_id, picture_key, position) SELECT ${productId}, key, 0 FROM pictures LIMIT 1`.execute(
    server.app.db,
  );
/** Creates a product on sale with a picture and one size. */
async function addProduct(spec: Parameters<typeof createTestSize>[1] = { pieces: 3 }) {
  const size = await createTestSize(server.app, spec);
  await addPicture(size.productId);
  return size;
}
const readIds = async () => (await readTsv()).map(({ id }) => id);

describe("a shop's feed (rule FEED-1)", () => {
  test("both formats have the same items, one for each size, with unique ids", async () => {
    const [tsvItems, xmlItems] = [await readTsv(), await readXml()];
    expect(tsvItems.length).toBeGreaterThan(700);
    expect(new Set(tsvItems.map(({ id }) => id)).size).toBe(tsvItems.length);
    expect(xmlItems.map((item) => item.get("id")?.[0])).toEqual(tsvItems.map(({ id }) => id));
    for (const [index, item] of xmlItems.entries()) {
      for (const name of ["title", "price", "availability", "link", "image_link", "item_group_id", "color"]) {
        expect(item.get(name)?.[0] ?? "").toBe(tsvItems[index]![name]);
      }
    }
  });

  test.each(["matriz", "norte"])("in %s the feed has the prices and the stock of the API", async (key) => {
    const products = (await server.call("GET", "/products", { shop: key })).json as {
      type: string;
      price: number;
      shopPrice: number | null;
      images: unknown[];
      formerPrice: number | null;
      stocks: { _id: string; stock: number; price: number | null; formerPrice: number | null }[];
    }[];
    const pesos = (amount: number) => `${amount.toFixed(2)} MXN`;
    const feedPrices = (price: number, former: number | null) => ({
      price: pesos(former ?? price),
      sale_price: former === null ? "" : pesos(price),
    });
    const apiItems = products
      .filter(({ type, images }) => type === "ORDINARY" && images.length > 0)
      .flatMap(({ stocks, ...product }) =>
        stocks.map(({ _id, stock, ...sizePrices }) => ({
          id: _id,
          ...feedPrices(
            sizePrices.price ?? product.shopPrice ?? product.price,
            sizePrices.price === null ? product.formerPrice : sizePrices.formerPrice,
          ),
          availability: stock > 0 ? "in stock" : "out of stock",
        })),
      );
    const feedItems = (await readTsv(key)).map(({ id, price, sale_price, availability }) => ({
      id,
      price,
      sale_price,
      availability,
    }));
    expect(feedItems).toEqual(apiItems);
    expect(feedItems.some((item) => item.sale_price !== "")).toBe(true);
  });

  test("presales, hidden products and sizes, tickets and products without a picture are not in the feed", async () => {
    const { id: presaleId } = await server.app.db.selectFrom("presales").select("id").executeTakeFirstOrThrow();
    const shownSize = await addProduct();
    const excludedSizes = [
      await addProduct({ pieces: 3, presaleId }),
      await addProduct({ pieces: 3, isDigital: true }),
      await createTestSize(server.app, { pieces: 3 }),
    ];
    const sizeOfUnpublishedProduct = await addProduct();
    await sql`UPDATE products SET is_published = false WHERE id = ${sizeOfUnpublishedProduct.productId}`.execute(
      server.app.db,
    );
    const hiddenSize = await addProduct();
    await sql`UPDATE sizes SET is_hidden = true WHERE id = ${hiddenSize.sizeId}`.execute(server.app.db);
    const ids = await readIds();
    expect(ids).toContain(shownSize.sizeId);
    for (const { sizeId } of [...excludedSizes, sizeOfUnpublishedProduct, hiddenSize])
      expect(ids).not.toContain(sizeId);
  });

  test("texts with markup, control characters and quotation marks stay readable in both formats", async () => {
    const { sizeId, productId } = await addProduct();
    const name = 'Blusa <b>"Lía"</b> & ñandú 😀';
    await sql`UPDATE products SET name = ${name}, description = ${"Uno\tdos\nтри \u0008 ]]>"} WHERE id = ${productId}`.execute(
      server.app.db,
    );
    const row = (await readTsv()).find(({ id }) => id === sizeId);
    const item = (await readXml()).find((values) => values.get("id")?.[0] === sizeId);
    expect(row).toMatchObject({ title: `${name} Rojo, talla M`, description: "Uno dos три ]]>" });
    expect(item!.get("title")).toEqual([row!.title]);
  });

  test("shipping is what each carrier of the shop charges for one packed piece", async () => {
    const shippingResponse = (await server.call("GET", "/api/v1/shippings")).json as {
      docs: { kind: string; name: string; price: number }[];
    };
    const docs = shippingResponse.docs.filter(({ kind }) => kind === "carrier");
    const { packaging } = (await server.findShop()).settings.orders;
    const [item] = await readXml();
    const [row] = await readTsv();
    expect(row!.shipping.split(",")).toEqual(
      docs.map(({ name, price }) => `MX::${name}:${(price + packaging).toFixed(2)} MXN`),
    );
    expect(item!.get("shipping")).toHaveLength(docs.length);
  });

  test("the months without interest are those of the product's page, and change the feed (rule FEED-5)", async () => {
    const [sizeWithMonths, sizeWithoutMonths] = [
      await addProduct({ pieces: 1, priceCents: 1_299_00 }),
      await addProduct({ pieces: 1 }),
    ];
    const monthsOf = async ({ sizeId }: { sizeId: string }) => ({
      table: (await readTsv()).find(({ id }) => id === sizeId)!.installment,
      xml: (await readXml()).find((item) => item.get("id")?.[0] === sizeId)!.get("installment")?.[0],
    });
    const readEtag = async () => (await server.call("GET", "/feeds/google.xml")).headers.get("etag");
    expect(await monthsOf(sizeWithMonths)).toEqual({ table: "", xml: undefined });
    const etagBefore = await readEtag();
    const plans = [{ months: 6, from: 1_000 }];
    const values = { "payments.enabled": true, "payments.fee": 0, "payments.base": 0 };
    const installments = { "payments.installments": { confirmed: true, plans } };
    const changed = await changeShop(server.app, await server.findShop(), { values: { ...values, ...installments } });
    expect(isRefusal(changed)).toBe(false);
    expect(await monthsOf(sizeWithMonths)).toEqual({
      table: "6:216.50 MXN",
      xml: expect.stringMatching(/^6\s+216\.50 MXN$/),
    });
    expect(await monthsOf(sizeWithoutMonths)).toEqual({ table: "", xml: undefined });
    expect(await readEtag()).not.toBe(etagBefore);
    const product = (await server.call("GET", `/api/v1/products/${sizeWithMonths.productId}`)).json;
    expect(product.installments).toEqual({ months: 6, amount: 216.5 });
  });

  test("codes, facts and the style of a product are in the feed", async () => {
    const { sizeId, productId } = await addProduct();
    await sql`UPDATE sizes SET sku = 'FEED-1', gtin = '7501031311309', weight_grams = 320 WHERE id = ${sizeId}`.execute(
      server.app.db,
    );
    await sql`UPDATE products SET style_code = 'ESTILO-9', gender = 'female', age_group = 'adult', google_category = '2271',
      composition = '[{"fiber": "Algodón", "percent": 95}, {"fiber": "Elastano", "percent": 5}]' WHERE id = ${productId}`.execute(
      server.app.db,
    );
    expect((await readTsv()).find(({ id }) => id === sizeId)).toMatchObject({
      gtin: "7501031311309",
      mpn: "",
      identifier_exists: "",
      item_group_id: "ESTILO-9",
      gender: "female",
      age_group: "adult",
      google_product_category: "2271",
      material: "Algodón/Elastano",
      shipping_weight: "320 g",
    });
  });
});

describe("a request for a feed", () => {
  const get = (etag?: string) =>
    server.call("GET", "/feeds/google.xml", etag ? { headers: { "If-None-Match": etag } } : {});

  test("with the current ETag is answered 304 until something in the feed changes", async () => {
    const { sizeId, productId } = await addProduct();
    const changes = [
      sql`UPDATE sizes SET sku = 'ETAG-1' WHERE id = ${sizeId}`,
      sql`UPDATE products SET gender = 'unisex' WHERE id = ${productId}`,
      sql`UPDATE carriers SET price_cents = price_cents + 100 WHERE id = (SELECT id FROM carriers WHERE is_active LIMIT 1)`,
    ];
    let etag = (await get()).headers.get("etag")!;
    for (const change of changes) {
      expect(await get(etag)).toMatchObject({ status: 304, text: "" });
      await change.execute(server.app.db);
      const changedResponse = await get(etag);
      expect(changedResponse.status).toBe(200);
      etag = changedResponse.headers.get("etag")!;
    }
    const norteResponse = await server.call("GET", "/feeds/google.xml", {
      shop: "norte",
      headers: { "If-None-Match": etag },
    });
    expect(norteResponse.status).toBe(200);
  });

  test("is answered after another client disconnected during its response", async () => {
    const controller = new AbortController();
    const response = await fetch(`${server.origin}/feeds/google.xml`, { signal: controller.signal });
    await response.body!.getReader().read();
    controller.abort();
    expect((await get()).status).toBe(200);
  });
});

test("all items of a shop that does not sell at present are out of stock", async () => {
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{management,canSell}', 'false') WHERE key = 'norte'`.execute(
    server.app.db,
  );
  await server.app.shops.refresh();
  const items = await readTsv("norte");
  expect(new Set(items.map(({ availability }) => availability))).toEqual(new Set(["out of stock"]));
});
