import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { exportCustomer } from "../customers/office/export-customer.ts";
import { newId } from "../db/new-id.ts";
import { moveOrder } from "../orders/move-order.ts";
import { approveReturn } from "../returns/answer-return.ts";
import { findReturn } from "../returns/queries.ts";
import { requestReturn } from "../returns/request-return.ts";
import { markOrderDelivered } from "../testing/test-order.ts";
import { TEST_ACTOR } from "../testing/invoiced-order.ts";
import { Payer } from "../testing/payer.ts";
import { makePngWithoutPixels } from "../testing/png-without-pixels.ts";
import {
  createCustomerWithShippedOrder,
  type CustomerWithShippedOrder,
} from "../testing/customer-with-shipped-order.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listReviewsForStaff } from "./list-for-staff.ts";
import { moderateReviews } from "./moderate-reviews.ts";
import { listPendingReviews, type ReviewState } from "./queries.ts";
import { purgeReviewPictures } from "./review-pictures.ts";

let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-product-reviews-"));
  server = await startTestServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const REVIEW = { rating: 4, fit: "RIGHT", text: "La tela es suave." };

const pathOf = ({ size }: CustomerWithShippedOrder) => `/api/v1/products/${size.productId}/reviews`;
const writeReview = (recipient: CustomerWithShippedOrder, changes: object = {}) =>
  server.call("POST", pathOf(recipient), { body: { ...REVIEW, ...changes }, token: recipient.token });
const fetchReviews = async (recipient: CustomerWithShippedOrder, query = "") =>
  (await server.call("GET", pathOf(recipient) + query)).json;
const fetchProduct = async ({ size }: CustomerWithShippedOrder) =>
  (await server.call("GET", `/api/v1/products/${size.productId}`)).json;
const setState = (id: string, state: ReviewState) =>
  moderateReviews(server.app, { ids: [id], state, hiddenReason: null, shops: "all" }, TEST_ACTOR);

const makePicture = (width = 400) =>
  sharp({ create: { width, height: 500, channels: 3, background: "#aa3311" } })
    .jpeg()
    .toBuffer();
const uploadPicture = async (recipient: CustomerWithShippedOrder, bytes?: Buffer) =>
  server.call("POST", `${pathOf(recipient)}/pictures`, {
    rawBody: bytes ?? (await makePicture()),
    token: recipient.token,
  });
const listFiles = (): string[] => readdirSync(path.join(dataDir, "pictures"), { recursive: true }).map(String);

describe("a review of a product", () => {
  test("is shown on the product with its average and fit, at once", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    expect((await fetchProduct(mar)).rating).toBeNull();
    const { status, json } = await writeReview(mar);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: "OK",
      pending: false,
      review: { ...REVIEW, author: { name: "Mar" }, images: [] },
    });
    const rating = { average: 4, count: 1, fit: { small: 0, right: 1, large: 0 } };
    expect((await fetchProduct(mar)).rating).toEqual(rating);
    expect(await fetchReviews(mar)).toEqual({ docs: [json.review], page: 1, totalPages: 1, totalDocs: 1, rating });
  });

  test("needs a session, and an existing product that the customer received", async () => {
    const [mar, eva] = [await createCustomerWithShippedOrder(server), await createCustomerWithShippedOrder(server)];
    expect((await server.call("POST", pathOf(mar), { body: REVIEW })).status).toBe(401);
    const unknownProductResponse = await server.call("POST", `/api/v1/products/${newId()}/reviews`, {
      body: REVIEW,
      token: mar.token,
    });
    expect(unknownProductResponse.status).toBe(404);
    const notReceivedResponse = await server.call("POST", pathOf(eva), { body: REVIEW, token: mar.token });
    expect([notReceivedResponse.status, notReceivedResponse.json.code]).toEqual([409, "NOT_BOUGHT"]);
    await sql`UPDATE orders SET shop_id = (SELECT id FROM shops WHERE key = 'norte') WHERE id = ${eva.orderId}`.execute(
      server.app.db,
    );
    expect((await writeReview(eva)).json.code).toBe("NOT_BOUGHT");
    expect((await fetchReviews(eva)).docs).toEqual([]);
  });

  test("is not possible before the order is shipped", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const { id, size } = await new Payer(server).placeOrder({ method: "TB" });
    await sql`UPDATE orders SET customer_id = ${mar.customerId} WHERE id = ${id}`.execute(server.app.db);
    expect((await writeReview({ ...mar, size })).json.code).toBe("NOT_BOUGHT");
  });

  test("is one for each customer, even if ten requests arrive at once", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const responses = await Promise.all(Array.from({ length: 10 }, () => writeReview(mar)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
    expect(responses.find(({ status }) => status === 409)!.json.code).toBe("ALREADY_REVIEWED");
    expect((await fetchProduct(mar)).rating.count).toBe(1);
  });

  test("is counted, also if many customers write one at once", async () => {
    const size = await createTestSize(server.app, { pieces: 20 });
    const buyers = [];
    for (let n = 0; n < 8; n++) buyers.push(await createCustomerWithShippedOrder(server, size));
    await Promise.all(
      buyers.map((buyer, n) => writeReview(buyer, { rating: (n % 5) + 1, fit: n < 5 ? "SMALL" : null })),
    );
    expect((await fetchProduct(buyers[0]!)).rating).toEqual({
      average: 2.6,
      count: 8,
      fit: { small: 5, right: 0, large: 0 },
    });
    const pages = [await fetchReviews(buyers[0]!, "?size=5"), await fetchReviews(buyers[0]!, "?size=5&page=2")];
    expect(pages.map(({ docs, totalPages }) => [docs.length, totalPages])).toEqual([
      [5, 2],
      [3, 2],
    ]);
  });

  test("does not count for the shop, and a review of the shop does not count for the product", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const statsBefore = (await server.call("GET", "/api/v1/reviews")).json.stats;
    await writeReview(mar);
    expect((await server.call("GET", "/api/v1/reviews")).json.stats).toEqual(statsBefore);
    const body = { title: "Bien", category: "Tienda", review: "Todo bien.", rate: 5 };
    expect((await server.call("POST", "/api/v1/reviews", { body, token: mar.token })).status).toBe(200);
    expect((await fetchProduct(mar)).rating.count).toBe(1);
  });

  test("of a ticket has no fit", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    await sql`UPDATE products SET is_digital = true WHERE id = ${mar.size.productId}`.execute(server.app.db);
    expect((await writeReview(mar)).json.review.fit).toBeNull();
  });

  test.each([
    [{ rating: 0 }, "rating"],
    [{ rating: 6 }, "rating"],
    [{ rating: 4.5 }, "rating"],
    [{ rating: "5" }, "rating"],
    [{ fit: "justa" }, "fit"],
    [{ text: " " }, "text"],
    [{ text: "x".repeat(2_001) }, "text"],
    [{ pictures: ["a", "b", "c", "d"] }, "pictures"],
    [{ pictures: ["0".repeat(32)] }, "pictures"],
  ])("with %j is refused at %s, and nothing is written", async (changes, field) => {
    const mar = await createCustomerWithShippedOrder(server);
    const { status, json } = await writeReview(mar, changes);
    expect([status, json.errors[0].path]).toEqual([422, field]);
    expect((await fetchReviews(mar)).docs).toEqual([]);
    expect((await fetchProduct(mar)).rating).toBeNull();
  });
});

describe("moderation", () => {
  test("removes a hidden review from the rating, and adds it again once it is shown", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const { _id } = (await writeReview(mar)).json.review;
    await setState(_id, "hidden");
    expect([(await fetchProduct(mar)).rating, (await fetchReviews(mar)).docs]).toEqual([null, []]);
    await setState(_id, "shown");
    expect((await fetchProduct(mar)).rating.count).toBe(1);
    expect((await fetchReviews(mar)).docs).toHaveLength(1);
  });

  test("shows staff the product, the fit and the pictures", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const { _id: key } = (await uploadPicture(mar)).json.picture;
    const { _id } = (await writeReview(mar, { text: "Con foto.", pictures: [key] })).json.review;
    const query = { shops: "all", state: "shown", subject: "product", term: "Con foto." } as const;
    const { reviews } = await listReviewsForStaff(server.app.db, query);
    expect(reviews).toMatchObject([
      { id: _id, product: { id: mar.size.productId }, fit: "RIGHT", pictures: [{ key }] },
    ]);
    expect((await listReviewsForStaff(server.app.db, { ...query, subject: "shop" })).reviews).toEqual([]);
  });

  test("before publication keeps a pending review out of the rating", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    await setState((await writeReview(mar)).json.review._id, "pending");
    expect((await fetchProduct(mar)).rating).toBeNull();
    expect((await listPendingReviews(server.app.db)).map(({ title }) => title)).toContain("Playera de prueba");
  });

  test("a hidden review cannot be replaced by another", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    await setState((await writeReview(mar)).json.review._id, "hidden");
    expect((await writeReview(mar)).json.code).toBe("ALREADY_REVIEWED");
  });
});

describe("pictures", () => {
  test("are shown with the review, in their order", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const [firstPicture, secondPicture] = [
      (await uploadPicture(mar)).json.picture,
      (await uploadPicture(mar, await makePicture(800))).json.picture,
    ];
    const { json } = await writeReview(mar, { pictures: [secondPicture._id, firstPicture._id] });
    expect(json.review.images.map(({ url }: { url: string }) => url)).toEqual([secondPicture.url, firstPicture.url]);
    for (const url of [firstPicture.url, firstPicture.thumbnailUrl, secondPicture.largeUrl])
      expect((await server.call("GET", url)).status).toBe(200);
    expect((await fetchReviews(mar)).docs[0].images).toEqual(json.review.images);
  });

  test("can be used only by the customer who uploaded them, and only once", async () => {
    const size = await createTestSize(server.app, { pieces: 5 });
    const [mar, eva] = [
      await createCustomerWithShippedOrder(server, size),
      await createCustomerWithShippedOrder(server, size),
    ];
    const { _id } = (await uploadPicture(mar)).json.picture;
    expect((await writeReview(eva, { pictures: [_id] })).json.code).toBe("PICTURE_MISSING");
    expect((await writeReview(mar, { pictures: [_id, _id] })).json.code).toBe("PICTURE_MISSING");
    expect((await writeReview(mar, { pictures: [_id] })).status).toBe(200);
  });

  test("that are too large, too small or no pictures are refused at the field, and no file or row is stored", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    const filesBefore = listFiles();
    for (const [bytes, status, code] of [
      [makePngWithoutPixels(20_000, 10_000), 422, "PICTURE_TOO_LARGE"],
      [Buffer.from("<svg/>"), 422, "PICTURE_UNREADABLE"],
      [Buffer.alloc(20 * 1024 * 1024 + 1), 413, "PICTURE_TOO_HEAVY"],
      [await makePicture(100), 422, "PICTURE_TOO_SMALL"],
    ] as const) {
      const response = await uploadPicture(mar, bytes);
      expect([response.status, response.json.code, response.json.errors[0].path]).toEqual([status, code, "pictures"]);
    }
    expect(listFiles()).toEqual(filesBefore);
    const storedPictures = sql`SELECT FROM review_pictures WHERE customer_id = ${mar.customerId}`.execute(
      server.app.db,
    );
    expect((await storedPictures).rows).toEqual([]);
  });

  test("are not accepted for a product that the customer did not receive", async () => {
    const [mar, eva] = [await createCustomerWithShippedOrder(server), await createCustomerWithShippedOrder(server)];
    const bytes = await makePicture();
    const { json } = await server.call("POST", `${pathOf(eva)}/pictures`, { rawBody: bytes, token: mar.token });
    expect(json.code).toBe("NOT_BOUGHT");
  });

  test("that no review uses are removed after a day, with their files", async () => {
    const [mar, eva] = [await createCustomerWithShippedOrder(server), await createCustomerWithShippedOrder(server)];
    const [oldPicture, freshPicture] = [
      (await uploadPicture(mar)).json.picture,
      (await uploadPicture(eva)).json.picture,
    ];
    await sql`UPDATE review_pictures SET uploaded_at = now() - interval '25 hours' WHERE key = ${oldPicture._id}`.execute(
      server.app.db,
    );
    await purgeReviewPictures(server.app);
    expect(listFiles().filter((name) => name.includes(oldPicture._id))).toEqual([]);
    expect(listFiles().filter((name) => name.includes(freshPicture._id)).length).toBeGreaterThan(0);
    expect((await writeReview(mar, { pictures: [oldPicture._id] })).json.code).toBe("PICTURE_MISSING");
  });

  test("of one customer that no review uses yet are at most twelve", async () => {
    const mar = await createCustomerWithShippedOrder(server);
    await sql`INSERT INTO review_pictures (key, customer_id, product_id)
      SELECT md5(n::text || ${mar.customerId}), ${mar.customerId}, ${mar.size.productId} FROM generate_series(1, 12) n`.execute(
      server.app.db,
    );
    expect((await uploadPicture(mar)).json.code).toBe("TOO_MANY_PICTURES");
  });
});

test("an export of the customer's data has their reviews with the paths of the pictures", async () => {
  const mar = await createCustomerWithShippedOrder(server);
  const { _id } = (await uploadPicture(mar)).json.picture;
  await writeReview(mar, { pictures: [_id] });
  expect(await exportCustomer(server.app, mar.customerId, TEST_ACTOR)).toMatchObject({
    reviews: [
      { product: "Playera de prueba", fit: "RIGHT", body: REVIEW.text, pictures: [`/pictures/${_id}.360.webp`] },
    ],
  });
});

test("an erased customer's review has no author and no pictures, and their files are removed", async () => {
  const mar = await createCustomerWithShippedOrder(server);
  const { _id } = (await uploadPicture(mar)).json.picture;
  await writeReview(mar, { pictures: [_id] });
  expect(await eraseCustomer(server.app, mar.customerId, TEST_ACTOR)).toBe("erased");
  expect((await fetchReviews(mar)).docs).toMatchObject([{ author: null, images: [], text: REVIEW.text }]);
  await purgeReviewPictures(server.app);
  expect(listFiles().filter((name) => name.includes(_id))).toEqual([]);
  expect((await sql`SELECT FROM review_pictures WHERE key = ${_id}`.execute(server.app.db)).rows).toEqual([]);
  expect((await fetchProduct(mar)).rating.count).toBe(1);
});

test("a customer sees what they may review and what they wrote", async () => {
  const mar = await createCustomerWithShippedOrder(server);
  const listOwnReviews = async (query = "") =>
    (await server.call("GET", `/api/v1/customers/${mar.customerId}/reviews${query}`, { token: mar.token })).json.docs;
  expect(await listOwnReviews()).toMatchObject([
    { product: { _id: mar.size.productId, type: "ORDINARY" }, review: null },
  ]);
  const { review } = (await writeReview(mar)).json;
  expect(await listOwnReviews(`?order=${mar.orderId}`)).toMatchObject([{ review, pending: false }]);
  expect(await listOwnReviews("?order=x")).toEqual([]);
  await setState(review._id, "pending");
  expect(await listOwnReviews()).toMatchObject([{ review, pending: true }]);
});

test("a customer cannot review the unsent new size of a paid exchange, but can review the shop once", async () => {
  const mar = await createCustomerWithShippedOrder(server);
  const dearSize = await exchangeAndPayDifference(mar);
  expect((await writeReview({ ...mar, size: dearSize })).json.code).toBe("NOT_BOUGHT");
  const body = { title: "Bien", category: "Tienda", review: "Todo bien.", rate: 5 };
  const reviewShop = async () => (await server.call("POST", "/api/v1/reviews", { body, token: mar.token })).status;
  expect([await reviewShop(), await reviewShop()]).toEqual([200, 409]);
});

/**
 * Exchanges the received piece for a dearer one and pays the difference. Returns the new size, which was not sent yet.
 */
async function exchangeAndPayDifference({ orderId, size }: CustomerWithShippedOrder): Promise<TestSize> {
  await markOrderDelivered(server, orderId, new Date());
  const dearSize = await createTestSize(server.app, { pieces: 1, priceCents: 9_000_00 });
  const requestedReturn = await requestReturn(server.app, await server.findShop(), {
    orderId,
    lines: [{ sizeId: size.sizeId, pieces: 1, reason: "STYLE", wish: "EXCHANGE", newSizeId: dearSize.sizeId }],
    note: "",
    clabe: null,
    by: null,
  });
  if (isRefusal(requestedReturn)) throw new Error(requestedReturn.refused);
  await approveReturn(server.app, requestedReturn.id, { answer: "", guide: "", by: TEST_ACTOR });
  const { difference } = (await findReturn(server.app.db, requestedReturn.id))!;
  await moveOrder(server.app, difference!.orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const statusQuery = sql<{ status: string }>`SELECT status FROM orders WHERE id = ${difference!.orderId}`;
  expect((await statusQuery.execute(server.app.db)).rows).toEqual([{ status: "SHIPPED" }]);
  return dearSize;
}

test("after these tests ratings match the reviews, and no picture that should be removed is left", async () => {
  const results = await runAudit(server.app.databaseConfig);
  const reviewResults = results.filter(({ check }) =>
    ["ratings-match-shown-reviews", "review-pictures-are-removed"].includes(check.name),
  );
  expect(reviewResults.map(({ violationCount }) => violationCount)).toEqual([0, 0]);
});
