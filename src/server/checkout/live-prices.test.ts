import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { saveCarrierAccount } from "../carrier-labels/account.ts";
import { purgeQuotes } from "../carrier-labels/quote-cache.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { createTestCart, createTestGuest, PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";

const ACCOUNT = {
  mode: "sandbox",
  senderName: "Escaparate",
  senderPhone: "5512345678",
  street: "Durango 150",
  neighborhood: "Roma Norte",
  city: "Cuauhtémoc",
  postalCode: "06700",
  lengthCm: 30,
  widthCm: 20,
  heightCm: 5,
  emptyGrams: 100,
  pieceGrams: 450,
};

let server: TestServer;
let fixedCents: number;
beforeAll(async () => {
  server = await startTestServer();
  expect(
    await saveCarrierAccount(server.app, { shopId: (await server.findShop()).id, fields: ACCOUNT, secret: "" }, by),
  ).toBe("saved");
  const { rows } = await sql<{ cents: number }>`
    UPDATE carriers SET provider_carrier = 'estafeta', included_pieces = 1, extra_piece_cents = 3000 WHERE id = ${PLAIN_CARRIER}
    RETURNING price_cents AS cents`.execute(server.app.db);
  fixedCents = rows[0]!.cents;
});
afterAll(() => server.stop());
beforeEach(() => sql`DELETE FROM carrier_quotes`.execute(server.app.db));
afterEach(() => setCarrierFault(null));

const setCarrierFault = (fault: string | null) => server.call("POST", "/sandbox/carriers/control", { body: { fault } });
const ageQuotes = (age: string) =>
  sql`UPDATE carrier_quotes SET requested_at = requested_at - ${age}::interval, quoted_at = quoted_at - ${age}::interval`.execute(
    server.app.db,
  );

async function createGuestWithCart(pieces = 1, grams: number | null = null) {
  const guest = await createTestGuest(server.app, await server.findShop(), `${crypto.randomUUID()}@ejemplo.mx`);
  const size = await createTestSize(server.app, { pieces: 9 });
  await sql`UPDATE sizes SET weight_grams = ${grams} WHERE id = ${size.sizeId}`.execute(server.app.db);
  const cart = await createTestCart(server.app, await server.findShop(), [{ ...size, pieces }]);
  return { ...guest, cartId: cart.id };
}

async function findListedCarrier({ cartId }: { cartId: string }, postalCode = "64000") {
  const { json } = await server.call("GET", `/api/v1/carts/${cartId}/shippings?postalCode=${postalCode}`);
  return json.docs.find(({ _id }: { _id: string }) => _id === PLAIN_CARRIER);
}
const getQuote = async ({ cartId }: { cartId: string }, postalCode = "64000") =>
  (await server.call("GET", `/api/v1/carts/${cartId}/quote?shippingId=${PLAIN_CARRIER}&postalCode=${postalCode}`)).json;
const postalCodeOf = async (customerId: string) =>
  (
    await server.app.db
      .selectFrom("addresses")
      .select("postal_code")
      .where("customer_id", "=", customerId)
      .executeTakeFirstOrThrow()
  ).postal_code;

test("a live price is the cheapest quote for the weight of the cart, without the fee for extra pieces", async () => {
  const buyer = await createGuestWithCart(2);
  expect(await findListedCarrier(buyer)).toMatchObject({ isLive: true, price: 110, hasPiecesFee: false });
  expect((await getQuote(buyer)).shipping).toBe(110);
  // 2 × 1.5 kg and the box weigh more than three kilograms, so four are charged.
  expect((await findListedCarrier(await createGuestWithCart(2, 1_500))).price).toBe(98 + 4 * 12);
  const { json } = await server.call("GET", "/api/v1/shippings");
  expect(json.docs.find(({ _id }: { _id: string }) => _id === PLAIN_CARRIER).price).toBe(fixedCents / 100);
});

test("the order is charged the price that was shown, and the checkout requests no quote", async () => {
  const buyer = await createGuestWithCart();
  const postalCode = await postalCodeOf(buyer.customerId);
  const { grandTotal } = await getQuote(buyer, postalCode);
  await setCarrierFault("hang");
  const started = performance.now();
  const placed = await server.call("POST", `/api/v1/carts/${buyer.cartId}/checkout`, {
    token: buyer.token,
    body: {
      customerId: buyer.customerId,
      addressId: buyer.addressId,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
      expectedTotal: grandTotal,
    },
  });
  expect(performance.now() - started).toBeLessThan(1_300);
  expect(placed.json.order).toMatchObject({ shipping: { cost: 110, extraFee: 0 }, total: grandTotal });
});

test.each(["down", "500", "429", "html"])(
  "with the provider's fault %j, the carrier's fixed price applies",
  async (fault) => {
    await setCarrierFault(fault);
    const buyer = await createGuestWithCart(2);
    expect(await findListedCarrier(buyer)).toMatchObject({ price: fixedCents / 100, hasPiecesFee: true });
    // The fixed price applies for five more minutes, so that the price does not change while the customer orders.
    await setCarrierFault(null);
    expect((await getQuote(buyer)).shipping).toBe(fixedCents / 100);
    await ageQuotes("6 minutes");
    expect((await getQuote(buyer)).shipping).toBe(110);
  },
);

test("a provider that does not respond delays one quote by at most 1.5 seconds", async () => {
  await setCarrierFault("hang");
  const buyer = await createGuestWithCart();
  const durationsMs: number[] = [];
  for (let request = 0; request < 2; request++) {
    const started = performance.now();
    expect((await getQuote(buyer)).shipping).toBe(fixedCents / 100);
    durationsMs.push(performance.now() - started);
  }
  expect(durationsMs[0]).toBeLessThan(1_500 + 500);
  expect(durationsMs[1]).toBeLessThan(durationsMs[0]! / 2);
});

test("a quote is requested again after half an hour; while the provider is down, the last one applies for a day", async () => {
  const buyer = await createGuestWithCart();
  expect((await getQuote(buyer)).shipping).toBe(110);
  await sql`UPDATE carrier_quotes SET quotes = jsonb_set(quotes, '{0,priceCents}', '9900')`.execute(server.app.db);
  expect((await getQuote(buyer)).shipping).toBe(99);
  await ageQuotes("31 minutes");
  await setCarrierFault("down");
  expect((await getQuote(buyer)).shipping).toBe(99);
  await ageQuotes("6 minutes");
  await setCarrierFault(null);
  expect((await getQuote(buyer)).shipping).toBe(110);
  await ageQuotes("25 hours");
  await setCarrierFault("down");
  expect((await getQuote(buyer)).shipping).toBe(fixedCents / 100);
  await ageQuotes("25 hours");
  await purgeQuotes(server.app);
  const { rows } = await sql`SELECT FROM carrier_quotes`.execute(server.app.db);
  expect(rows).toHaveLength(0);
});

test("the fixed price applies without a postal code, with an unknown one, and in a shop without an account", async () => {
  const buyer = await createGuestWithCart();
  expect((await findListedCarrier(buyer, "00000")).price).toBe(fixedCents / 100);
  const malformed = await server.call("GET", `/api/v1/carts/${buyer.cartId}/shippings?postalCode=640`);
  expect(malformed).toMatchObject({ status: 422 });
  const withoutPostalCode = await server.call("GET", `/api/v1/carts/${buyer.cartId}/quote?shippingId=${PLAIN_CARRIER}`);
  expect(withoutPostalCode.json.shipping).toBe(fixedCents / 100);
  await sql`DELETE FROM carrier_accounts`.execute(server.app.db);
  expect((await findListedCarrier(buyer)).price).toBe(fixedCents / 100);
});
