import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { newId } from "../db/new-id.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestGuest, PLAIN_CARRIER, type Guest } from "../testing/checkout-fixtures.ts";
import { sendCheckout } from "../testing/send-checkout.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { makeAccessCodes, revokeAccessCodes } from "./manage-codes.ts";
import { makePresale, movePresaleProducts } from "./manage-presale.ts";

const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };

const HOUR_MS = 3_600_000;
const CODE_OVER_MESSAGE = "Tu código de preventa ya no vale: se usó, venció o fue retirado. Pide otro a tu asesor.";

let server: TestServer;
let presaleId: string;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: "1", TRUST_PROXY: "127.0.0.1" });
  presaleId = await createPresale("Otoño de prueba");
});
afterEach(() => sql`TRUNCATE failed_attempts, rate_limits`.execute(server.app.db));
afterAll(() => server.stop());

async function createPresale(name: string, hours: [from: number, until: number] = [-1, 1]): Promise<string> {
  const [startsAt, endsAt] = hours.map((hour) => new Date(Date.now() + hour * HOUR_MS)) as [Date, Date];
  const makeResult = await makePresale(
    server.app,
    { name, startsAt, endsAt, deliversOn: "2099-03-21", productIds: [] },
    TEST_ACTOR,
  );
  if ("refused" in makeResult) throw new Error(makeResult.refused);
  return makeResult.id;
}

interface CodeOptions {
  maxUses?: number;
  endsAt?: Date;
  codePresaleId?: string;
}

async function createCode({ maxUses, endsAt, codePresaleId = presaleId }: CodeOptions = {}): Promise<string> {
  const codes = await makeAccessCodes(
    server.app,
    codePresaleId,
    { count: 1, maxUses: maxUses ?? null, endsAt: endsAt ?? null },
    TEST_ACTOR,
  );
  if ("refused" in codes) throw new Error(codes.refused);
  return codes[0]!;
}

const enterCode = (code: string, ip = "203.0.113.1", path = "/api/v1/auth/code") =>
  server.call("POST", path, { body: { code }, headers: { "X-Forwarded-For": ip } });
const withCode = (code: string) => ({ headers: { "X-CODE": code, "X-Forwarded-For": "203.0.113.2" } });
const toWireLine = (size: TestSize, quantity: number) => ({
  productId: size.productId,
  attributeId: size.sizeId,
  quantity,
});
const createPresaleSize = (pieces: number) => createTestSize(server.app, { pieces, presaleId });
const createCart = (code: string, ...products: object[]) =>
  server.call("POST", "/api/v1/carts", { body: { products, isPresale: true }, ...withCode(code) });
const checkOut = (code: string | null, cartId: string, guest: Guest) =>
  sendCheckout(server, cartId, {
    body: {
      customerId: guest.customerId,
      addressId: guest.addressId,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
    },
    token: guest.token,
    ...(code === null ? {} : withCode(code)),
  });
let guestCount = 0;
/** Each guest has a new phone number, so that the caps on unpaid orders do not apply to them together. */
const createGuest = async () =>
  createTestGuest(server.app, await server.findShop(), null, `55${String(++guestCount).padStart(8, "0")}`);

const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted((a, b) => a - b);

async function setPresaleCap(presaleCap: number): Promise<void> {
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{orders,presaleCap}', ${String(presaleCap)}::jsonb)`.execute(
    server.app.db,
  );
  await expect.poll(async () => (await server.findShop()).settings.orders.presaleCap).toBe(presaleCap);
}

describe("an access code", () => {
  test.each(["/api/v1/auth/code", "/api/v1/auth/code/refresh"])(
    "%s trims it, ignores case, and returns the presale and its day of delivery",
    async (path) => {
      const code = await createCode();
      const response = await enterCode(`  ${code.toLowerCase()} `, undefined, path);
      expect(response).toMatchObject({
        status: 200,
        json: { status: "OK", code, presale: { _id: presaleId, name: "Otoño de prueba", deliversOn: "2099-03-21" } },
      });
      expect(() => API.enterCode.response.parse(response.json)).not.toThrow();
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );

  test("that is unknown gets CODE_INVALID, and an empty one a 422", async () => {
    expect(await enterCode("NADIE-LO-HIZO")).toMatchObject({
      status: 401,
      json: { code: "CODE_INVALID", detail: "Parece que tu código no es válido" },
    });
    expect(await enterCode("   ")).toMatchObject({ status: 422 });
  });

  const unusableCodes: [why: string, make: () => Promise<string>][] = [
    ["revoked", async () => revokeCode(await createCode())],
    ["past its end", () => createCode({ endsAt: new Date(Date.now() - 1_000) })],
    [
      "of a presale that is over",
      async () => createCode({ codePresaleId: await createPresale(`Cerrada ${newId()}`, [-2, -1]) }),
    ],
  ];
  test.each(unusableCodes)("that is %s is refused with advice", async (_, make) => {
    expect(await enterCode(await make())).toMatchObject({
      status: 401,
      json: { code: "CODE_INVALID", detail: CODE_OVER_MESSAGE },
    });
  });

  test("of a presale that has not opened is refused, and is not counted as a failed attempt", async () => {
    const code = await createCode({ codePresaleId: await createPresale(`Mañana ${newId()}`, [1, 2]) });
    const responses = [];
    for (let n = 0; n < 12; n++) responses.push(await enterCode(code));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(401));
    expect(responses.at(-1)!.json.detail).toMatch(/aún no abre/);
  });

  async function revokeCode(code: string): Promise<string> {
    await revokeAccessCodes(server.app, [code], TEST_ACTOR);
    return code;
  }
});

describe("trying codes", () => {
  test("many wrong codes make an IP address wait, in any call, and also concurrently", async () => {
    const attempts = Array.from({ length: 90 }, (_, n) =>
      n % 2 === 0
        ? enterCode(`INTENTO${n}`, "198.51.100.1")
        : server.call("GET", "/api/v1/presale", {
            headers: { "X-CODE": `INTENTO${n}`, "X-Forwarded-For": "198.51.100.1" },
          }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const lateResponse = await enterCode(await createCode(), "198.51.100.1");
    expect(lateResponse.status).toBe(429);
    expect(Number(lateResponse.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a code that the same IP address used before stays valid, and other IP addresses are not affected", async () => {
    const code = await createCode();
    expect((await enterCode(code, "198.51.100.2")).status).toBe(200);
    await Promise.all(Array.from({ length: 70 }, (_, n) => enterCode(`OTRO${n}`, "198.51.100.2")));
    expect((await enterCode(code, "198.51.100.2")).status).toBe(200);
    expect((await enterCode(await createCode(), "198.51.100.3")).status).toBe(200);
  });

  test("many concurrent calls with a valid code are all accepted", async () => {
    const code = await createCode();
    const responses = await Promise.all(Array.from({ length: 100 }, () => enterCode(code, "198.51.100.4")));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("what a code shows", () => {
  test("everything of its presale, sold out or not, and of no other; 401 without a code", async () => {
    const [stockedSize, soldOutSize] = [await createPresaleSize(3), await createPresaleSize(0)];
    const otherPresaleSize = await createTestSize(server.app, {
      pieces: 3,
      presaleId: await createPresale(`Ajena ${newId()}`),
    });
    const response = await server.call("GET", "/api/v1/presale", withCode(await createCode()));
    expect(() => API.listPresale.response.parse(response.json)).not.toThrow();
    const ids = response.json.map((product: { _id: string }) => product._id);
    expect(ids).toEqual(expect.arrayContaining([stockedSize.productId, soldOutSize.productId]));
    expect(ids).not.toContain(otherPresaleSize.productId);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await server.call("GET", "/api/v1/presale")).toMatchObject({ status: 401, json: { code: "CODE_INVALID" } });
  });

  test("only the products of one category, if the request names it", async () => {
    const allResponse = await server.call("GET", "/api/v1/presale", withCode("primavera"));
    const womenResponse = await server.call("GET", "/api/v1/presale?category=mujer", withCode("primavera"));
    expect(allResponse.json.length).toBeGreaterThanOrEqual(12);
    expect(womenResponse.json.length).toBeGreaterThan(0);
    expect(womenResponse.json.length).toBeLessThan(allResponse.json.length);
    expect((await server.call("GET", "/api/v1/presale?category=no-hay", withCode("primavera"))).json).toEqual([]);
  });

  test("nothing of the presale without the code: search, list, suggestions, facets, product, stock", async () => {
    const { rows } = await sql<{ id: string; name: string }>`
      SELECT id, name FROM products WHERE presale_id IS NOT NULL AND name NOT LIKE '%prueba%' LIMIT 1`.execute(
      server.app.db,
    );
    const { id, name } = rows[0]!;
    const termParam = `searchTerm=${encodeURIComponent(name)}`;
    const paths = ["/products", `/api/v1/search2?${termParam}&size=50`, `/api/v1/search2/suggestions?${termParam}`];
    for (const path of paths) expect([path, (await server.call("GET", path)).text.includes(id)]).toEqual([path, false]);
    for (const path of [`/api/v1/products/${id}`, `/api/v1/products/${id}/stock`]) {
      expect([path, (await server.call("GET", path)).status]).toEqual([path, 404]);
      expect([path, (await server.call("GET", path, withCode("NO-ES"))).status]).toEqual([path, 404]);
      const responseWithCode = await server.call("GET", path, withCode("PRIMAVERA"));
      expect([path, responseWithCode.status, responseWithCode.headers.get("cache-control")]).toEqual([
        path,
        200,
        "no-store",
      ]);
      // A response to a caller with a code is not cached for others.
      expect([path, (await server.call("GET", path)).status]).toEqual([path, 404]);
    }
    const { totalDocs } = (await server.call("GET", "/api/v1/search2/facets")).json;
    const { count } = (
      await sql<{ count: number }>`
      SELECT count(*) FROM products p WHERE p.is_published AND p.presale_id IS NULL
        AND (NOT p.is_local OR EXISTS (SELECT FROM shop_products own WHERE own.product_id = p.id
          AND own.shop_id = ${(await server.findShop()).id}))
        AND EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0)`.execute(server.app.db)
    ).rows[0]!;
    expect(totalDocs).toBe(count);
  });
});

describe("buying", () => {
  test("reserves stock of a size that has some, and makes a sold-out size to order; the order has its presale and delivery day", async () => {
    const [stockedSize, soldOutSize] = [await createPresaleSize(3), await createPresaleSize(0)];
    const code = await createCode();
    const { cart } = (await createCart(code, toWireLine(stockedSize, 2), toWireLine(soldOutSize, 10))).json;
    expect(cart).toMatchObject({
      isPresale: true,
      presale: presaleId,
      presaleDetails: { _id: presaleId, name: "Otoño de prueba", deliversOn: "2099-03-21" },
      products: [{ madeToOrder: false }, { madeToOrder: true }],
    });
    expect(await availableOf(server.app, stockedSize.sizeId)).toBe(1);
    const response = await checkOut(code, cart._id, await createGuest());
    expect(response).toMatchObject({
      status: 200,
      json: { order: { status: "WAITING_PAYMENT", presale: { name: "Otoño de prueba", deliversOn: "2099-03-21" } } },
    });
    // The delivery day of an existing order does not change.
    await sql`UPDATE presales SET delivers_on = '2100-01-01' WHERE id = ${presaleId}`.execute(server.app.db);
    const storedDates = await sql<{ on: string }>`
      SELECT delivers_on::text AS on FROM orders WHERE id = ${response.json.order._id}`.execute(server.app.db);
    expect(storedDates.rows[0]!.on).toBe("2099-03-21");
    await sql`UPDATE presales SET delivers_on = '2099-03-21' WHERE id = ${presaleId}`.execute(server.app.db);
  });

  test("with a revoked code nothing is added, increased, extended, quoted or ordered", async () => {
    const [size, otherSize] = [await createPresaleSize(9), await createPresaleSize(9)];
    const code = await createCode();
    const { cart } = (await createCart(code, toWireLine(size, 2))).json;
    const buyer = await createGuest();
    await revokeAccessCodes(server.app, [code], TEST_ACTOR);
    const path = `/api/v1/carts/${cart._id}`;
    const changeRequest = (newQuantity: number) => ({
      body: { productId: size.productId, attributeId: size.sizeId, newQuantity },
      ...withCode(code),
    });
    const refusedResponses = [
      await createCart(code, toWireLine(otherSize, 1)),
      await server.call("PUT", path, {
        body: { products: [toWireLine(otherSize, 1)], isPresale: true },
        ...withCode(code),
      }),
      await server.call("PUT", `${path}/update`, changeRequest(3)),
      await server.call("POST", `${path}/extend`, withCode(code)),
      await server.call("GET", `${path}/quote`, withCode(code)),
      await checkOut(code, cart._id, buyer),
      await server.call("GET", "/api/v1/presale", withCode(code)),
    ];
    for (const response of refusedResponses)
      expect(response).toMatchObject({ status: 401, json: { code: "CODE_INVALID", detail: CODE_OVER_MESSAGE } });
    expect(await checkOut(null, cart._id, buyer)).toMatchObject({ status: 401, json: { code: "CODE_INVALID" } });
    expect(await checkOut("PRIMAVERA", cart._id, buyer)).toMatchObject({ status: 401, json: { code: "CODE_INVALID" } });
    // The cart may still be shown, reduced and emptied.
    expect((await server.call("GET", path)).json.products).toHaveLength(1);
    expect((await server.call("PUT", `${path}/update`, changeRequest(1))).json.status).toBe("OK");
    expect((await server.call("PUT", `${path}/update`, changeRequest(0))).json.cart.state).toBe("emptied");
    expect(await availableOf(server.app, size.sizeId)).toBe(9);
  });

  test("of concurrent orders that need a code's last use, one is placed; the other carts keep their pieces", async () => {
    const size = await createPresaleSize(20);
    const code = await createCode({ maxUses: 1 });
    const cartResponses = await Promise.all(Array.from({ length: 6 }, () => createCart(code, toWireLine(size, 1))));
    const buyers = await Promise.all(cartResponses.map(() => createGuest()));
    const responses = await Promise.all(
      cartResponses.map((cartResponse, n) => checkOut(code, cartResponse.json.cart._id, buyers[n]!)),
    );
    expect(statusesOf(responses)).toEqual([200, 401, 401, 401, 401, 401]);
    for (const { status, json } of responses) if (status === 401) expect(json.detail).toBe(CODE_OVER_MESSAGE);
    expect(await availableOf(server.app, size.sizeId)).toBe(14);
    expect((await enterCode(code)).json.detail).toBe(CODE_OVER_MESSAGE);
  });

  test("a repeated call returns the same order, and is not another use", async () => {
    const code = await createCode({ maxUses: 1 });
    const { cart } = (await createCart(code, toWireLine(await createPresaleSize(1), 1))).json;
    const buyer = await createGuest();
    const call = () =>
      server.call("POST", `/api/v1/carts/${cart._id}/checkout`, {
        body: {
          customerId: buyer.customerId,
          addressId: buyer.addressId,
          shippingId: PLAIN_CARRIER,
          payment_method: "TB",
        },
        token: buyer.token,
        headers: { ...withCode(code).headers, "Idempotency-Key": "a".repeat(20) },
      });
    const [firstResponse, secondResponse] = [await call(), await call()];
    expect(firstResponse.status).toBe(200);
    expect(secondResponse.json.order._id).toBe(firstResponse.json.order._id);
  });

  test("with selling disabled the presale is closed", async () => {
    const setCanSell = (canSell: boolean) =>
      sql`UPDATE shops SET settings = jsonb_set(settings, '{management,canSell}', ${String(canSell)}::jsonb)`.execute(
        server.app.db,
      );
    await setCanSell(false);
    await expect.poll(async () => (await server.findShop()).settings.management.canSell).toBe(false);
    expect(await enterCode("PRIMAVERA")).toMatchObject({ status: 409, json: { code: "SELLING_DISABLED" } });
    expect((await server.call("GET", "/api/v1/presale", withCode("PRIMAVERA"))).status).toBe(409);
    await setCanSell(true);
    await expect.poll(async () => (await server.findShop()).settings.management.canSell).toBe(true);
  });
});

describe("a code's limit of made-to-order pieces", () => {
  test("counts ordered pieces and those in the cart, without pieces from stock", async () => {
    await setPresaleCap(12);
    const code = await createCode();
    const [a, b, stockedSize] = [await createPresaleSize(0), await createPresaleSize(0), await createPresaleSize(30)];
    const { cart, failed } = (await createCart(code, toWireLine(a, 8), toWireLine(b, 8), toWireLine(stockedSize, 20)))
      .json;
    expect(cart.products).toHaveLength(2);
    expect(failed).toMatchObject([{ attributeId: b.sizeId, reason: "LIMIT" }]);
    const update = (size: TestSize, newQuantity: number) =>
      server.call("PUT", `/api/v1/carts/${cart._id}/update`, {
        body: { productId: size.productId, attributeId: size.sizeId, newQuantity },
        ...withCode(code),
      });
    expect((await update(a, 10)).json.status).toBe("OK");
    const addResponse = await server.call("PUT", `/api/v1/carts/${cart._id}`, {
      body: { products: [toWireLine(b, 3)], isPresale: true },
      ...withCode(code),
    });
    expect(addResponse.json.failed).toMatchObject([{ reason: "LIMIT" }]);
    expect((await checkOut(code, cart._id, await createGuest())).status).toBe(200);
    expect((await createCart(code, toWireLine(b, 3))).json).toMatchObject({
      cart: null,
      failed: [{ reason: "LIMIT" }],
    });
    const secondCart = (await createCart(code, toWireLine(b, 2))).json.cart;
    expect(secondCart.products).toHaveLength(1);
    const bLine = { productId: b.productId, attributeId: b.sizeId, newQuantity: 3 };
    const raiseResponse = await server.call("PUT", `/api/v1/carts/${secondCart._id}/update`, {
      body: bLine,
      ...withCode(code),
    });
    expect(raiseResponse.json.status).toBe("STOCK_INSUFFICIENT");
  });

  test("allows one of two concurrent orders that exceed it together", async () => {
    await setPresaleCap(10);
    const code = await createCode();
    const size = await createPresaleSize(0);
    const cartResponses = await Promise.all([
      createCart(code, toWireLine(size, 6)),
      createCart(code, toWireLine(size, 6)),
    ]);
    const buyers = [await createGuest(), await createGuest()];
    const responses = await Promise.all(
      cartResponses.map((cartResponse, n) => checkOut(code, cartResponse.json.cart._id, buyers[n]!)),
    );
    expect(statusesOf(responses)).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)!.json.code).toBe("PRESALE_CAP");
    await setPresaleCap(1_000);
  });
});

describe("mixing presale and normal goods", () => {
  test("a concurrent presale add and normal add to one cart do not mix", async () => {
    const code = await createCode();
    const firstSize = await createPresaleSize(5);
    const { cart } = (await createCart(code, toWireLine(firstSize, 1))).json;
    const [presaleSize, normalSize] = [await createPresaleSize(5), await createTestSize(server.app, { pieces: 5 })];
    const path = `/api/v1/carts/${cart._id}`;
    const [presaleResponse, normalResponse] = await Promise.all([
      server.call("PUT", path, {
        body: { products: [toWireLine(presaleSize, 1)], isPresale: true },
        ...withCode(code),
      }),
      server.call("PUT", path, { body: { products: [toWireLine(normalSize, 1)] } }),
    ]);
    expect(presaleResponse!.status).toBe(200);
    expect(normalResponse).toMatchObject({ status: 409, json: { code: "CART_MIXED" } });
    expect(await availableOf(server.app, normalSize.sizeId)).toBe(5);
  });

  test("the database refuses a line that would mix, and a made-to-order line in a normal cart", async () => {
    const [presaleSize, normalSize] = [await createPresaleSize(5), await createTestSize(server.app, { pieces: 5 })];
    const { cart } = (await server.call("POST", "/api/v1/carts", { body: { products: [toWireLine(normalSize, 1)] } }))
      .json;
    const insert = (size: TestSize, held: number) =>
      server.app.db
        .insertInto("cart_lines")
        .values({ cart_id: cart._id, size_id: size.sizeId, position: 9_999, pieces: 1, held })
        .execute();
    await expect(insert(presaleSize, 1)).rejects.toMatchObject({ constraint: "cart_lines_not_mixed" });
    await expect(insert(await createTestSize(server.app, { pieces: 5 }), 0)).rejects.toMatchObject({
      constraint: "cart_lines_not_mixed",
    });
  });

  test("a product in an active cart cannot be moved into the presale, another product can", async () => {
    const sizeInCart = await createTestSize(server.app, { pieces: 5 });
    await server.call("POST", "/api/v1/carts", { body: { products: [toWireLine(sizeInCart, 1)] } });
    const move = (size: TestSize, isRemoval = false) =>
      movePresaleProducts(server.app, { presaleId, productIds: [size.productId], isRemoval }, TEST_ACTOR);
    expect(await move(sizeInCart)).toEqual({ refused: "product_in_carts" });
    const sizeInNoCart = await createTestSize(server.app, { pieces: 5 });
    expect(await move(sizeInNoCart)).toBe("done");
    expect((await server.call("GET", `/api/v1/products/${sizeInNoCart.productId}`)).status).toBe(404);
    const removalFromOtherPresale = { presaleId: newId(), productIds: [sizeInNoCart.productId], isRemoval: true };
    expect(await movePresaleProducts(server.app, removalFromOtherPresale, TEST_ACTOR)).toEqual({
      refused: "product_not_in_presale",
    });
    expect(await move(sizeInNoCart, true)).toBe("done");
    expect((await server.call("GET", `/api/v1/products/${sizeInNoCart.productId}`)).status).toBe(200);
    expect(
      await movePresaleProducts(server.app, { presaleId, productIds: [newId()], isRemoval: false }, TEST_ACTOR),
    ).toEqual({
      refused: "product_not_found",
    });
  });
});

test("generated codes have ten of 31 symbols that cannot be confused, and a custom code that exists is refused", async () => {
  const codes = await makeAccessCodes(server.app, presaleId, { count: 50, maxUses: null, endsAt: null }, TEST_ACTOR);
  expect(new Set(codes as string[]).size).toBe(50);
  for (const code of codes as string[]) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
  const customCodeSettings = { count: 1, maxUses: null, endsAt: null, customCode: "VIP-26" };
  expect(await makeAccessCodes(server.app, presaleId, customCodeSettings, TEST_ACTOR)).toEqual(["VIP-26"]);
  expect(await makeAccessCodes(server.app, presaleId, customCodeSettings, TEST_ACTOR)).toEqual({
    refused: "code_taken",
  });
  expect(await revokeAccessCodes(server.app, [" vip-26 ", "NO-HAY"], TEST_ACTOR)).toEqual(["NO-HAY"]);
});

test("after these tests every invariant holds", async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  expect(violatedInvariants).toEqual([]);
});
