import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { recordHeartbeat } from "../cart/shopping-heartbeat.ts";
import { adjustStock } from "../stock/change-stock.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { offerAvailablePieces } from "./offer-pieces.ts";
import { takeOffer } from "./take-offer.ts";
import { leaveWaitingList } from "./confirm-or-leave.ts";

const ACTOR = { memberId: null, name: "prueba", ip: null };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const makeEmail = () => `${crypto.randomUUID()}@ejemplo.mx`;
const joinList = (size: TestSize, email: string, key = "matriz") =>
  server.call("POST", `/api/v1/products/${size.productId}/stock/${size.sizeId}/waiting-list`, {
    body: { email },
    shop: key,
  });
const post = (path: string, body: object, key = "matriz") =>
  server.call("POST", `/api/v1/waiting-list${path}`, { body, shop: key });

/** Runs the email jobs. Returns the token in the newest email's link. */
async function runJobsAndReadToken(email: string): Promise<string> {
  await runEmailJobs(server.app);
  const [mail] = await listMailsTo(server.app, email);
  return /#token=([\w-]+)/.exec(mail!.text)![1]!;
}

/** Adds an email address to the list, and confirms its place. Returns the email address. */
async function createConfirmedPlace(size: TestSize, email = makeEmail()): Promise<string> {
  expect((await joinList(size, email)).status).toBe(202);
  const token = await runJobsAndReadToken(email);
  expect((await post("/confirm", { token })).json.state).toBe("waiting");
  return email;
}

const restock = (size: TestSize, pieces: number) =>
  adjustStock(server.app, { sizeId: size.sizeId, pieces, kind: "receipt", reason: "Llegó", by: ACTOR });

/** Expires the offers of this size. */
async function expireOffers(size: TestSize): Promise<void> {
  await sql`
    WITH over AS (UPDATE waiting_list SET offer_ends_at = clock_timestamp() - interval '1 second'
      WHERE size_id = ${size.sizeId} AND state = 'offered' RETURNING cart_id)
    UPDATE carts SET expires_at = clock_timestamp() - interval '1 second' WHERE id IN (SELECT cart_id FROM over)`.execute(
    server.app.db,
  );
  await releaseExpiredCarts(server.app.db);
}

test("only a sold-out size of this shop has a waiting list, and it accepts only email addresses", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const sizeInStock = await createTestSize(server.app, { pieces: 1 });
  expect((await joinList(sizeInStock, makeEmail())).json.code).toBe("STILL_THERE");
  expect((await joinList({ ...size, productId: sizeInStock.productId }, makeEmail())).status).toBe(404);
  expect((await joinList({ productId: "x", sizeId: "y" }, makeEmail())).status).toBe(404);
  for (const email of ["", "ana", "ana@", "a@b@c.mx", `${"a".repeat(250)}@x.mx`, "a\u0000@x.mx"]) {
    expect((await joinList(size, email)).status, email).toBe(422);
  }
  await sql`UPDATE products SET is_published = false WHERE id = ${size.productId}`.execute(server.app.db);
  expect((await joinList(size, makeEmail())).status).toBe(404);
});

test("an unconfirmed mailbox holds no pieces back", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const email = makeEmail();
  await joinList(size, email);
  const token = await runJobsAndReadToken(email);
  expect((await listMailsTo(server.app, email))[0]!.subject).toContain("¿Te avisamos cuando vuelva?");
  expect((await post("", { token })).json).toMatchObject({ state: "asked", place: null });
  await restock(size, 1);
  await runEmailJobs(server.app);
  expect(await availableOf(server.app, size.sizeId)).toBe(1);
  // A place confirmed while a piece is available gets an offer immediately.
  await post("/confirm", { token });
  await runEmailJobs(server.app);
  expect(await availableOf(server.app, size.sizeId)).toBe(0);
  expect((await post("", { token })).json.state).toBe("offered");
});

test("an available piece is held for the first customer, then for the next", async () => {
  const size = await createTestSize(server.app, { pieces: 1 });
  const cart = await createTestCart(server.app, await server.findShop(), [{ ...size, pieces: 1 }]);
  const [firstEmail, secondEmail] = [await createConfirmedPlace(size), await createConfirmedPlace(size)];
  expect((await post("", { token: await runJobsAndReadToken(secondEmail) })).json.place).toBe(2);

  // The piece returns from the cart, and the trigger on `sizes` enqueues the offer.
  const update = { productId: size.productId, attributeId: size.sizeId, newQuantity: 0 };
  await server.call("PUT", `/api/v1/carts/${cart.id}/update`, { body: update });
  const offerToken = await runJobsAndReadToken(firstEmail);
  expect((await listMailsTo(server.app, firstEmail))[0]!.subject).toMatch(
    /^Volvió y te lo apartamos hasta las \d\d:\d\d/,
  );
  expect(await availableOf(server.app, size.sizeId)).toBe(0);
  const place = (await post("", { token: offerToken })).json;
  expect(place.state).toBe("offered");
  expect(Date.parse(place.offerEndsOn) - Date.parse(place.serverNow)).toBeGreaterThan(55 * 60_000);
  expect((await post("", { token: await runJobsAndReadToken(secondEmail) })).json).toMatchObject({
    state: "waiting",
    place: 1,
  });

  await expireOffers(size);
  const nextToken = await runJobsAndReadToken(secondEmail);
  expect((await post("", { token: nextToken })).json.state).toBe("offered");
  expect((await post("/take", { token: offerToken })).json.code).toBe("OFFER_OVER");
  expect((await post("/take", { token: nextToken })).json.cart.products).toHaveLength(1);
  expect(await availableOf(server.app, size.sizeId)).toBe(0);
});

test("when a customer leaves, their piece is offered to the next immediately", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const [firstEmail, secondEmail] = [await createConfirmedPlace(size), await createConfirmedPlace(size)];
  await restock(size, 1);
  expect((await post("/leave", { token: await runJobsAndReadToken(firstEmail) })).json.state).toBe("left");
  expect((await post("", { token: await runJobsAndReadToken(secondEmail) })).json.state).toBe("offered");
  expect((await joinList(size, firstEmail)).status).toBe(202);
});

test("taking an offer without a cart returns a cart that lasts an hour, and no change shortens its time", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const otherSize = await createTestSize(server.app, { pieces: 5 });
  const email = await createConfirmedPlace(size);
  await restock(size, 1);
  const token = await runJobsAndReadToken(email);
  const { cart } = (await post("/take", { token })).json;
  expect(cart.products.map((line: { attributeId: string }) => line.attributeId)).toEqual([size.sizeId]);
  expect((await post("/take", { token })).json.cart._id).toBe(cart._id);
  const line = { productId: otherSize.productId, attributeId: otherSize.sizeId, quantity: 1 };
  const addResponse = await server.call("PUT", `/api/v1/carts/${cart._id}`, { body: { products: [line] } });
  const computeRemainingMs = ({ expiresOn, serverNow }: { expiresOn: string; serverNow: string }) =>
    Date.parse(expiresOn) - Date.parse(serverNow);
  expect(computeRemainingMs(addResponse.json.cart)).toBeGreaterThan(50 * 60_000);
  const quantityChange = { productId: otherSize.productId, attributeId: otherSize.sizeId, newQuantity: 2 };
  const updateResponse = await server.call("PUT", `/api/v1/carts/${cart._id}/update`, { body: quantityChange });
  expect(computeRemainingMs(updateResponse.json.cart)).toBeGreaterThan(50 * 60_000);
});

test("an offered piece is moved to the customer's active cart, even if that cart has the size already", async () => {
  const size = await createTestSize(server.app, { pieces: 1 });
  const cart = await createTestCart(server.app, await server.findShop(), [{ ...size, pieces: 1 }]);
  const email = await createConfirmedPlace(size);
  await restock(size, 1);
  const token = await runJobsAndReadToken(email);
  const takenCart = (await post("/take", { token, cartId: cart.id })).json.cart;
  expect(takenCart._id).toBe(cart.id);
  expect(takenCart.products).toHaveLength(1);
  expect(takenCart.products[0].quantity).toBe(2);
  expect((await post("/take", { token, cartId: cart.id })).json.cart._id).toBe(cart.id);
  expect(await availableOf(server.app, size.sizeId)).toBe(0);
});

test("a piece that was removed from its cart is not taken again", async () => {
  const [size, otherSize] = [
    await createTestSize(server.app, { pieces: 0 }),
    await createTestSize(server.app, { pieces: 1 }),
  ];
  const cart = await createTestCart(server.app, await server.findShop(), [{ ...otherSize, pieces: 1 }]);
  const email = await createConfirmedPlace(size);
  await restock(size, 1);
  const token = await runJobsAndReadToken(email);
  expect((await post("/take", { token, cartId: cart.id })).json.cart.products).toHaveLength(2);
  const removal = { productId: size.productId, attributeId: size.sizeId, newQuantity: 0 };
  await server.call("PUT", `/api/v1/carts/${cart.id}/update`, { body: removal });
  expect((await post("/take", { token, cartId: cart.id })).json.code).toBe("OFFER_OVER");
});

test("the piece of an offer whose cart was released is not put in another cart", async () => {
  const [size, otherSize] = [
    await createTestSize(server.app, { pieces: 0 }),
    await createTestSize(server.app, { pieces: 1 }),
  ];
  const cart = await createTestCart(server.app, await server.findShop(), [{ ...otherSize, pieces: 1 }]);
  const email = await createConfirmedPlace(size);
  await restock(size, 1);
  const token = await runJobsAndReadToken(email);
  await sql`
    UPDATE carts SET expires_at = clock_timestamp() - interval '1 second'
    WHERE id IN (SELECT cart_id FROM waiting_list WHERE size_id = ${size.sizeId} AND state = 'offered')`.execute(
    server.app.db,
  );
  await releaseExpiredCarts(server.app.db);
  expect((await post("/take", { token, cartId: cart.id })).json.code).toBe("OFFER_OVER");
  expect((await post("/take", { token })).json.code).toBe("OFFER_OVER");
  expect(await availableOf(server.app, size.sizeId)).toBe(1);
  await post("/leave", { token });
});

test("an offer cannot be taken into a presale cart, and its piece stays held", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const email = await createConfirmedPlace(size);
  await restock(size, 1);
  const token = await runJobsAndReadToken(email);
  const presaleSize = await sql<{ id: string; size_id: string }>`
    SELECT p.id, s.id AS size_id FROM products p JOIN sizes s ON s.product_id = p.id
    WHERE p.presale_id IS NOT NULL AND s.available > 0 LIMIT 1`.execute(server.app.db);
  const line = { productId: presaleSize.rows[0]!.id, attributeId: presaleSize.rows[0]!.size_id, quantity: 1 };
  const presaleCart = await server.call("POST", "/api/v1/carts", {
    body: { products: [line], isPresale: true },
    headers: { "X-CODE": "PRIMAVERA" },
  });
  expect((await post("/take", { token, cartId: presaleCart.json.cart._id })).json.code).toBe("CART_MIXED");
  expect((await post("", { token })).json.state).toBe("offered");
});

test("as many pieces are offered as became available, under concurrent jobs and requests", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const emails: string[] = [];
  for (let n = 0; n < 6; n++) emails.push(await createConfirmedPlace(size));
  await restock(size, 4);
  await Promise.all([1, 2, 3].map(() => offerAvailablePieces(server.app, { sizeId: size.sizeId })));
  expect(await availableOf(server.app, size.sizeId)).toBe(0);
  const readStates = async () =>
    Promise.all(emails.map(async (email) => (await post("", { token: await runJobsAndReadToken(email) })).json.state));
  expect(await readStates()).toEqual(["offered", "offered", "offered", "offered", "waiting", "waiting"]);

  // An offer is taken and left at the same time: no piece is lost or counted twice.
  const tokens = await Promise.all(emails.slice(0, 4).map(runJobsAndReadToken));
  const headOffice = await server.findShop();
  await Promise.all(
    tokens.flatMap((token) => [
      takeOffer(server.app, headOffice, { token, cartId: null }),
      leaveWaitingList(server.app, headOffice, token),
      takeOffer(server.app, headOffice, { token, cartId: null }),
    ]),
  );
  await runEmailJobs(server.app);
  const violations = await listViolatedInvariants(server.app);
  expect(violations).toEqual([]);
  const heldPieces = await sql<{ pieces: number }>`
    SELECT coalesce(sum(l.held), 0)::int AS pieces FROM cart_lines l JOIN carts c ON c.id = l.cart_id
    WHERE l.size_id = ${size.sizeId} AND c.state = 'active'`.execute(server.app.db);
  expect(heldPieces.rows[0]!.pieces + (await availableOf(server.app, size.sizeId))).toBe(4);
});

test("a confirmed mailbox gets its place immediately, and beyond the daily limit no email is sent", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const otherSize = await createTestSize(server.app, { pieces: 0 });
  const email = await createConfirmedPlace(size);
  await joinList(otherSize, email);
  expect((await post("", { token: await runJobsAndReadToken(email) })).json).toMatchObject({
    state: "waiting",
    place: 1,
  });
  await joinList(otherSize, email);
  const soldOutSizes: TestSize[] = [];
  for (let n = 0; n < 12; n++) soldOutSizes.push(await createTestSize(server.app, { pieces: 0 }));
  await Promise.all(soldOutSizes.map((soldOutSize) => joinList(soldOutSize, email)));
  await runEmailJobs(server.app);
  expect(await listMailsTo(server.app, email)).toHaveLength(10);
});

test("a place is found only in its shop, and a shop that does not sell makes no offer for it", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  const email = makeEmail();
  await joinList(size, email, "norte");
  const token = await runJobsAndReadToken(email);
  expect((await post("", { token })).status).toBe(404);
  expect((await post("/confirm", { token })).status).toBe(404);
  await post("/confirm", { token }, "norte");
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{management,canSell}', 'false') WHERE key = 'norte'`.execute(
    server.app.db,
  );
  await server.app.shops.refresh();
  await restock(size, 1);
  await runEmailJobs(server.app);
  expect((await post("", { token }, "norte")).json.state).toBe("waiting");
  expect((await listMailsTo(server.app, email))[0]!.text).toContain("norte.localhost");
});

test("an offer that ended just before an outage gets no time back, because its piece is released", async () => {
  const size = await createTestSize(server.app, { pieces: 0 });
  await createConfirmedPlace(size);
  await restock(size, 1);
  await offerAvailablePieces(server.app, { sizeId: size.sizeId });
  await expireOffers(size);
  const otherSize = await createTestSize(server.app, { pieces: 1 });
  await createTestCart(server.app, await server.findShop(), [{ ...otherSize, pieces: 1 }]);
  const { db } = server.app;
  await sql`UPDATE shopping_heartbeat SET at = clock_timestamp() - interval '60 seconds'`.execute(db);
  expect(await recordHeartbeat(db)).toBeGreaterThan(0);
  const { rows } = await sql<{ isOver: boolean }>`
    SELECT offer_ends_at < clock_timestamp() AS "isOver" FROM waiting_list WHERE size_id = ${size.sizeId}`.execute(db);
  expect(rows).toEqual([{ isOver: true }]);
  expect(await listViolatedInvariants(server.app)).not.toContain("offers-hold-a-piece");
});
