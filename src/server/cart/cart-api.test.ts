import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { availableOf as availableOfSize, createTestSize, type TestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const wireLine = (size: TestSize, quantity: unknown) => ({
  productId: size.productId,
  attributeId: size.sizeId,
  quantity,
});
const createCart = (...products: unknown[]) => server.call("POST", "/api/v1/carts", { body: { products } });
const newSize = (spec: Parameters<typeof createTestSize>[1]) => createTestSize(server.app, spec);
const availableOf = (size: TestSize) => availableOfSize(server.app, size.sizeId);
const expireCart = (cartId: string) =>
  server.app.db
    .updateTable("carts")
    .set({ expires_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", cartId)
    .execute();

describe("creating a cart", () => {
  test("reserves the pieces, ignores the caller's prices and returns the expiry time", async () => {
    const size = await newSize({ pieces: 5, priceCents: 249_50, wholesalePriceCents: 199_00 });
    const calledAtMs = Date.now();
    const answer = await server.call("POST", "/api/v1/carts", {
      body: {
        products: [{ ...wireLine(size, 2), price: 1, name: "gratis", shopPrice: 0, unitPrice: 0 }],
        state: "ordered",
      },
    });
    expect(answer.status).toBe(200);
    expect(() => API.createCart.response.parse(answer.json)).not.toThrow();
    const { cart } = answer.json;
    expect(cart).toMatchObject({
      state: "active",
      isPresale: false,
      summary: { pieces: 2, wholesale: false, subtotal: 499 },
      products: [
        { unitPrice: 249.5, price: 249.5, quantity: 2, realQty: 2, stock: 3, name: "Playera de prueba Rojo T: M" },
      ],
    });
    const minutes = (Date.parse(cart.expiresOn) - Date.parse(cart.serverNow)) / 60_000;
    expect(minutes).toBeGreaterThan(19.9);
    expect(minutes).toBeLessThanOrEqual(20);
    expect(Math.abs(Date.parse(cart.serverNow) - calledAtMs)).toBeLessThan(5_000);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await availableOf(size)).toBe(3);
  });

  test("returns the total for each payment method, before shipping", async () => {
    const size = await newSize({ pieces: 2, priceCents: 490_00 });
    const { cart } = (await createCart(wireLine(size, 2))).json;
    // (990 / (1 - 3.49 %) - 990 + 4) x 1.16
    expect(cart.summary).toEqual({ pieces: 2, wholesale: false, subtotal: 980 });
    expect(cart.totals).toEqual({
      packaging: 10,
      total: 990,
      payments: [
        { payment_method: "MP", fee: 46.17, total: 1036.17 },
        { payment_method: "TB", fee: 0, total: 990 },
      ],
      installments: null,
    });
    const quote = await server.call("GET", `/api/v1/carts/${cart._id}/quote?payment_method=MP`);
    expect(quote.json).toMatchObject({ fee: 46.17, grandTotal: 1036.17 });
  });

  test("each line is added completely or not at all, independently of the others", async () => {
    const [availableSize, scarceSize] = [await newSize({ pieces: 5 }), await newSize({ pieces: 1 })];
    const { json } = await createCart(wireLine(availableSize, 1), wireLine(scarceSize, 2), {
      productId: availableSize.productId,
      attributeId: "no-existe",
      quantity: 1,
    });
    expect(json.cart.products).toHaveLength(1);
    expect(json.failed).toEqual([
      { name: "Playera de prueba Rojo T: M", attributeId: scarceSize.sizeId, reason: "SOLD_OUT", stock: 1 },
      { name: "", attributeId: "no-existe", reason: "NOT_FOUND", stock: 0 },
    ]);
    expect([await availableOf(availableSize), await availableOf(scarceSize)]).toEqual([4, 1]);
  });

  test.each(["normal", "presale"])(
    "a request for more pieces than available is answered with the available number (%s)",
    async (kind) => {
      const size = await createTestSize(server.app, {
        pieces: 17,
        ...(kind === "presale" && { presaleId: demoId("presale", "primavera") }),
      });
      const body = {
        products: [{ productId: size.productId, attributeId: size.sizeId, quantity: 18 }],
        isPresale: kind === "presale",
      };
      const { json } = await server.call("POST", "/api/v1/carts", { body, headers: { "X-CODE": "PRIMAVERA" } });
      expect(json).toEqual({
        cart: null,
        failed: [{ name: expect.any(String), attributeId: size.sizeId, reason: "SOLD_OUT", stock: 17 }],
      });
    },
  );

  test("if no line was added there is no cart", async () => {
    const soldOutSize = await newSize({ pieces: 0 });
    expect((await createCart(wireLine(soldOutSize, 1))).json).toMatchObject({
      cart: null,
      failed: [{ reason: "SOLD_OUT" }],
    });
  });

  test("a size of another product is not found", async () => {
    const [a, b] = [await newSize({ pieces: 1 }), await newSize({ pieces: 1 })];
    const { json } = await createCart({ productId: a.productId, attributeId: b.sizeId, quantity: 1 });
    expect(json.failed[0].stock).toBe(0);
    expect(json).toMatchObject({ cart: null, failed: [{ reason: "NOT_FOUND" }] });
  });

  test.each([0, -1, 1.5, 1e9, "2", null, Number.NaN, [1], {}])("a quantity of %j is refused", async (quantity) => {
    const size = await newSize({ pieces: 3 });
    const answer = await createCart(wireLine(size, quantity));
    expect(answer).toMatchObject({ status: 422, json: { code: "VALIDATION_FAILED" } });
    expect(answer.json.errors[0].path).toBe("products.0.quantity");
    expect(await availableOf(size)).toBe(3);
  });

  test("wholesale prices apply from the tenth piece of the whole cart", async () => {
    const [a, b] = [
      await newSize({ pieces: 20, priceCents: 100_00, wholesalePriceCents: 80_00 }),
      await newSize({ pieces: 20, priceCents: 50_00 }),
    ];
    const { cart } = (await createCart(wireLine(a, 6), wireLine(b, 3))).json;
    expect(cart.summary).toEqual({ pieces: 9, wholesale: false, subtotal: 750 });
    const body = { productId: b.productId, attributeId: b.sizeId, newQuantity: 4 };
    const { json } = await server.call("PUT", `/api/v1/carts/${cart._id}/update`, { body });
    expect(json.cart.summary).toEqual({ pieces: 10, wholesale: true, subtotal: 680 });
  });
});

describe("presale", () => {
  const presaleId = demoId("presale", "primavera");

  test("needs its code, and a line without stock is made to order, up to ten pieces", async () => {
    const size = await newSize({ pieces: 0, presaleId });
    const body = { products: [wireLine(size, 10)], isPresale: true };
    expect(await server.call("POST", "/api/v1/carts", { body })).toMatchObject({
      status: 401,
      json: { code: "CODE_INVALID" },
    });
    const headers = { "X-CODE": "primavera" };
    const createAnswer = await server.call("POST", "/api/v1/carts", { body, headers });
    expect(createAnswer.json.cart).toMatchObject({ isPresale: true, presale: presaleId, products: [{ quantity: 10 }] });
    const tooManyBody = { products: [wireLine(await newSize({ pieces: 0, presaleId }), 11)], isPresale: true };
    expect((await server.call("POST", "/api/v1/carts", { body: tooManyBody, headers })).json).toMatchObject({
      cart: null,
      failed: [{ reason: "LIMIT" }],
    });
    expect(await availableOf(size)).toBe(0);
  });

  test("presale products and normal products are not mixed in one cart (rule CART-8)", async () => {
    const [normalSize, presaleSize] = [await newSize({ pieces: 5 }), await newSize({ pieces: 5, presaleId })];
    const { cart } = (await createCart(wireLine(normalSize, 1))).json;
    const answer = await server.call("PUT", `/api/v1/carts/${cart._id}`, {
      body: { products: [wireLine(presaleSize, 1)], isPresale: true },
      headers: { "X-CODE": "PRIMAVERA" },
    });
    expect(answer).toMatchObject({
      status: 409,
      json: {
        code: "CART_MIXED",
        detail: "No puedes agregar productos normales y productos en Preventa en el mismo pedido",
      },
    });
    const withoutCodeAnswer = await server.call("PUT", `/api/v1/carts/${cart._id}`, {
      body: { products: [wireLine(presaleSize, 1)] },
    });
    expect(withoutCodeAnswer.json.failed).toMatchObject([{ reason: "NOT_FOUND" }]);
    expect(await availableOf(presaleSize)).toBe(5);
  });
});

describe("changing a line", () => {
  test("reserves or releases the difference; 0 removes the line, and removing the last line empties the cart", async () => {
    const size = await newSize({ pieces: 5 });
    const { cart } = (await createCart(wireLine(size, 2))).json;
    const update = (newQuantity: number) =>
      server.call("PUT", `/api/v1/carts/${cart._id}/update`, {
        body: { productId: size.productId, attributeId: size.sizeId, newQuantity },
      });
    expect((await update(5)).json).toMatchObject({ status: "OK", cart: { products: [{ quantity: 5, stock: 0 }] } });
    expect((await update(6)).json).toMatchObject({
      status: "STOCK_INSUFFICIENT",
      cart: { products: [{ quantity: 5 }] },
    });
    expect((await update(1)).json).toMatchObject({ status: "OK", cart: { products: [{ quantity: 1, stock: 4 }] } });
    expect((await update(0)).json).toMatchObject({ status: "OK", cart: { state: "emptied", products: [] } });
    expect((await update(1)).json).toMatchObject({ status: "CART_NOT_ACTIVE" });
    expect(await availableOf(size)).toBe(5);
  });

  test("a missing line is reported", async () => {
    const [size, otherSize] = [await newSize({ pieces: 5 }), await newSize({ pieces: 5 })];
    const { cart } = (await createCart(wireLine(size, 1))).json;
    const body = { productId: otherSize.productId, attributeId: otherSize.sizeId, newQuantity: 1 };
    const { json } = await server.call("PUT", `/api/v1/carts/${cart._id}/update`, { body });
    expect(json.status).toBe("LINE_NOT_FOUND");
  });

  test("fewer pieces do not change the expiry time, more pieces renew it", async () => {
    const size = await newSize({ pieces: 9 });
    const { cart } = (await createCart(wireLine(size, 4))).json;
    await server.app.db
      .updateTable("carts")
      .set({ expires_at: sql<Date>`expires_at - interval '5 minutes'` })
      .where("id", "=", cart._id)
      .execute();
    const update = async (newQuantity: number) => {
      const body = { productId: size.productId, attributeId: size.sizeId, newQuantity };
      const { json } = await server.call("PUT", `/api/v1/carts/${cart._id}/update`, { body });
      return (Date.parse(json.cart.expiresOn) - Date.parse(json.cart.serverNow)) / 60_000;
    };
    expect(await update(2)).toBeLessThan(15.1);
    expect(await update(3)).toBeGreaterThan(19.9);
  });

  test("an extended cart expires at most three timeouts after its first line", async () => {
    const size = await newSize({ pieces: 9 });
    const { cart } = (await createCart(wireLine(size, 1))).json;
    await server.app.db
      .updateTable("carts")
      .set({
        first_line_at: sql<Date>`now() - interval '55 minutes'`,
        expires_at: sql<Date>`now() + interval '1 minute'`,
      })
      .where("id", "=", cart._id)
      .execute();
    const { json } = await server.call("POST", `/api/v1/carts/${cart._id}/extend`);
    const minutes = (Date.parse(json.expiresOn) - Date.parse(json.serverNow)) / 60_000;
    expect(minutes).toBeGreaterThan(4.9);
    expect(minutes).toBeLessThan(5.1);
  });
});

describe("an expired cart", () => {
  test("is shown as expired with its lines, its pieces are released, and it accepts no changes", async () => {
    const size = await newSize({ pieces: 3 });
    const { cart } = (await createCart(wireLine(size, 3))).json;
    await expireCart(cart._id);
    expect((await server.call("GET", `/api/v1/carts/${cart._id}`)).json).toMatchObject({
      state: "expired",
      products: [{ quantity: 3, stock: 3 }],
    });
    expect(await availableOf(size)).toBe(3);
    const addAnswer = await server.call("PUT", `/api/v1/carts/${cart._id}`, {
      body: { products: [wireLine(size, 1)] },
    });
    expect(addAnswer).toMatchObject({ status: 409, json: { code: "CART_NOT_ACTIVE" } });
    expect((await server.call("POST", `/api/v1/carts/${cart._id}/extend`)).json.code).toBe("CART_NOT_ACTIVE");
    expect((await server.call("GET", `/api/v1/carts/${cart._id}/quote`)).json.code).toBe("CART_NOT_ACTIVE");
  });
});

describe("the displayed stock", () => {
  test("drops immediately when a piece is in a cart and rises immediately when it returns", async () => {
    const size = await newSize({ pieces: 1 });
    const readStock = async () => (await server.call("GET", `/api/v1/products/${size.productId}/stock`)).json[0].stock;
    const readProductStock = async () =>
      (await server.call("GET", `/api/v1/products/${size.productId}`)).json.stocks[0].stock;
    expect([await readStock(), await readProductStock()]).toEqual([1, 1]);
    const { cart } = (await createCart(wireLine(size, 1))).json;
    expect([await readStock(), await readProductStock()]).toEqual([0, 0]);
    const body = { productId: size.productId, attributeId: size.sizeId, newQuantity: 0 };
    await server.call("PUT", `/api/v1/carts/${cart._id}/update`, { body });
    expect([await readStock(), await readProductStock()]).toEqual([1, 1]);
  });
});

describe("finding a cart by its id", () => {
  test.each(["no-es-un-id", "01990000-0000-7000-8000-000000000000"])("no cart has the id %s", async (id) => {
    const answers = await Promise.all([
      server.call("GET", `/api/v1/carts/${id}`),
      server.call("GET", `/api/v1/carts/${id}/quote`),
      server.call("POST", `/api/v1/carts/${id}/extend`),
      server.call("PUT", `/api/v1/carts/${id}`, { body: { products: [wireLine(await newSize({ pieces: 1 }), 1)] } }),
      server.call("PUT", `/api/v1/carts/${id}/update`, {
        body: { productId: "x", attributeId: "01990000-0000-7000-8000-000000000000", newQuantity: 1 },
      }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
  });

  test("a cart of another shop is not found", async () => {
    const { cart } = (await createCart(wireLine(await newSize({ pieces: 1 }), 1))).json;
    expect((await server.call("GET", `/api/v1/carts/${cart._id}`, { shop: "norte" })).status).toBe(404);
  });
});

describe("invalid bodies", () => {
  test.each([
    ["not JSON", "{", "application/json", 400],
    ["broken UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", 400],
    ["plain text", "{}", "text/plain", 415],
    ["a form", "a=1", "application/x-www-form-urlencoded", 415],
    ["an array", "[]", "application/json", 422],
    ["no lines", '{"products":[]}', "application/json", 422],
    ["null", "null", "application/json", 422],
    ["deeply nested arrays", '{"products":[[[[[[]]]]]]}', "application/json", 422],
    ["a __proto__ key", '{"__proto__":{"isPresale":true},"products":"x"}', "application/json", 422],
    ["too large", JSON.stringify({ products: "x".repeat(300_000) }), "application/json", 413],
  ])("%s: refused with a 4xx problem that shows nothing internal", async (_, raw, type, status) => {
    const answer = await server.call("POST", "/api/v1/carts", { rawBody: raw, headers: { "Content-Type": type } });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ status, detail: expect.any(String), code: expect.any(String) });
    expect(answer.text).not.toMatch(/at \/|node_modules|SELECT|zod/i);
  });
});

describe("Idempotency-Key", () => {
  test("a repeated request returns the first response and reserves nothing more", async () => {
    const size = await newSize({ pieces: 5 });
    const options = { body: { products: [wireLine(size, 2)] }, headers: { "Idempotency-Key": crypto.randomUUID() } };
    const [firstAnswer, secondAnswer] = await Promise.all([
      server.call("POST", "/api/v1/carts", options),
      server.call("POST", "/api/v1/carts", options),
    ]);
    const thirdAnswer = await server.call("POST", "/api/v1/carts", options);
    expect([secondAnswer.json, thirdAnswer.json]).toEqual([firstAnswer.json, firstAnswer.json]);
    expect(thirdAnswer.headers.get("idempotent-replayed")).toBe("true");
    expect(await availableOf(size)).toBe(3);
  });

  test("a repeated addition to a cart returns the first response and reserves nothing more", async () => {
    const [firstSize, secondSize] = [await newSize({ pieces: 5 }), await newSize({ pieces: 5 })];
    const { cart } = (await createCart(wireLine(firstSize, 1))).json;
    const options = {
      body: { products: [wireLine(secondSize, 2)] },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    };
    const addAnswer = await server.call("PUT", `/api/v1/carts/${cart._id}`, options);
    expect(addAnswer.json.failed).toEqual([]);
    expect((await server.call("PUT", `/api/v1/carts/${cart._id}`, options)).json).toEqual(addAnswer.json);
    expect(await availableOf(secondSize)).toBe(3);
  });

  test.each([
    ["for a cart that is not active", async () => await newSize({ pieces: 5 }), 409],
    [
      "for a size that does not exist",
      async () => ({ ...(await newSize({ pieces: 5 })), sizeId: crypto.randomUUID() }),
      200,
    ],
  ])("a repeated request %s returns the first response", async (_, createSize, status) => {
    const { cart } = (await createCart(wireLine(await newSize({ pieces: 5 }), 1))).json;
    if (status === 409) await sql`UPDATE carts SET state = 'emptied' WHERE id = ${cart._id}`.execute(server.app.db);
    const options = {
      body: { products: [wireLine(await createSize(), 1)] },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    };
    const firstAnswer = await server.call("PUT", `/api/v1/carts/${cart._id}`, options);
    const secondAnswer = await server.call("PUT", `/api/v1/carts/${cart._id}`, options);
    expect(firstAnswer.status).toBe(status);
    expect(secondAnswer).toMatchObject({ status, json: firstAnswer.json });
    expect(secondAnswer.headers.get("idempotent-replayed")).toBe("true");
  });

  test("a request whose process crashed runs again once it counts as abandoned", async () => {
    const size = await newSize({ pieces: 5 });
    const options = { body: { products: [wireLine(size, 1)] }, headers: { "Idempotency-Key": crypto.randomUUID() } };
    const firstAnswer = await server.call("POST", "/api/v1/carts", options);
    await sql`UPDATE idempotency_keys SET status = NULL, body = NULL, started_at = now() - interval '20 seconds'`.execute(
      server.app.db,
    );
    const secondAnswer = await server.call("POST", "/api/v1/carts", options);
    expect(secondAnswer.status).toBe(200);
    expect(secondAnswer.json.cart._id).not.toBe(firstAnswer.json.cart._id);
    expect((await server.call("POST", "/api/v1/carts", options)).json).toEqual(secondAnswer.json);
    expect(await availableOf(size)).toBe(3);
  });

  test("the same key with another body is refused as a mismatch", async () => {
    const size = await newSize({ pieces: 5 });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    await server.call("POST", "/api/v1/carts", { body: { products: [wireLine(size, 1)] }, headers });
    const mismatchAnswer = await server.call("POST", "/api/v1/carts", {
      body: { products: [wireLine(size, 2)] },
      headers,
    });
    expect(mismatchAnswer).toMatchObject({ status: 422, json: { code: "IDEMPOTENCY_MISMATCH" } });
    expect(await availableOf(size)).toBe(4);
  });
});

test("a shop that does not sell reserves nothing", async () => {
  const size = await newSize({ pieces: 2 });
  const readCanSell = async () => (await server.call("GET", "/api/v1/app")).json.settings.management.canSell;
  const setCanSell = (value: boolean) =>
    sql`UPDATE shops SET settings = jsonb_set(settings, '{management,canSell}', ${JSON.stringify(value)}::jsonb)
      WHERE key = 'matriz'`.execute(server.app.db);
  await setCanSell(false);
  await expect.poll(readCanSell, { timeout: 2_000 }).toBe(false);
  expect(await createCart(wireLine(size, 1))).toMatchObject({ status: 409, json: { code: "SELLING_DISABLED" } });
  await setCanSell(true);
  await expect.poll(readCanSell, { timeout: 2_000 }).toBe(true);
  expect(await availableOf(size)).toBe(2);
});
