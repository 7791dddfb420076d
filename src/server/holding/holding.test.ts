import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { checkOut } from "../checkout/check-out.ts";
import { moveOrder } from "../orders/move-order.ts";
import { changeSetting } from "../settings/change-setting.ts";
import type { Shop } from "../shops/shop.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import {
  createTestCart,
  createTestGuest,
  PLAIN_CARRIER,
  makeCheckoutInput,
  type Guest,
} from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { serveTestApp, startTestServer, type TestServer } from "../testing/test-server.ts";

// The default limits, with two servers on one database, which act like two processes.
let serverA: TestServer;
let serverB: TestServer;
let shop: Shop;
const env = { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "127.0.0.1" };

beforeAll(async () => {
  serverA = await startTestServer(env);
  serverB = await serveTestApp(await startAppOnDatabase(serverA.databaseConfig, env));
});
beforeEach(async () => {
  shop = await serverA.findShop();
  await releaseAllCarts();
});
afterAll(async () => {
  await serverB.stop();
  await serverA.stop();
});

const chooseServer = (n: number) => (n % 2 === 0 ? serverA : serverB);

/** Expires and releases all active carts. */
async function releaseAllCarts(): Promise<void> {
  await sql`UPDATE carts SET expires_at = clock_timestamp() WHERE state = 'active'`.execute(serverA.app.db);
  while ((await releaseExpiredCarts(serverA.app.db)).carts > 0);
}

/** Who sends a request, and to which process. */
interface Client {
  ip: string;
  device?: string;
  token?: string;
  server?: TestServer;
}

const sourceHeaders = ({ ip, device }: Client) => ({
  "X-Forwarded-For": ip,
  ...(device && { "X-DEVICE": device }),
});

type RequestedLine = TestSize & { pieces: number };

function addLines(client: Client, lines: readonly RequestedLine[], cartId?: string) {
  const products = lines.map(({ productId, sizeId, pieces }) => ({ productId, attributeId: sizeId, quantity: pieces }));
  const options = { body: { products }, headers: sourceHeaders(client), token: client.token };
  const server = client.server ?? serverA;
  return cartId
    ? server.call("PUT", `/api/v1/carts/${cartId}`, options)
    : server.call("POST", "/api/v1/carts", options);
}

function changePieces(client: Client, cartId: string, size: TestSize, pieces: number) {
  const body = { attributeId: size.sizeId, productId: size.productId, newQuantity: pieces };
  const options = { body, headers: sourceHeaders(client), token: client.token };
  return (client.server ?? serverA).call("PUT", `/api/v1/carts/${cartId}/update`, options);
}

async function countHeldPieces(): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT coalesce(sum(l.held), 0)::int AS held FROM carts c JOIN cart_lines l ON l.cart_id = c.id
    WHERE c.state = 'active'`.execute(serverA.app.db);
  return rows[0]!.held;
}

async function listSizesOnSale(): Promise<RequestedLine[]> {
  const { rows } = await sql<RequestedLine>`
    SELECT s.id AS "sizeId", s.product_id AS "productId", s.available AS pieces
    FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE s.available > 0 AND p.presale_id IS NULL AND p.is_published AND NOT p.is_local ORDER BY s.id`.execute(
    serverA.app.db,
  );
  return rows;
}

async function setLimits(values: Record<string, number>): Promise<void> {
  for (const [path, value] of Object.entries(values)) {
    const changed = await changeSetting(serverA.app, await serverA.findShop(), `limits.${path}`, value);
    if (isRefusal(changed)) throw new Error(JSON.stringify(changed));
  }
  await serverB.app.shops.refresh();
}

async function expectInvariantsHold(): Promise<void> {
  const violatedInvariants = await listViolatedInvariants(serverA.app);
  expect(violatedInvariants).toEqual([]);
}

describe("an anonymous shopper who fills carts", () => {
  test("cannot reserve all stock with a dozen calls", async () => {
    const sizes = await listSizesOnSale();
    const stockPieces = await serverA.app.stockTotal.getPieces();
    const calls = Array.from({ length: 12 }, (_, n) => sizes.slice(n * 100, (n + 1) * 100)).filter(
      (lines) => lines.length,
    );
    expect(sizes.reduce((sum, { pieces }) => sum + pieces, 0)).toBeGreaterThan(10_000);
    const answers = await Promise.all(
      calls.map((lines, n) => addLines({ ip: "203.0.113.1", server: chooseServer(n) }, lines)),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(await countHeldPieces()).toBeLessThanOrEqual(Math.min(400, stockPieces / 10));
    const refusedLines = answers.flatMap(({ json }) => json.failed as { reason: string; detail?: string }[]);
    expect(refusedLines.length).toBeGreaterThan(0);
    for (const { reason, detail } of refusedLines) {
      expect(reason).toBe("LIMIT");
      expect(detail).toMatch(/cuenta|red/);
    }
    await expectInvariantsHold();
  });

  test("may hold 60 pieces in 30 lines in one cart, in one call or several", async () => {
    const size = await createTestSize(serverA.app, { pieces: 500 });
    const tooManyResponse = await addLines({ ip: "203.0.113.2" }, [{ ...size, pieces: 61 }]);
    expect(tooManyResponse.json).toMatchObject({ cart: null, failed: [{ reason: "LIMIT" }] });
    expect(tooManyResponse.json.failed[0].detail).toContain("60 piezas y 30 tallas distintas");
    const cart = (await addLines({ ip: "203.0.113.2" }, [{ ...size, pieces: 60 }])).json.cart;
    const other = await createTestSize(serverA.app, { pieces: 5 });
    const moreResponse = await addLines({ ip: "203.0.113.2" }, [{ ...other, pieces: 1 }], cart._id);
    expect(moreResponse.json.failed).toMatchObject([{ reason: "LIMIT" }]);
    const raisedResponse = await changePieces({ ip: "203.0.113.2" }, cart._id, size, 61);
    expect([raisedResponse.status, raisedResponse.json.code]).toEqual([409, "CART_LIMIT"]);
    expect(raisedResponse.json.detail).toContain("60 piezas");
    expect(await availableOf(serverA.app, size.sizeId)).toBe(440);
    expect((await changePieces({ ip: "203.0.113.2" }, cart._id, size, 20)).json.status).toBe("OK");
    expect((await changePieces({ ip: "203.0.113.2" }, cart._id, size, 60)).json.status).toBe("OK");

    const manySizes = await Promise.all(Array.from({ length: 31 }, () => createTestSize(serverA.app, { pieces: 1 })));
    const lines = manySizes.map((line) => ({ ...line, pieces: 1 }));
    const manyLinesResponse = await addLines({ ip: "203.0.113.3" }, lines);
    expect(manyLinesResponse.json.cart.products).toHaveLength(30);
    expect(manyLinesResponse.json.failed).toMatchObject([{ reason: "LIMIT" }]);
    await expectInvariantsHold();
  });

  test("cannot exceed a cart's cap with concurrent additions in two processes", async () => {
    const sizes = await Promise.all(Array.from({ length: 12 }, () => createTestSize(serverA.app, { pieces: 20 })));
    const { _id: cartId } = (await addLines({ ip: "203.0.113.4" }, [{ ...sizes[0]!, pieces: 10 }])).json.cart;
    await Promise.all(
      sizes
        .slice(1)
        .map((size, n) =>
          n % 3 === 2
            ? changePieces({ ip: "203.0.113.4", server: chooseServer(n) }, cartId, sizes[0]!, 10 + n)
            : addLines({ ip: "203.0.113.4", server: chooseServer(n) }, [{ ...size, pieces: 10 }], cartId),
        ),
    );
    const heldPieces = await countHeldPieces();
    expect(heldPieces).toBeLessThanOrEqual(60);
    expect(heldPieces).toBeGreaterThan(40);
    await expectInvariantsHold();
  });

  test("cannot exceed the cap of an IP address with concurrent carts in both processes and changing browser ids", async () => {
    const sizes = await Promise.all(Array.from({ length: 4 }, () => createTestSize(serverA.app, { pieces: 400 })));
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        // IPv6: a household has a /64 network.
        addLines(
          {
            ip: `2001:db8:1:2::${n.toString(16)}`,
            device: `navegador-de-prueba-${n}`,
            server: chooseServer(n),
          },
          [{ ...sizes[n % 4]!, pieces: 9 }],
        ),
      ),
    );
    expect(await countHeldPieces()).toBe(396);
    const otherNetworkResponse = await addLines({ ip: "2001:db8:1:3::1" }, [{ ...sizes[0]!, pieces: 9 }]);
    expect(otherNetworkResponse.json.failed).toEqual([]);
    await expectInvariantsHold();
  });

  test("concurrent quantity increases in both processes stay within the cap of the IP address", async () => {
    await setLimits({ "address.pieces": 70 });
    const size = await createTestSize(serverA.app, { pieces: 1_000 });
    const client = { ip: "203.0.113.6" };
    const carts = await Promise.all(
      Array.from({ length: 6 }, async () => (await addLines(client, [{ ...size, pieces: 1 }])).json.cart._id as string),
    );
    await Promise.all(
      carts.flatMap((cartId, n) => [
        changePieces({ ...client, server: chooseServer(n) }, cartId, size, 20),
        changePieces({ ...client, server: chooseServer(n + 1) }, cartId, size, 30),
      ]),
    );
    const heldPieces = await countHeldPieces();
    expect(heldPieces).toBeLessThanOrEqual(70);
    expect(heldPieces).toBeGreaterThan(40);
    await setLimits({ "address.pieces": 400 });
    await expectInvariantsHold();
  });

  test("is recognized by the browser id on changing networks, and not without a browser id", async () => {
    const size = await createTestSize(serverA.app, { pieces: 1_000 });
    const device = "11111111-2222-3333-4444-555555555555";
    const failedLineCounts = [];
    for (let n = 0; n < 4; n++) {
      failedLineCounts.push(
        (await addLines({ ip: `203.0.113.${10 + n}`, device }, [{ ...size, pieces: 40 }])).json.failed.length,
      );
    }
    expect(failedLineCounts).toEqual([0, 0, 0, 1]);
    const responseWithoutDevice = await addLines({ ip: "203.0.113.13" }, [{ ...size, pieces: 40 }]);
    expect(responseWithoutDevice.json.failed).toEqual([]);
  });

  test("a cart counts for the source where it was started: additions from another source do not change that", async () => {
    await setLimits({ "address.pieces": 60 });
    const size = await createTestSize(serverA.app, { pieces: 500 });
    const [home, away] = [{ ip: "203.0.113.20" }, { ip: "203.0.113.21" }];
    const other = await createTestSize(serverA.app, { pieces: 500 });
    const cart = (await addLines(home, [{ ...size, pieces: 30 }])).json.cart;
    expect((await addLines(away, [{ ...other, pieces: 30 }], cart._id)).json.failed).toEqual([]);
    expect((await addLines(home, [{ ...size, pieces: 1 }])).json.failed).toMatchObject([{ reason: "LIMIT" }]);
    expect((await addLines(away, [{ ...size, pieces: 60 }])).json.failed).toEqual([]);
    await setLimits({ "address.pieces": 400 });
  });

  test("a line refused as sold out does not count towards the cap of the cart", async () => {
    const sizes = await Promise.all([50, 5, 30].map((pieces) => createTestSize(serverA.app, { pieces })));
    const [big, soldOut, overCap] = sizes as [TestSize, TestSize, TestSize];
    const { json } = await addLines({ ip: "203.0.113.22" }, [
      { ...soldOut, pieces: 50 },
      { ...big, pieces: 50 },
      { ...overCap, pieces: 20 },
      { ...soldOut, sizeId: overCap.sizeId.replace(/.$/, "0"), pieces: 10 },
    ]);
    const reasons = Object.fromEntries(
      (json.failed as { attributeId: string; reason: string }[]).map((line) => [line.attributeId, line.reason]),
    );
    expect(reasons[soldOut.sizeId]).toBe("SOLD_OUT");
    expect(reasons[overCap.sizeId]).toBe("LIMIT");
    expect(json.cart.products).toMatchObject([{ attributeId: big.sizeId, quantity: 50 }]);
  });
});

describe("the share of the stock that one IP address may hold", () => {
  /** Unpublishes all products, and creates one with this many pieces on sale. */
  async function createOnlySizeOnSale(pieces: number): Promise<TestSize> {
    await sql`UPDATE products SET is_published = false`.execute(serverA.app.db);
    const size = await createTestSize(serverA.app, { pieces });
    Object.assign(serverA.app.stockTotal, { lastCount: undefined });
    return size;
  }
  const publishAll = async () => {
    await sql`UPDATE products SET is_published = true`.execute(serverA.app.db);
    Object.assign(serverA.app.stockTotal, { lastCount: undefined });
  };

  test("is a tenth or the owner's setting, and never less than twelve pieces", async () => {
    const { rows } = await sql<{ unpaid: number }>`
      SELECT coalesce(sum(l.held), 0)::int AS unpaid FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.status IN ('WAITING_PAYMENT', 'PRESALE')`.execute(serverA.app.db);
    const size = await createOnlySizeOnSale(200 - rows[0]!.unpaid);
    const tryAdd = async (ip: string, pieces: number) =>
      (await addLines({ ip }, [{ ...size, pieces }])).json.failed.length === 0;
    expect(await tryAdd("203.0.113.30", 21)).toBe(false);
    expect(await tryAdd("203.0.113.30", 20)).toBe(true);
    expect(await tryAdd("203.0.113.30", 1)).toBe(false);
    expect(await tryAdd("203.0.113.31", 20)).toBe(true);
    await setLimits({ "address.stockPercent": 25 });
    expect(await tryAdd("203.0.113.32", 51)).toBe(false);
    expect(await tryAdd("203.0.113.32", 50)).toBe(true);
    await setLimits({ "address.stockPercent": 1 });
    expect(await tryAdd("203.0.113.33", 13)).toBe(false);
    expect(await tryAdd("203.0.113.33", 12)).toBe(true);
    await setLimits({ "address.stockPercent": 10 });
    await publishAll();
  });
});

describe("customers with higher caps", () => {
  async function signUp(server = serverA): Promise<{ token: string; customerId: string }> {
    const body = {
      name: "Ana",
      lastName: "Prueba",
      phone: "5511112222",
      username: `${crypto.randomUUID()}@ejemplo.mx`,
      password: "una-buena-clave",
    };
    const { json } = await server.call("POST", "/api/v1/customers", { body });
    return { token: json.access_token, customerId: json.customer._id };
  }

  test("a customer with an account may hold more, and more still after a paid wholesale order", async () => {
    const size = await createTestSize(serverA.app, { pieces: 5_000 });
    const { token, customerId } = await signUp();
    const client = { ip: "203.0.113.40", token };
    const tooManyResponse = await addLines(client, [{ ...size, pieces: 301 }]);
    expect(tooManyResponse.json.failed[0].detail).toContain("300 piezas");
    expect((await addLines(client, [{ ...size, pieces: 300 }])).json.failed).toEqual([]);
    await releaseAllCarts();
    const cheap = await createTestSize(serverA.app, { pieces: 20, wholesalePriceCents: 80_00 });
    const guest = await createTestGuest(serverA.app, shop);
    const cart = await createTestCart(serverA.app, shop, [{ ...cheap, pieces: 10 }]);
    const placed = await checkOut(serverA.app, shop, guest.customerId, makeCheckoutInput(cart, guest));
    if (isRefusal(placed)) throw new Error(placed.refused);
    await moveOrder(serverA.app, placed.orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "prueba" });
    await serverA.app.db
      .updateTable("orders")
      .set((eb) => ({ customer_id: customerId, claimed_from_customer_id: eb.ref("customer_id") }))
      .where("id", "=", placed.orderId)
      .execute();
    expect((await addLines(client, [{ ...size, pieces: 900 }])).json.failed).toEqual([]);
  });

  test("staff may fill a cart without caps", async () => {
    const size = await createTestSize(serverA.app, { pieces: 5_000 });
    const added = await addToCart(serverA.app, shop, {
      cartId: null,
      presaleId: null,
      lines: [{ ...size, pieces: 4_000 }],
    });
    expect(added).toMatchObject({ failed: [] });
  });
});

const newGuestWith = (phone: string, email: string | null = null) => createTestGuest(serverA.app, shop, email, phone);

let phoneCount = 0;
const newPhone = () => `55${String(++phoneCount).padStart(8, "0")}`;

interface OrderOptions {
  method?: "TB" | "MP";
  pieces?: number;
  email?: string;
}

/** Fills a new cart with pieces of this size and checks it out. */
async function placeOrder(
  client: Client,
  guest: Guest,
  size: TestSize,
  { method = "TB", pieces = 1, email }: OrderOptions = {},
) {
  const added = await addLines({ ...client, token: guest.token }, [{ ...size, pieces }]);
  if (!added.json.cart) throw new Error(added.text);
  return checkOutAt(client, guest, added.json.cart._id, { method, email });
}

function checkOutAt(client: Client, guest: Guest, cartId: string, { method = "TB", email }: OrderOptions = {}) {
  return (client.server ?? serverA).call("POST", `/api/v1/carts/${cartId}/checkout`, {
    token: guest.token,
    headers: sourceHeaders(client),
    body: {
      customerId: guest.customerId,
      addressId: guest.addressId,
      shippingId: PLAIN_CARRIER,
      payment_method: method,
      ...(email && { email }),
    },
  });
}

/** Cancels the unpaid orders that have a source, so that each test starts without any. */
async function cancelUnpaidOrders(): Promise<void> {
  const orders = await serverA.app.db
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "WAITING_PAYMENT")
    .where("ip_hash", "is not", null)
    .execute();
  for (const { id } of orders) {
    await moveOrder(serverA.app, id, { to: "CANCELLED", actor: "prueba", reason: "prueba" });
  }
}

describe("unpaid orders", () => {
  beforeEach(cancelUnpaidOrders);

  test("a guest with an invented phone number cannot order all stock by transfer", async () => {
    const sizes = await listSizesOnSale();
    const guest = await newGuestWith("5500000001");
    const client = { ip: "203.0.113.60" };
    for (let n = 0; n < 12; n++) {
      const { json } = await addLines({ ...client, token: guest.token }, sizes.slice(n * 100, (n + 1) * 100));
      if (json.cart) await checkOutAt({ ...client, server: chooseServer(n) }, guest, json.cart._id);
    }
    const { rows } = await sql<{ orders: number; pieces: number }>`
      SELECT count(*)::int AS orders, coalesce(sum(pieces), 0)::int AS pieces FROM orders
      WHERE status = 'WAITING_PAYMENT' AND customer_id = ${guest.customerId}`.execute(serverA.app.db);
    expect(rows[0]!.orders).toBeLessThanOrEqual(3);
    expect(rows[0]!.pieces).toBeLessThanOrEqual(30);
    await expectInvariantsHold();
  });

  test("a guest's fourth transfer is refused with alternatives; the cart stays and can be paid online", async () => {
    const size = await createTestSize(serverA.app, { pieces: 50 });
    const guest = await newGuestWith(newPhone());
    const client = { ip: "203.0.113.61" };
    for (let n = 0; n < 3; n++) expect((await placeOrder(client, guest, size)).status).toBe(200);
    const { json: added } = await addLines({ ...client, token: guest.token }, [{ ...size, pieces: 1 }]);
    const refusedResponse = await checkOutAt(client, guest, added.cart._id);
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([409, "UNPAID_TRANSFERS_LIMIT"]);
    expect(refusedResponse.json.detail).toMatch(
      /hasta 3 pedidos por transferencia, con 30 piezas.*pago en línea.*correo.*sesión/,
    );
    const cart = await serverA.call("GET", `/api/v1/carts/${added.cart._id}`);
    expect(cart.json.state).toBe("active");
    expect((await checkOutAt(client, guest, added.cart._id, { method: "MP" })).status).toBe(200);
    await expectInvariantsHold();
  });

  test("a guest may order thirty pieces by transfer, not thirty-one", async () => {
    const size = await createTestSize(serverA.app, { pieces: 100 });
    const client = { ip: "203.0.113.62" };
    const tooManyResponse = await placeOrder(client, await newGuestWith(newPhone()), size, { pieces: 31 });
    expect(tooManyResponse.json.code).toBe("UNPAID_TRANSFERS_LIMIT");
    expect((await placeOrder(client, await newGuestWith(newPhone()), size, { pieces: 30 })).status).toBe(200);
  });

  test.each(["phone", "mailbox"] as const)("new guests with the same %s share one cap", async (sharedContact) => {
    const size = await createTestSize(serverA.app, { pieces: 50 });
    const phone = newPhone();
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      const guest =
        sharedContact === "phone"
          ? await newGuestWith(phone)
          : await newGuestWith(newPhone(), n % 2 ? email.toUpperCase() : email);
      statuses.push((await placeOrder({ ip: `203.0.113.${70 + n}` }, guest, size)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 409]);
  });

  test("concurrent orders in both processes share one cap", async () => {
    const size = await createTestSize(serverA.app, { pieces: 50 });
    const phone = newPhone();
    const guests = await Promise.all(Array.from({ length: 10 }, () => newGuestWith(phone)));
    const carts = await Promise.all(
      guests.map(
        async ({ token }) => (await addLines({ ip: "203.0.113.80", token }, [{ ...size, pieces: 1 }])).json.cart,
      ),
    );
    const answers = await Promise.all(
      guests.map((guest, n) => checkOutAt({ ip: "203.0.113.80", server: chooseServer(n) }, guest, carts[n]._id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    await expectInvariantsHold();
  });

  test("a guest's unpaid online orders are counted too", async () => {
    await setLimits({ "unpaid.guest.orders": 4 });
    const size = await createTestSize(serverA.app, { pieces: 50 });
    const guest = await newGuestWith(newPhone());
    const errorCodes = [];
    for (let n = 0; n < 5; n++)
      errorCodes.push((await placeOrder({ ip: "203.0.113.81" }, guest, size, { method: "MP" })).json.code);
    expect(errorCodes).toEqual([undefined, undefined, undefined, undefined, "UNPAID_LIMIT"]);
    await setLimits({ "unpaid.guest.orders": 6 });
  });

  test("an IP address has its own cap for all its customers; paid orders do not count", async () => {
    await setLimits({ "address.unpaidOrders": 8 });
    const size = await createTestSize(serverA.app, { pieces: 50 });
    const client = { ip: "203.0.113.82" };
    const answers = [];
    for (let n = 0; n < 9; n++) answers.push(await placeOrder(client, await newGuestWith(newPhone()), size));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 200), 409]);
    expect(answers[8]!.json.code).toBe("ADDRESS_UNPAID_LIMIT");
    const orderId = answers[0]!.json.order._id;
    await moveOrder(serverA.app, orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "prueba" });
    expect((await placeOrder(client, await newGuestWith(newPhone()), size)).status).toBe(200);
    await setLimits({ "address.unpaidOrders": 100 });
  });

  test("unpaid pieces count for the share of the IP address where the cart was started", async () => {
    await setLimits({ "address.stockFloor": 30, "address.stockPercent": 0.001 });
    const size = await createTestSize(serverA.app, { pieces: 500 });
    const client = { ip: "203.0.113.83" };
    expect((await placeOrder(client, await newGuestWith(newPhone()), size, { pieces: 25 })).status).toBe(200);
    expect((await addLines(client, [{ ...size, pieces: 6 }])).json.failed).toMatchObject([{ reason: "LIMIT" }]);
    expect((await addLines(client, [{ ...size, pieces: 5 }])).json.failed).toEqual([]);
    await setLimits({ "address.stockFloor": 12, "address.stockPercent": 10 });
  });

  test("orders placed by staff have no cap and do not count", async () => {
    const size = await createTestSize(serverA.app, { pieces: 500 });
    const guest = await newGuestWith(newPhone());
    for (let n = 0; n < 5; n++) {
      const cart = await createTestCart(serverA.app, shop, [{ ...size, pieces: 40 }]);
      const placed = await checkOut(
        serverA.app,
        shop,
        guest.customerId,
        makeCheckoutInput(cart, guest, { assistedBy: "Marta" }),
      );
      expect(placed).toHaveProperty("orderId");
    }
    expect((await placeOrder({ ip: "203.0.113.84" }, guest, size)).status).toBe(200);
  });

  test("the source of an order is deleted once it is paid or cancelled", async () => {
    const size = await createTestSize(serverA.app, { pieces: 5 });
    const client = { ip: "203.0.113.85", device: "navegador-que-se-olvida" };
    const ids: string[] = [];
    for (let n = 0; n < 2; n++)
      ids.push((await placeOrder(client, await newGuestWith(newPhone()), size)).json.order._id as string);
    const countStoredSources = async () =>
      (await serverA.app.db.selectFrom("orders").select("ip_hash").where("id", "in", ids).execute()).filter(
        (row) => row.ip_hash !== null,
      ).length;
    expect(await countStoredSources()).toBe(2);
    await moveOrder(serverA.app, ids[0]!, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "prueba" });
    await moveOrder(serverA.app, ids[1]!, { to: "CANCELLED", actor: "prueba", reason: "prueba" });
    expect(await countStoredSources()).toBe(0);
  });
});

test("sixty guests at one IP address can each order one or two pieces by transfer", async () => {
  await cancelUnpaidOrders();
  const size = await createTestSize(serverA.app, { pieces: 200 });
  const guests = await Promise.all(Array.from({ length: 60 }, () => newGuestWith(newPhone())));
  const answers = await Promise.all(
    guests.map((guest, n) => {
      const client = { ip: "198.51.100.7", device: `navegador-de-oficina-${n}`, server: chooseServer(n) };
      return placeOrder(client, guest, size, { pieces: 1 + (n % 2) });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await availableOf(serverA.app, size.sizeId)).toBe(110);
  await expectInvariantsHold();
});

test("a cart's source is stored as hashes, and only while the cart holds pieces", async () => {
  const size = await createTestSize(serverA.app, { pieces: 9 });
  const client = { ip: "203.0.113.50", device: "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee" };
  const { _id: cartId } = (await addLines(client, [{ ...size, pieces: 1 }])).json.cart;
  const readCart = async () => {
    const { rows } = await sql<{ row: string; is_known: boolean }>`
      SELECT c::text AS row, ip_hash IS NOT NULL AND device_hash IS NOT NULL AS is_known
      FROM carts c WHERE id = ${cartId}`.execute(serverA.app.db);
    return rows[0]!;
  };
  expect((await readCart()).is_known).toBe(true);
  expect((await readCart()).row).not.toMatch(/203\.0\.113|bbbb-cccc/);
  await changePieces(client, cartId, size, 0);
  expect((await readCart()).is_known).toBe(false);
});
