import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../db/new-id.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface WireLine {
  productId: string;
  attributeId: string;
  quantity: number;
}

/** The cart in the answer of `createCart`, and the same cart as it is read afterwards. */
async function createAndRead(shop: string, products: readonly WireLine[]) {
  const { json } = await server.call("POST", "/api/v1/carts", { shop, body: { products } });
  const readResponse = await server.call("GET", `/api/v1/carts/${json.cart._id}`, { shop });
  return { createdCart: removeClock(json.cart), readCart: removeClock(readResponse.json), failed: json.failed };
}

const removeClock = (cart: { products: { stock: number }[] }) => ({ ...cart, serverNow: undefined });

/** One line of each product of the demo that this shop sells and that has pieces. */
async function listDemoLines(shop: string): Promise<WireLine[]> {
  const { id } = await server.findShop(shop);
  const rows = await server.app.db
    .selectFrom("products as p")
    .innerJoin("sizes as s", "s.product_id", "p.id")
    .select(["p.id as productId", (eb) => eb.fn.min<string>(eb.cast<string>("s.id", "text")).as("attributeId")])
    .where("p.is_published", "=", true)
    .where("p.presale_id", "is", null)
    .where((eb) =>
      eb.or([
        eb("p.is_local", "=", false),
        eb("p.id", "in", eb.selectFrom("shop_products").select("product_id").where("shop_id", "=", id)),
      ]),
    )
    .where("s.available", ">", 2)
    .where("s.is_hidden", "=", false)
    .groupBy("p.id")
    .execute();
  return rows.map((row) => ({ ...row, quantity: 1 }));
}

test.each(["matriz", "norte"])("createCart in %s answers with the cart as it is read afterwards", async (shop) => {
  const lines = await listDemoLines(shop);
  expect(lines.length).toBeGreaterThan(20);
  for (let index = 0; index < lines.length; index += 5) {
    const { createdCart, readCart } = await createAndRead(shop, lines.slice(index, index + 5));
    expect(createdCart).toEqual(readCart);
  }
});

test("a changed product is shown as it is now, with its offer", async () => {
  const size = await createTestSize(server.app, { pieces: 20, priceCents: 300_00 });
  const line = { productId: size.productId, attributeId: size.sizeId, quantity: 2 };
  const update = (values: { name?: string; price_cents?: number; extended1?: string }) =>
    server.app.db.updateTable("products").set(values).where("id", "=", size.productId).execute();
  expect((await createAndRead("matriz", [line])).createdCart.products[0]).toMatchObject({ unitPrice: 300 });

  await update({ name: "Blusa", price_cents: 280_00, extended1: "Algodón" });
  const changedAnswer = await createAndRead("matriz", [line]);
  expect(changedAnswer.createdCart).toEqual(changedAnswer.readCart);
  expect(changedAnswer.createdCart.products[0]).toMatchObject({
    name: "Blusa Rojo T: M",
    unitPrice: 280,
    extended1: "Algodón",
  });

  await server.app.db
    .insertInto("offers")
    .values({
      id: newId(),
      product_id: size.productId,
      price_cents: 200_00,
      former_price_cents: 280_00,
      starts_at: new Date(Date.now() - 1_000),
      actor: "prueba",
    })
    .execute();
  const offerAnswer = await createAndRead("matriz", [line]);
  expect(offerAnswer.createdCart).toEqual(offerAnswer.readCart);
  expect(offerAnswer.createdCart.products[0]).toMatchObject({ unitPrice: 200, formerPrice: 280 });
});

test("concurrent carts and a refused line do not change the answers", async () => {
  const scarceSize = await createTestSize(server.app, { pieces: 3 });
  const plentifulSize = await createTestSize(server.app, { pieces: 100 });
  const products = [plentifulSize, scarceSize].map(({ productId, sizeId }) => ({
    productId,
    attributeId: sizeId,
    quantity: 1,
  }));
  const answers = await Promise.all(Array.from({ length: 8 }, () => createAndRead("matriz", products)));
  expect(answers.filter(({ createdCart }) => createdCart.products.length === 2)).toHaveLength(3);
  for (const { createdCart, readCart } of answers) {
    // Other carts may have reserved pieces between the two answers.
    const removeStock = (cart: typeof createdCart) => ({
      ...cart,
      products: cart.products.map((line) => ({ ...line, stock: undefined })),
    });
    expect(removeStock(createdCart)).toEqual(removeStock(readCart));
  }
});
