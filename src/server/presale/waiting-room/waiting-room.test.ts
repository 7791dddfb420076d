import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../../contract/api.ts";
import { listViolatedInvariants } from "../../testing/violated-invariants.ts";
import { runSizeAction } from "../../catalog/change-sizes.ts";
import { releaseExpiredCarts } from "../../cart/release-expired.ts";
import { newId } from "../../db/new-id.ts";
import { startAppOnDatabase, type TestApp } from "../../testing/test-app.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { availableOf, createTestSize, type TestSize } from "../../testing/test-size.ts";
import { createTestGuest, PLAIN_CARRIER } from "../../testing/checkout-fixtures.ts";
import { makeAccessCodes, revokeAccessCodes } from "../manage-codes.ts";
import { makePresale } from "../manage-presale.ts";
import { readGrant, writeGrant } from "./grant.ts";
import { hashSecret, startGrantAndGetStatus } from "./get-queue-status.ts";
import { findWaitingRoomOverview, turnWaitingRoomOff, turnWaitingRoomOn } from "./manage-waiting-room.ts";
import { WaitingRoomCache } from "./waiting-room-cache.ts";
import { VisitorQueue } from "./visitor-queue.ts";
import { issueGrant } from "./issue-grant.ts";

const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };

const MINUTE_MS = 60_000;

let server: TestServer;
let secondApp: TestApp;
let phoneCount = 0;
/** Each guest has a new phone number, so that the caps on unpaid orders do not apply to them together. */
const newPhone = () => `55${String(++phoneCount).padStart(8, "0")}`;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: "127.0.0.1", RATE_LIMIT_SCALE: "1" });
  secondApp = await startAppOnDatabase(server.databaseConfig);
});
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
});

interface TestRoom {
  presaleId: string;
  code: string;
  size: TestSize;
}

interface TestRoomOptions {
  pieces?: number;
  /** Negative if the presale has already opened. */
  opensInMinutes?: number;
  choosingAtOnce?: number;
  maxUses?: number | null;
}

/** A presale with a waiting room, one size and one code. */
async function newRoom({
  pieces = 3,
  opensInMinutes = -1,
  choosingAtOnce = 500,
  maxUses = null,
}: TestRoomOptions = {}) {
  const [startsAt, endsAt] = [opensInMinutes, 600].map((minutes) => new Date(Date.now() + minutes * MINUTE_MS));
  const input = { name: `Caída ${newId()}`, startsAt: startsAt!, endsAt: endsAt!, deliversOn: null, productIds: [] };
  const presale = await makePresale(server.app, input, TEST_ACTOR);
  if ("refused" in presale) throw new Error(presale.refused);
  await turnWaitingRoomOn(
    server.app.db,
    presale.id,
    { opensEarlyMinutes: 30, choosingAtOnce, placesOfAddress: 50 },
    TEST_ACTOR,
  );
  const size = await createTestSize(server.app, { pieces, presaleId: presale.id });
  return { presaleId: presale.id, size, code: await newCode(presale.id, maxUses) } satisfies TestRoom;
}

async function newCode(presaleId: string, maxUses: number | null = null): Promise<string> {
  const codes = await makeAccessCodes(server.app, presaleId, { count: 1, maxUses, endsAt: null }, TEST_ACTOR);
  if ("refused" in codes) throw new Error(codes.refused);
  return codes[0]!;
}

const newSecret = () => randomBytes(32).toString("base64url");
let ipCount = 0;
const newIp = () => `198.51.${100 + Math.floor(++ipCount / 250)}.${ipCount % 250}`;

const join = ({ code }: TestRoom, visitor: string, options: { ip?: string; again?: boolean } = {}) =>
  server.call("POST", "/api/v1/presale/room", {
    body: { visitor, ...(options.again === undefined ? {} : { again: options.again }) },
    headers: { "X-CODE": code, "X-Forwarded-For": options.ip ?? newIp() },
  });
const getStatus = ({ presaleId }: TestRoom, visitor: string) =>
  server.call("GET", `/api/v1/presale/room?presale=${presaleId}`, { headers: { "X-VISITOR": visitor } });
const addToCart = ({ code, size }: TestRoom, grant: string | null, cartId: string | null = null, quantity = 1) =>
  server.call(cartId ? "PUT" : "POST", `/api/v1/carts${cartId ? `/${cartId}` : ""}`, {
    body: {
      products: [{ productId: size.productId, attributeId: size.sizeId, quantity }],
      isPresale: true,
    },
    headers: { "X-CODE": code, ...(grant === null ? {} : { "X-GRANT": grant }) },
  });
/** Starts the grant of an admitted visitor and returns their status from `testApp`, without its cache of one second. */
const getUncachedStatus = (room: TestRoom, visitor: string, testApp: TestApp = server) =>
  startGrantAndGetStatus(
    { ...testApp.app, waitingRooms: new WaitingRoomCache(testApp.app.genericPlanDb) },
    room.presaleId,
    visitor,
  );
/** Joins and returns the visitor's grant. */
async function joinForGrant(room: TestRoom, visitor = newSecret()): Promise<string> {
  await join(room, visitor);
  const status = await getUncachedStatus(room, visitor);
  if ("refused" in status || status.grant === null) throw new Error(`not admitted: ${JSON.stringify(status)}`);
  return status.grant;
}
const openPresale = ({ presaleId }: TestRoom) =>
  sql`UPDATE presales SET starts_at = clock_timestamp() WHERE id = ${presaleId}`.execute(server.app.db);
/** Moves the times of the admissions, grants and cart assignments of a room's visitors back by so many minutes. */
const backdateVisitors = ({ presaleId }: TestRoom, minutes: number) =>
  sql`UPDATE waiting_room_visitors SET admitted_at = admitted_at - ${minutes} * interval '1 minute',
    grant_ends_at = grant_ends_at - ${minutes} * interval '1 minute', cart_assigned_at = cart_assigned_at - ${minutes} * interval '1 minute'
    WHERE presale_id = ${presaleId}`.execute(server.app.db);
const expireCart = (cartId: string) =>
  sql`UPDATE carts SET expires_at = clock_timestamp() WHERE id = ${cartId}`.execute(server.app.db);

/** The visitors' places, in order of arrival. */
async function placesOf(room: TestRoom): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT place FROM waiting_room_visitors WHERE presale_id = ${room.presaleId} ORDER BY joined_at, id`.execute(
    server.app.db,
  );
  return rows.map(({ place }) => place);
}

const range = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from);

test("visitors who just joined are counted, although the counts are cached for a second", async () => {
  const earlyRoom = await newRoom({ opensInMinutes: 10 });
  const visitor = newSecret();
  expect((await join(earlyRoom, visitor)).json).toMatchObject({ state: "EARLY", people: 1 });
  expect((await getStatus(earlyRoom, visitor)).json.people).toBe(1);
  const openRoom = await newRoom({ choosingAtOnce: 1 });
  await joinForGrant(openRoom);
  const { state, ahead, people } = (await join(openRoom, newSecret())).json;
  expect(state).toBe("WAITING");
  expect(people).toBeGreaterThan(ahead);
});

describe("places", () => {
  test("are assigned at random when the presale opens, and later visitors follow in order of arrival", async () => {
    const room = await newRoom({ opensInMinutes: 10 });
    const earlyVisitors = Array.from({ length: 200 }, newSecret);
    for (let n = 0; n < earlyVisitors.length; n += 40) {
      await Promise.all(earlyVisitors.slice(n, n + 40).map((visitor) => join(room, visitor)));
    }
    const waitingResponse = await join(room, earlyVisitors[0]!);
    expect(waitingResponse).toMatchObject({ status: 200, json: { state: "EARLY", place: null, grant: null } });
    expect(() => API.joinRoom.response.parse(waitingResponse.json)).not.toThrow();
    expect(waitingResponse.headers.get("cache-control")).toBe("no-store");
    await openPresale(room);
    // Three visitors who come after the opening, before the places are assigned.
    const visitorQueue = new VisitorQueue(server.app.genericPlanDb, 1);
    for (let n = 0; n < 3; n++) {
      const arrival = { ipHash: randomBytes(16), code: room.code, isRejoining: false };
      await visitorQueue.join(room.presaleId, { ...arrival, secretHash: hashSecret(room.presaleId, newSecret()) });
    }
    await Promise.all([
      getUncachedStatus(room, earlyVisitors[0]!),
      getUncachedStatus(room, earlyVisitors[1]!, secondApp),
      getUncachedStatus(room, earlyVisitors[2]!),
    ]);
    const lateResponse = await join(room, newSecret());
    expect(lateResponse.json.place).toBe(204);
    const places = await placesOf(room);
    expect(places.toSorted((a, b) => a - b)).toEqual(range(204));
    expect(places.slice(200)).toEqual(range(4, 201));
    // The places are random. The probability that they correlate this much with the order of arrival is less than one
    // in a million.
    const earlyPlaces = places.slice(0, 200);
    const mean = 100.5;
    const covariance = earlyPlaces.reduce((sum, place, index) => sum + (place - mean) * (index + 1 - mean), 0);
    const variance = earlyPlaces.reduce((sum, place) => sum + (place - mean) ** 2, 0);
    expect(Math.abs(covariance / variance)).toBeLessThan(0.4);
  });

  test("each early visitor is equally likely to be first, in any order of arrival", async () => {
    const room = await newRoom({ opensInMinutes: 10 });
    await Promise.all(range(4).map(() => join(room, newSecret())));
    const timesFirst = [0, 0, 0, 0];
    for (let round = 0; round < 200; round++) {
      await sql`UPDATE presales SET starts_at = clock_timestamp() WHERE id = ${room.presaleId}`.execute(server.app.db);
      await sql`UPDATE waiting_rooms SET places_assigned_at = NULL, last_place = 0, admitted_up_to = 0
        WHERE presale_id = ${room.presaleId}`.execute(server.app.db);
      await sql`UPDATE waiting_room_visitors SET place = NULL, admitted_at = NULL WHERE presale_id = ${room.presaleId}`.execute(
        server.app.db,
      );
      await new WaitingRoomCache(server.app.genericPlanDb).find(room.presaleId);
      timesFirst[(await placesOf(room)).indexOf(1)]!++;
    }
    // Each visitor is first 50 times on average. The probability of 20 times or fewer is less than one in a million.
    for (const count of timesFirst) expect(count).toBeGreaterThan(20);
  });

  test("many tabs of one browser in two processes get one place, and a reload finds it again", async () => {
    const room = await newRoom({ pieces: 0 });
    await createTestSize(server.app, { pieces: 0, presaleId: room.presaleId });
    const visitor = newSecret();
    const arrival = {
      secretHash: hashSecret(room.presaleId, visitor),
      ipHash: randomBytes(16),
      code: room.code,
      isRejoining: false,
    };
    await Promise.all([
      ...range(12).map(() => join(room, visitor)),
      ...range(12).map(() => secondApp.app.visitorQueue.join(room.presaleId, arrival)),
    ]);
    expect(await placesOf(room)).toEqual([1]);
    expect((await getStatus(room, visitor)).json.place).toBe(1);
    expect((await join(room, visitor, { again: true })).json.place).toBe(1);
  });

  test("two processes assign each place once", async () => {
    const room = await newRoom({ pieces: 0 });
    const arrivals = range(120).map(() => ({
      secretHash: randomBytes(32),
      ipHash: randomBytes(16),
      code: room.code,
      isRejoining: false,
    }));
    await new WaitingRoomCache(server.app.genericPlanDb).find(room.presaleId);
    const responses = await Promise.all(
      arrivals.map((arrival, n) => (n % 2 ? server : secondApp).app.visitorQueue.join(room.presaleId, arrival)),
    );
    expect(new Set(responses)).toEqual(new Set(["joined"]));
    expect((await placesOf(room)).toSorted((a, b) => a - b)).toEqual(range(120));
  });

  test("a code allows as many places as orders; the place of a code for one order moves to another browser", async () => {
    const room = await newRoom({ maxUses: 3, pieces: 0 });
    const responses = await Promise.all(range(8).map(() => join(room, newSecret())));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 409, 409, 409, 409, 409,
    ]);
    expect(responses.find(({ status }) => status === 409)!.json.code).toBe("ROOM_CODE_FULL");

    const singleUseRoom = { ...room, code: await newCode(room.presaleId, 1) };
    const [phone, laptop] = [newSecret(), newSecret()];
    const { place } = (await join(singleUseRoom, phone)).json;
    expect((await join(singleUseRoom, laptop)).json.place).toBe(place);
    expect(await getStatus(singleUseRoom, phone)).toMatchObject({
      status: 404,
      json: { code: "ROOM_PLACE_NOT_FOUND" },
    });
  });

  test("one IP address gets fifty places and then a refusal, and other ones are not affected", async () => {
    const room = await newRoom({ pieces: 0 });
    const ip = "203.0.113.77";
    const responses = await Promise.all(range(60).map(() => join(room, newSecret(), { ip })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
    const refusedResponses = responses.filter(({ status }) => status !== 200);
    expect(new Set(refusedResponses.map(({ json }) => json.code))).toEqual(new Set(["ROOM_ADDRESS_FULL"]));
    expect((await join(room, newSecret())).status).toBe(200);
  });
});

describe("access to the waiting room", () => {
  test("starts half an hour before the presale and shows no products, and is refused earlier", async () => {
    const [soonRoom, laterRoom] = [await newRoom({ opensInMinutes: 10 }), await newRoom({ opensInMinutes: 60 })];
    const enterCode = (code: string) =>
      server.call("POST", "/api/v1/auth/code", { body: { code }, headers: { "X-Forwarded-For": newIp() } });
    expect(await enterCode(soonRoom.code)).toMatchObject({ status: 200, json: { presale: { room: true } } });
    expect((await join(soonRoom, newSecret())).status).toBe(200);
    for (const path of ["/api/v1/presale", `/api/v1/products/${soonRoom.size.productId}`]) {
      expect([path, (await server.call("GET", path, { headers: { "X-CODE": soonRoom.code } })).status]).not.toContain(
        200,
      );
    }
    expect((await addToCart(soonRoom, null)).status).toBe(401);
    expect(await enterCode(laterRoom.code)).toMatchObject({ status: 401, json: { code: "CODE_INVALID" } });
    expect((await join(laterRoom, newSecret())).status).toBe(401);
  });

  const unusableCodeMakers: [why: string, code: (room: TestRoom) => Promise<string>][] = [
    ["guessed", async () => "NADIE-LO-HIZO"],
    [
      "revoked",
      async ({ presaleId }) => {
        const code = await newCode(presaleId);
        await revokeAccessCodes(server.app, [code], TEST_ACTOR);
        return code;
      },
    ],
    [
      "expired",
      async ({ presaleId }) => {
        const code = await newCode(presaleId);
        await sql`UPDATE access_codes SET ends_at = clock_timestamp() WHERE code = ${code}`.execute(server.app.db);
        return code;
      },
    ],
  ];
  test.each(unusableCodeMakers)("a %s code gets no place", async (_, make) => {
    const room = await newRoom();
    const code = await make(room);
    expect(await join({ ...room, code }, newSecret())).toMatchObject({ status: 401, json: { code: "CODE_INVALID" } });
    expect(await placesOf(room)).toEqual([]);
  });

  test("with a code that is revoked while its visitor waits gives no grant, and an existing grant is not enough", async () => {
    const room = await newRoom({ choosingAtOnce: 1 });
    const secondCodeRoom = { ...room, code: await newCode(room.presaleId) };
    const grant = await joinForGrant(room);
    const waitingVisitor = newSecret();
    await join(secondCodeRoom, waitingVisitor);
    await revokeAccessCodes(server.app, [secondCodeRoom.code], TEST_ACTOR);
    await backdateVisitors(room, 11);
    expect(await getUncachedStatus(secondCodeRoom, waitingVisitor)).toEqual({ refused: "code_over" });
    await backdateVisitors(room, 2);
    const thirdCodeRoom = { ...room, code: await newCode(room.presaleId) };
    const lateGrant = await joinForGrant(thirdCodeRoom);
    await revokeAccessCodes(server.app, [thirdCodeRoom.code], TEST_ACTOR);
    expect(await addToCart(thirdCodeRoom, lateGrant)).toMatchObject({ status: 401, json: { code: "CODE_INVALID" } });
    expect(grant).not.toBe(lateGrant);
    expect(await availableOf(server.app, room.size.sizeId)).toBe(3);
  });

  test.each([
    ["no secret", {}],
    ["a short secret", { visitor: "abc" }],
    ["a secret with an invalid character", { visitor: `${"A".repeat(42)}!` }],
    ["a number as the secret", { visitor: 1 }],
  ])("with %s is answered with 422", async (_, body) => {
    const room = await newRoom();
    const response = await server.call("POST", "/api/v1/presale/room", { body, headers: { "X-CODE": room.code } });
    expect(response.status).toBe(422);
    expect(await placesOf(room)).toEqual([]);
  });

  test.each(["", "x", "A".repeat(43), "'; DROP TABLE waiting_rooms; --"])(
    "with the unknown secret %j is refused",
    async (visitor) => {
      expect((await getStatus(await newRoom(), visitor)).status).toBe(404);
    },
  );

  test("is answered with 404 if the room is off, and no grant is needed", async () => {
    const room = await newRoom();
    await turnWaitingRoomOff(server.app.db, room.presaleId, TEST_ACTOR);
    expect(await join(room, newSecret())).toMatchObject({ status: 404, json: { code: "ROOM_CLOSED" } });
    expect((await addToCart(room, null)).status).toBe(200);
    expect(await getStatus({ ...room, presaleId: "no-es" }, newSecret())).toMatchObject({ status: 404 });
  });
});

describe("admission", () => {
  test("admits no more visitors than may have a grant without a cart at the same time", async () => {
    const room = await newRoom({ pieces: 5, choosingAtOnce: 2 });
    const visitors = Array.from({ length: 8 }, newSecret);
    for (const visitor of visitors) await join(room, visitor);
    const statuses = [];
    for (const visitor of visitors) statuses.push(await getUncachedStatus(room, visitor));
    expect(statuses.map((status) => "state" in status && status.state)).toEqual([
      "ADMITTED",
      "ADMITTED",
      ...Array(6).fill("WAITING"),
    ]);
    expect(statuses[7]).toMatchObject({
      place: 8,
      ahead: 5,
      arePiecesLikelyLeft: false,
      waitMinutes: expect.any(Number),
    });
    expect(statuses[2]).toMatchObject({ place: 3, ahead: 0, arePiecesLikelyLeft: true });
  });

  test("in two processes at the same time admits no more visitors than there are pieces", async () => {
    const room = await newRoom({ pieces: 7 });
    for (let n = 0; n < 30; n++) await join(room, newSecret());
    await sql`UPDATE waiting_rooms SET admitted_up_to = 0 WHERE presale_id = ${room.presaleId}`.execute(server.app.db);
    await sql`UPDATE waiting_room_visitors SET admitted_at = NULL, grant_ends_at = NULL
      WHERE presale_id = ${room.presaleId}`.execute(server.app.db);
    await Promise.all(
      range(6).map((n) => new WaitingRoomCache((n % 2 ? server : secondApp).app.genericPlanDb).find(room.presaleId)),
    );
    const { rows } = await sql<{ admitted: number }>`
      SELECT admitted_up_to AS admitted FROM waiting_rooms WHERE presale_id = ${room.presaleId}`.execute(server.app.db);
    expect(rows[0]!.admitted).toBe(7);
  });

  test("does not wait for an admitted visitor who does not come, and admits them when they come", async () => {
    const room = await newRoom({ pieces: 1 });
    const [absentVisitor, nextVisitor] = [newSecret(), newSecret()];
    await join(room, absentVisitor);
    await join(room, nextVisitor);
    await sql`UPDATE waiting_room_visitors SET grant_ends_at = NULL, admitted_at = clock_timestamp() WHERE place = 1
      AND presale_id = ${room.presaleId}`.execute(server.app.db);
    await sql`UPDATE waiting_rooms SET admitted_up_to = 1 WHERE presale_id = ${room.presaleId}`.execute(server.app.db);
    expect(await getUncachedStatus(room, nextVisitor)).toMatchObject({ state: "WAITING" });
    await backdateVisitors(room, 2);
    expect(await getUncachedStatus(room, nextVisitor)).toMatchObject({ state: "ADMITTED" });
    expect(await getUncachedStatus(room, absentVisitor)).toMatchObject({ state: "ADMITTED" });
  });

  test("starts a grant once, however many tabs poll at the same time", async () => {
    const room = await newRoom();
    const visitor = newSecret();
    await join(room, visitor);
    const statuses = await Promise.all(
      range(10).map((n) => getUncachedStatus(room, visitor, n % 2 ? server : secondApp)),
    );
    expect(new Set(statuses.map((status) => ("grant" in status ? status.grant : status.refused))).size).toBe(1);
    const [{ id }] = (
      await sql<{ id: string }>`SELECT id FROM waiting_room_visitors WHERE presale_id = ${room.presaleId}`.execute(
        server.app.db,
      )
    ).rows as [{ id: string }];
    expect(await issueGrant(server.app.db, id)).toBeNull();
  });
});

describe("a grant", () => {
  test("allows one cart: further adds to it succeed, and other carts are refused", async () => {
    const room = await newRoom({ pieces: 9 });
    const otherSize = await createTestSize(server.app, { pieces: 5, presaleId: room.presaleId });
    const grant = await joinForGrant(room);
    const { cart } = (await addToCart(room, grant)).json;
    expect(cart.products).toHaveLength(1);
    expect((await addToCart({ ...room, size: otherSize }, grant, cart._id)).json.cart.products).toHaveLength(2);
    for (const response of [await addToCart(room, grant), await addToCart(room, grant, newId())]) {
      expect(response).toMatchObject({ status: 403, json: { code: "GRANT_TAKEN" } });
    }
    expect(await availableOf(server.app, room.size.sizeId)).toBe(8);
  });

  test("that twenty calls use at the same time fills one cart", async () => {
    const room = await newRoom({ pieces: 30 });
    const grant = await joinForGrant(room);
    const responses = await Promise.all(range(20).map(() => addToCart(room, grant)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ json }) => json.code === "GRANT_TAKEN")).toHaveLength(19);
    expect(await availableOf(server.app, room.size.sizeId)).toBe(29);
  });

  test("is valid for another cart once the first has expired or was emptied, but not after it was ordered", async () => {
    const room = await newRoom({ pieces: 9 });
    const grant = await joinForGrant(room);
    const firstCartId = (await addToCart(room, grant)).json.cart._id;
    await expireCart(firstCartId);
    const nextCartId = (await addToCart(room, grant)).json.cart._id;
    const update = { productId: room.size.productId, attributeId: room.size.sizeId, newQuantity: 0 };
    await server.call("PUT", `/api/v1/carts/${nextCartId}/update`, { body: update, headers: { "X-CODE": room.code } });
    const thirdCartId = (await addToCart(room, grant)).json.cart._id;
    expect(thirdCartId).not.toBe(nextCartId);
    await placeOrder(room, thirdCartId);
    expect(await addToCart(room, grant)).toMatchObject({ status: 403, json: { code: "GRANT_TAKEN" } });
  });

  test("that has not ended is needed to increase a line of its cart, and none is needed to reduce one", async () => {
    const room = await newRoom({ pieces: 9 });
    const grant = await joinForGrant(room);
    const { cart } = (await addToCart(room, grant)).json;
    const setQuantity = (newQuantity: number, headers: Record<string, string>) =>
      server.call("PUT", `/api/v1/carts/${cart._id}/update`, {
        body: { productId: room.size.productId, attributeId: room.size.sizeId, newQuantity },
        headers: { "X-CODE": room.code, ...headers },
      });
    expect((await setQuantity(3, { "X-GRANT": grant })).json.status).toBe("OK");
    expect(await setQuantity(4, {})).toMatchObject({ status: 403, json: { code: "GRANT_MISSING" } });
    await backdateVisitors(room, 11);
    expect(await setQuantity(4, { "X-GRANT": grant })).toMatchObject({ status: 403, json: { code: "GRANT_OVER" } });
    expect((await setQuantity(1, {})).json.status).toBe("OK");
    expect(await availableOf(server.app, room.size.sizeId)).toBe(8);
  });

  test("is not used by an add that reserved nothing", async () => {
    const room = await newRoom({ pieces: 2 });
    const grant = await joinForGrant(room);
    expect((await addToCart(room, grant, null, 3)).json).toMatchObject({
      cart: null,
      failed: [{ reason: "SOLD_OUT" }],
    });
    expect((await addToCart(room, grant, newId())).status).toBe(404);
    expect((await addToCart(room, grant)).json.cart.products).toHaveLength(1);
  });

  const forgedGrants: [why: string, make: (grant: string, room: TestRoom) => string | Promise<string>][] = [
    ["nonsense", () => "turno"],
    ["empty", () => ""],
    ["cut short", (grant) => grant.slice(0, -1)],
    ["with another signature", (grant) => `${grant.slice(0, -6)}AAAAAA`],
    ["extended", (grant) => withEnd(grant, (endsAt) => new Date(endsAt.getTime() + 3_600_000))],
    ["signed with another key", (grant) => writeGrant(decodeGrant(grant), randomBytes(32))],
    ["of another presale", async () => joinForGrant(await newRoom())],
  ];
  test.each(forgedGrants)("(%s) is refused, and reserves nothing", async (_, make) => {
    const room = await newRoom();
    const grant = await make(await joinForGrant(room), room);
    expect(await addToCart(room, grant)).toMatchObject({ status: 403, json: { code: "GRANT_INVALID" } });
    expect(await availableOf(server.app, room.size.sizeId)).toBe(3);
  });

  test("ends by the database's clock; joining again gives a new one, and the old one stays invalid", async () => {
    const room = await newRoom();
    const visitor = newSecret();
    const oldGrant = await joinForGrant(room, visitor);
    await backdateVisitors(room, 10);
    expect(await addToCart(room, oldGrant)).toMatchObject({ status: 403, json: { code: "GRANT_OVER" } });
    expect((await getStatus(room, visitor)).json).toMatchObject({ state: "ENDED", grant: null });
    expect((await join(room, visitor)).json.state).toBe("ENDED");
    const rejoinResponse = await join(room, visitor, { again: true });
    expect(rejoinResponse.json.place).toBe(2);
    const status = await getUncachedStatus(room, visitor);
    const grant = "grant" in status ? status.grant! : "";
    expect(grant).not.toBe(oldGrant);
    expect(await addToCart(room, oldGrant)).toMatchObject({ status: 403, json: { code: "GRANT_OVER" } });
    expect((await addToCart(room, grant)).status).toBe(200);
  });

  test("is needed to add pieces of the presale, and nothing is made to order", async () => {
    const room = await newRoom();
    expect(await addToCart(room, null)).toMatchObject({ status: 403, json: { code: "GRANT_MISSING" } });
    const grant = await joinForGrant(room);
    const soldOutSize = await createTestSize(server.app, { pieces: 0, presaleId: room.presaleId });
    expect((await addToCart({ ...room, size: soldOutSize }, grant)).json.failed).toMatchObject([
      { reason: "SOLD_OUT" },
    ]);
  });

  const KEY = Buffer.alloc(32, 7);
  function decodeGrant(grant: string) {
    const bytes = Buffer.from(grant, "base64url");
    const readId = (offset: number) =>
      bytes.toString("hex", offset, offset + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    return { presaleId: readId(0), visitorId: readId(16), endsAt: new Date(Number(bytes.readBigUInt64BE(32))) };
  }
  function withEnd(grant: string, change: (endsAt: Date) => Date): string {
    const bytes = Buffer.from(grant, "base64url");
    const { endsAt } = decodeGrant(grant);
    bytes.writeBigUInt64BE(BigInt(change(endsAt).getTime()), 32);
    return bytes.toString("base64url");
  }
  test("is read only with the key that signed it", () => {
    const grant = { presaleId: newId(), visitorId: newId(), endsAt: new Date(1_800_000_000_123) };
    expect(readGrant(writeGrant(grant, KEY), KEY)).toEqual(grant);
    expect(readGrant(writeGrant(grant, KEY), Buffer.alloc(32, 8))).toBeUndefined();
  });
});

describe("the end of a presale", () => {
  test("while active carts hold the last pieces, the status has the time when the first of them expires; then it is SOLD_OUT", async () => {
    const room = await newRoom({ pieces: 2 });
    const grants = [await joinForGrant(room), await joinForGrant(room)];
    const carts = [];
    for (const grant of grants) carts.push((await addToCart(room, grant)).json.cart);
    const waitingVisitor = newSecret();
    await join(room, waitingVisitor);
    expect(await getUncachedStatus(room, waitingVisitor)).toMatchObject({
      state: "WAITING",
      piecesBackAt: new Date(carts[0].expiresOn),
      arePiecesLikelyLeft: true,
    });
    await placeOrder(room, carts[0]._id);
    await placeOrder(room, carts[1]._id);
    for (const testApp of [server, secondApp]) {
      expect(await getUncachedStatus(room, waitingVisitor, testApp)).toMatchObject({ state: "SOLD_OUT", grant: null });
    }
    await expectNoViolations();
  });

  test("is shown to staff and visitors when the only size with pieces is hidden", async () => {
    const room = await newRoom({ pieces: 2 });
    const countPiecesLeft = async () => (await findWaitingRoomOverview(server.app.db, room.presaleId))!.pieces;
    expect(await countPiecesLeft()).toBe(2);
    await runSizeAction(server.app, { ...room.size, action: "hide" }, TEST_ACTOR);
    const visitor = newSecret();
    await join(room, visitor);
    expect(await getUncachedStatus(room, visitor)).toMatchObject({ state: "SOLD_OUT" });
    expect(await countPiecesLeft()).toBe(0);
  });

  test("a piece of an expired cart goes to the next visitor", async () => {
    const room = await newRoom({ pieces: 1 });
    const { cart } = (await addToCart(room, await joinForGrant(room))).json;
    const nextVisitor = newSecret();
    await join(room, nextVisitor);
    await backdateVisitors(room, 1);
    expect(await getUncachedStatus(room, nextVisitor)).toMatchObject({ state: "WAITING" });
    await expireCart(cart._id);
    await releaseExpiredCarts(server.app.db);
    const status = await getUncachedStatus(room, nextVisitor);
    expect(status).toMatchObject({ state: "ADMITTED" });
    expect((await addToCart(room, "grant" in status ? status.grant : null)).json.cart.products).toHaveLength(1);
    await expectNoViolations();
  });

  test("a hundred visitors for nine pieces in two processes: nine are sold, no visitor keeps waiting, no invariant is violated", async () => {
    const room = await newRoom({ pieces: 9, opensInMinutes: 10 });
    const visitors = Array.from({ length: 100 }, newSecret);
    await Promise.all(visitors.map((visitor) => join(room, visitor)));
    await openPresale(room);
    const states = new Map<string, string>();
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        visitors.map(async (visitor, n) => {
          if (states.get(visitor) === "BOUGHT") return;
          const queueStatus = await getUncachedStatus(room, visitor, n % 2 ? server : secondApp);
          if ("refused" in queueStatus) throw new Error(queueStatus.refused);
          states.set(visitor, queueStatus.state);
          if (queueStatus.state !== "ADMITTED") return;
          const { status, json } = await addToCart(room, queueStatus.grant);
          expect([status, json.failed]).toEqual([200, []]);
          await placeOrder(room, json.cart._id);
          states.set(visitor, "BOUGHT");
        }),
      );
    }
    const finalStates = [...states.values()];
    expect(finalStates.filter((state) => state === "BOUGHT")).toHaveLength(9);
    expect(finalStates.filter((state) => state === "SOLD_OUT")).toHaveLength(91);
    expect(await availableOf(server.app, room.size.sizeId)).toBe(0);
    await expectNoViolations();
  });
});

async function placeOrder(room: TestRoom, cartId: string): Promise<void> {
  const guest = await createTestGuest(server.app, await server.findShop(), null, newPhone());
  const response = await server.call("POST", `/api/v1/carts/${cartId}/checkout`, {
    body: {
      customerId: guest.customerId,
      addressId: guest.addressId,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
    },
    token: guest.token,
    headers: { "X-CODE": room.code },
  });
  expect(response.status).toBe(200);
}

async function expectNoViolations(): Promise<void> {
  await releaseExpiredCarts(server.app.db);
  const violatedInvariants = await listViolatedInvariants(server.app);
  expect(violatedInvariants).toEqual([]);
}
