import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listChanges } from "../change-log/change-log.ts";
import { moveOrder } from "../orders/move-order.ts";
import { createShippedOrder } from "../testing/invoiced-order.ts";
import { Payer } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listReviewsForStaff } from "./list-for-staff.ts";
import { listShopReviews } from "./list-shop-reviews.ts";
import { moderateReviews } from "./moderate-reviews.ts";
import { listPendingReviews, type ReviewState } from "./queries.ts";

const ACTOR = { memberId: null, name: "prueba", ip: null };
const setState = (id: string, state: ReviewState) =>
  moderateReviews(server.app, { ids: [id], state, hiddenReason: null, shops: "all" }, ACTOR);

let server: TestServer;
let anaToken: string;
beforeAll(async () => {
  server = await startTestServer();
  const body = { username: "ana@ejemplo.mx", password: "demo1234" };
  anaToken = (await server.call("POST", "/api/v1/auth/login", { body })).json.access_token;
});
afterAll(() => server.stop());

const review = { title: "Me encantó", category: "Vestidos", review: "Llegó rápido y la tela es suave.", rate: 4 };
/** Registers a customer who has bought nothing yet, and returns their token. */
async function newCustomer(name = "Leo"): Promise<string> {
  const username = `${crypto.randomUUID()}@ejemplo.mx`;
  const body = { name, lastName: "Paz", phone: "5500001111", username, password: "secreta-1" };
  return (await server.call("POST", "/api/v1/customers", { body })).json.access_token;
}
/** Writes a review, by a new customer unless a token is given. */
const writeReview = async (changes: object = {}, options: object = {}) =>
  server.call("POST", "/api/v1/reviews", {
    body: { ...review, ...changes },
    token: "token" in options ? undefined : await newCustomer(),
    ...options,
  });
const fetchReviews = async (query = "?size=50", options: object = {}) =>
  (await server.call("GET", `/api/v1/reviews${query}`, options)).json;

test("the list's statistics cover all pages of this shop only", async () => {
  const listResponse = await fetchReviews();
  const rates: number[] = listResponse.docs.map((doc: { rate: number }) => doc.rate);
  const { stats } = await fetchReviews("?size=2&page=2");
  expect(stats.count).toBe(rates.length);
  expect(stats.average).toBe(Math.round((rates.reduce((sum, rate) => sum + rate, 0) / rates.length) * 10) / 10);
  for (const rate of [1, 2, 3, 4, 5]) {
    expect(stats.byRate[rate]).toBe(rates.filter((listedRate) => listedRate === rate).length);
  }
  expect((await fetchReviews("?size=50", { shop: "norte" })).docs).not.toEqual(listResponse.docs);
  expect(listResponse.docs.some((doc: { author: unknown }) => doc.author === null)).toBe(true);
});

test("a list of reviews with one number of stars has its own pages, and the statistics of all reviews", async () => {
  const shop = await server.findShop();
  const allReviews = await listShopReviews(server.app, shop, { page: 1, pageSize: 50 });
  const fiveStarReviews = await listShopReviews(server.app, shop, { page: 1, pageSize: 50, rating: 5 });
  expect(fiveStarReviews.reviews).toEqual(allReviews.reviews.filter(({ rating }) => rating === 5));
  expect(fiveStarReviews).toMatchObject({
    listedCount: allReviews.countsByRating[5],
    count: allReviews.count,
    average: allReviews.average,
  });
  const secondPage = await listShopReviews(server.app, shop, { page: 2, pageSize: 1, rating: 5 });
  expect(secondPage.reviews).toEqual([fiveStarReviews.reviews[1]]);
});

test("an author is shown only by their first name", async () => {
  const { docs } = await fetchReviews();
  const anasReview = docs.find((doc: { author: { name: string } | null }) => doc.author?.name === "Ana");
  expect(Object.keys(anasReview).toSorted()).toEqual(
    ["_id", "author", "category", "createdOn", "rate", "review", "title", "verified"].toSorted(),
  );
  expect(anasReview.author).toEqual({ name: "Ana" });
});

test("an author is verified by a received order, and not by data in the request", async () => {
  const forgedFields = { verified: true, state: "shown", author: { name: "Otra" }, createdOn: "2020-01-01" };
  const { json } = await writeReview(forgedFields, { token: anaToken });
  expect(json).toMatchObject({ status: "OK", pending: false, review: { verified: true, author: { name: "Ana" } } });
  expect(Date.parse(json.review.createdOn)).toBeGreaterThan(Date.now() - 60_000);
  expect((await writeReview({ verified: true })).json.review.verified).toBe(false);
});

test("a new review is on the list immediately", async () => {
  await fetchReviews();
  const { json } = await writeReview({ title: `Nueva ${crypto.randomUUID()}` });
  expect((await fetchReviews()).docs[0]).toEqual(json.review);
});

describe("one review for each product bought", () => {
  /** A new customer with an order that arrived, and the number of its products. */
  async function newBuyer(): Promise<{ token: string; id: string; productCount: number }> {
    const token = await newCustomer("Mar");
    const { id } = (await server.app.db.selectFrom("customers").select("id").where("name", "=", "Mar").execute()).at(
      -1,
    )!;
    const order = await createShippedOrder(server);
    await server.app.db.updateTable("orders").set({ customer_id: id }).where("id", "=", order.id).execute();
    const lines = await server.app.db
      .selectFrom("order_lines")
      .select("product_id")
      .distinct()
      .where("order_id", "=", order.id)
      .execute();
    return { token, id, productCount: lines.length };
  }
  const writeReviews = async (token: string, times: number) => {
    const results = [];
    for (let n = 0; n < times; n++) results.push((await writeReview({ title: `Reseña ${n}` }, { token })).status);
    return results;
  };

  test("a customer who has bought nothing may write one", async () => {
    const token = await newCustomer();
    expect(await writeReviews(token, 2)).toEqual([200, 409]);
    const { json } = await writeReview({}, { token });
    expect(json).toMatchObject({ code: "ALREADY_REVIEWED", detail: expect.stringContaining("Ya escribiste") });
  });

  test("a customer who received products may write one for each", async () => {
    const mar = await newBuyer();
    expect(mar.productCount).toBeGreaterThan(0);
    const statuses = await writeReviews(mar.token, mar.productCount + 1);
    expect(statuses).toEqual([...Array.from({ length: mar.productCount }, () => 200), 409]);
  });

  test("a customer who wrote before their first order arrived may write again after it arrived", async () => {
    const token = await newCustomer("Pía");
    expect(await writeReviews(token, 2)).toEqual([200, 409]);
    const { id } = await server.app.db
      .selectFrom("customers")
      .select("id")
      .where("name", "=", "Pía")
      .executeTakeFirstOrThrow();
    const order = await new Payer(server).placeOrder({ method: "TB" });
    await server.app.db.updateTable("orders").set({ customer_id: id }).where("id", "=", order.id).execute();
    expect(await writeReviews(token, 1)).toEqual([409]);
    for (const [to, trackingNumber] of [["PAYMENT_ACCEPTED"], ["SHIPPED", "MX1"]] as const) {
      await moveOrder(server.app, order.id, { to, actor: "prueba", reason: "prueba", trackingNumber });
    }
    expect(await writeReviews(token, 1)).toEqual([200]);
  });

  test("ten concurrent requests store one review", async () => {
    const token = await newCustomer();
    const responses = await Promise.all(Array.from({ length: 10 }, () => writeReview({}, { token })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  });

  test("a hidden review still counts, and each shop counts its own reviews", async () => {
    const token = await newCustomer();
    const { _id } = (await writeReview({}, { token })).json.review;
    await setState(_id, "hidden");
    expect((await writeReview({}, { token })).status).toBe(409);
    expect((await writeReview({}, { token, shop: "norte" })).status).toBe(200);
  });
});

test("only a registered customer can write a review", async () => {
  expect((await writeReview({}, { token: undefined })).status).toBe(401);
  const guestResponse = await server.call("POST", "/api/v1/customers", {
    body: { name: "L", lastName: "P", phone: "5500001112" },
  });
  expect((await writeReview({}, { token: guestResponse.json.access_token })).status).toBe(401);
});

test.each([
  [{ title: " " }, "title"],
  [{ category: "" }, "category"],
  [{ review: "" }, "review"],
  [{ review: "x".repeat(2_001) }, "review"],
  [{ rate: 0 }, "rate"],
  [{ rate: 6 }, "rate"],
  [{ rate: 4.5 }, "rate"],
  [{ rate: "5" }, "rate"],
])("%j is refused at %s", async (changes, path) => {
  const { status, json } = await writeReview(changes);
  expect(status).toBe(422);
  expect(json.errors[0].path).toBe(path);
});

test("a review stays text: no response lets a browser interpret it as HTML", async () => {
  const title = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const { json, headers } = await writeReview({ title });
  expect(json.review.title).toBe(title);
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

describe("moderation", () => {
  test("hides a review from the list and the statistics, and shows it again", async () => {
    const { json } = await writeReview({ title: "Para ocultar" });
    const { _id } = json.review;
    const countBefore = (await fetchReviews()).stats.count;
    const listIds = async () => (await fetchReviews()).docs.map((doc: { _id: string }) => doc._id);
    expect(await setState(_id, "hidden")).toHaveLength(1);
    await expect.poll(listIds, { timeout: 3_000 }).not.toContain(_id);
    expect((await fetchReviews()).stats.count).toBe(countBefore - 1);
    await setState(_id, "shown");
    await expect.poll(listIds, { timeout: 3_000 }).toContain(_id);
    expect(await setState("x", "hidden")).toEqual({ refused: "review_not_found" });
  });

  test("comes before publication if the owner enabled that", async () => {
    await sql`UPDATE shops SET settings = jsonb_set(settings, '{reviews,approveFirst}', 'true')
      WHERE key = 'norte'`.execute(server.app.db);
    const writeAtNorte = () => writeReview({ title: "Espera" }, { shop: "norte" });
    await expect.poll(async () => (await writeAtNorte()).json.pending, { timeout: 2_000, interval: 400 }).toBe(true);
    const [pendingReview] = await listPendingReviews(server.app.db);
    const listIds = async () =>
      (await fetchReviews("?size=50", { shop: "norte" })).docs.map((doc: { _id: string }) => doc._id);
    expect(await listIds()).not.toContain(pendingReview!.id);
    await setState(pendingReview!.id, "shown");
    await expect.poll(listIds, { timeout: 3_000 }).toContain(pendingReview!.id);
  });

  test("can be undone, except for reviews that others changed since", async () => {
    const ids = [
      (await writeReview({ title: "Una" })).json.review._id,
      (await writeReview({ title: "Otra" })).json.review._id,
    ];
    const hideInput = { ids, state: "hidden", hiddenReason: "Insultos", shops: "all" } as const;
    const hiddenReviews = await moderateReviews(server.app, hideInput, ACTOR);
    expect(hiddenReviews).toEqual(expect.arrayContaining(ids.map((id) => ({ id, previousState: "shown" }))));
    await setState(ids[0], "pending");
    const undoInput = { ids, state: "shown", hiddenReason: null, shops: "all", from: "hidden" } as const;
    expect(await moderateReviews(server.app, undoInput, ACTOR)).toEqual([{ id: ids[1], previousState: "hidden" }]);
    const { rows } =
      await sql`SELECT state, hidden_because FROM reviews WHERE id = ANY (${ids}) ORDER BY state`.execute(
        server.app.db,
      );
    expect(rows).toEqual([
      { state: "pending", hidden_because: null },
      { state: "shown", hidden_because: null },
    ]);
  });

  test("by two members at the same time is logged once", async () => {
    const { _id } = (await writeReview({ title: "De las dos" })).json.review;
    const moderateResults = await Promise.all([setState(_id, "hidden"), setState(_id, "hidden")]);
    expect(moderateResults).toContainEqual({ refused: "review_not_found" });
    expect(await listChanges(server.app.db, "review", { id: _id })).toHaveLength(1);
  });

  test("of another shop's review is refused", async () => {
    const { _id } = (await writeReview({ title: "De la matriz" })).json.review;
    const norteId = (await server.findShop("norte")).id;
    const input = { ids: [_id], state: "hidden", hiddenReason: null, shops: [norteId] } as const;
    expect(await moderateReviews(server.app, input, ACTOR)).toEqual({ refused: "review_not_found" });
    const { reviews } = await listReviewsForStaff(server.app.db, {
      shops: [norteId],
      state: "shown",
      term: "De la matriz",
    });
    expect(reviews).toEqual([]);
  });
});
