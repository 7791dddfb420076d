import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { approveReturn } from "../returns/answer-return.ts";
import { requestReturn } from "../returns/request-return.ts";
import { cancelReturn, recordSentBack } from "../returns/cancel-return.ts";
import { findReturn } from "../returns/queries.ts";
import { receiveReturn } from "../returns/receive-return.ts";
import { deliveredOrder } from "../testing/delivered-order.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { saveCarrierAccount } from "./account.ts";
import { buyLabel } from "./buy-label.ts";
import { addBox } from "./boxes.ts";
import { cancelLabel } from "./cancel-label.ts";
import { recordReturnTracking } from "./record-return-tracking.ts";
import { findPurchase, findPurchaseOfReturn, listPurchasesWithoutParcel } from "./purchases.ts";
import { quoteReturn, requestReturnLabel } from "./request-return-label.ts";
import { trackGuide, trackParcels } from "./track-parcels.ts";

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
  pieceGrams: 400,
};
const SHORT_TIMEOUTS: CarrierTimeouts = { connectMs: 1_000, callMs: { interactive: 500, job: 1_500 } };
const EMAIL = "regresa@ejemplo.mx";

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
  expect(
    await saveCarrierAccount(shop.app, { shopId: (await shop.findShop()).id, fields: ACCOUNT, secret: "" }, by),
  ).toBe("saved");
});
afterAll(async () => {
  const violated = await listViolatedInvariants(shop.app);
  await shop.stop();
  expect(violated).toEqual([]);
});
afterEach(() => control({ fault: null }));

const control = (body: unknown) => shop.call("POST", "/sandbox/carriers/control", { body });
const listSoldLabels = async (): Promise<{ guide: string; sender: string; consignee: string }[]> =>
  (await shop.call("GET", "/sandbox/carriers/state.json")).json.guides;

/** The result of an action that succeeded. Throws for a refusal. */
function unwrap<Result>(result: Result): Exclude<Result, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Result, { refused: string }>;
}

async function approvedReturn(): Promise<string> {
  const { order, sizes } = await deliveredOrder(shop, { email: EMAIL });
  const line = { sizeId: sizes[0]!.sizeId, pieces: 2, reason: "DEFECTIVE", wish: "REFUND", newSizeId: null } as const;
  const lines = [line];
  const asked = unwrap(
    await requestReturn(shop.app, await shop.findShop(), { orderId: order.id, lines, note: "", clabe: null, by: null }),
  );
  unwrap(await approveReturn(shop.app, asked.id, { answer: "", guide: "", by }));
  return asked.id;
}

// Two pieces of 400 g and a box of 100 g are charged as one kilogram.
const CHOICE = { carrier: "estafeta", service: "ground", seenCents: 110_00 };
const request = (returnId: string, change: Partial<typeof CHOICE> = {}) =>
  requestReturnLabel(shop.app, returnId, { ...CHOICE, ...change }, by);

test("a return label goes from the customer to the shop, and to the customer by email", async () => {
  const returnId = await approvedReturn();
  expect(await quoteReturn(shop.app, returnId, { carrier: "estafeta", box: undefined })).toMatchObject({
    quotes: [{ priceCents: 110_00 }, {}],
  });
  const { id } = unwrap(await request(returnId));
  await buyLabel(shop.app, id);
  const [bought] = await listSoldLabels();
  expect(bought).toMatchObject({ consignee: "Escaparate", sender: expect.stringMatching(/ D\d+-[A-Z0-9]{7}$/) });
  expect((await findReturn(shop.app.db, returnId))!.wayBackGuide).toBe(bought!.guide);
  await runJobs(shop.app);
  const [mail] = await mailsTo(shop.app, EMAIL);
  expect(mail!.subject).toContain("Tu guía para regresar");
  expect(mail!.text).toContain(bought!.guide);
  expect(mail!.attachments).toEqual([expect.objectContaining({ contentType: "application/pdf" })]);
});

test("two requests for one return buy one label, which is looked up if it was sold without an answer", async () => {
  const returnId = await approvedReturn();
  const before = (await listSoldLabels()).length;
  const answers = await Promise.all([request(returnId), request(returnId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await control({ fault: "hang-after-purchase" });
  await buyLabel(shop.app, id, SHORT_TIMEOUTS);
  expect((await findPurchase(shop.app.db, id))!.state).toBe("sent");
  await control({ fault: null });
  await Promise.all([buyLabel(shop.app, id), buyLabel(shop.app, id)]);
  expect((await findPurchase(shop.app.db, id))!.state).toBe("bought");
  expect(await listSoldLabels()).toHaveLength(before + 1);
});

test("a return label is bought only for an approved return, at the price that staff saw", async () => {
  const returnId = await approvedReturn();
  expect(await request(returnId, { seenCents: 0 })).toEqual({ refused: "label_service_missing" });
  expect(await request(crypto.randomUUID())).toEqual({ refused: "return_not_found" });
  const { id } = unwrap(await request(returnId, { seenCents: 100_00 }));
  await buyLabel(shop.app, id);
  expect(await findPurchase(shop.app.db, id)).toMatchObject({ state: "refused", refusal: "price_rose" });
  const received = [{ position: 0, restocked: 2, writtenOff: 0, inRepair: 0 }];
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM return_lines WHERE return_id = ${returnId}`.execute(shop.app.db);
  received[0]!.position = rows[0]!.position;
  unwrap(await receiveReturn(shop.app, returnId, { received, by }));
  expect(await request(returnId)).toEqual({ refused: "return_changed" });
});

test("cancelling a label removes the return's guide, and the label of a cancelled return is listed until it is cancelled", async () => {
  const returnId = await approvedReturn();
  const { id } = unwrap(await request(returnId));
  await buyLabel(shop.app, id);
  expect(await listPurchasesWithoutParcel(shop.app.db, "all")).toEqual([]);
  unwrap(await cancelReturn(shop.app, { returnId, by }));
  expect((await listPurchasesWithoutParcel(shop.app.db, "all")).map((purchase) => purchase.id)).toEqual([id]);
  expect(await cancelLabel(shop.app, (await findPurchase(shop.app.db, id))!, by)).toBe("cancelled");
  expect(await listPurchasesWithoutParcel(shop.app.db, "all")).toEqual([]);

  const other = await approvedReturn();
  const { id: second } = unwrap(await request(other));
  await buyLabel(shop.app, second);
  expect(await cancelLabel(shop.app, (await findPurchaseOfReturn(shop.app.db, other))!, by)).toBe("cancelled");
  expect((await findReturn(shop.app.db, other))!.wayBackGuide).toBeNull();
  unwrap(await request(other));
});

async function returnWithLabel(): Promise<{ returnId: string; purchaseId: string; guide: string }> {
  const returnId = await approvedReturn();
  const { id: purchaseId } = unwrap(await request(returnId));
  await buyLabel(shop.app, purchaseId);
  return { returnId, purchaseId, guide: (await findPurchase(shop.app.db, purchaseId))!.guide! };
}

const returnStatus = async (returnId: string) => {
  const { state, wayBackState, wayBackEvents, sentBackAt } = (await findReturn(shop.app.db, returnId))!;
  return { state, wayBackState, events: wayBackEvents.map((event) => event.state), isSent: sentBackAt !== null };
};

test("the tracking of a return label moves the return shipment forward, by polling and after a webhook, and never back", async () => {
  const { returnId, purchaseId, guide } = await returnWithLabel();
  await trackParcels(shop.app);
  expect(await returnStatus(returnId)).toEqual({ state: "APPROVED", wayBackState: null, events: [], isSent: false });
  await control({ act: "transit", guide });
  const notified = await shop.call("POST", "/api/v1/carriers/envia/notifications", { body: { trackingNumber: guide } });
  expect(notified.status).toBe(200);
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = ${`track_guide ${guide}`}`.execute(shop.app.db);
  expect(rows).toHaveLength(1);
  await trackGuide(shop.app, guide);
  await Promise.all([trackGuide(shop.app, guide), trackParcels(shop.app)]);
  expect(await returnStatus(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: "IN_TRANSIT",
    events: ["IN_TRANSIT"],
    isSent: true,
  });
  expect(await cancelLabel(shop.app, (await findPurchase(shop.app.db, purchaseId))!, by)).toEqual({
    refused: "label_in_use",
  });
  const { orderId } = (await findReturn(shop.app.db, returnId))!;
  expect(await recordSentBack(shop.app, { returnId, orderId, guide: "OTRA1" })).toEqual({ refused: "return_changed" });
  await control({ act: "delivered", guide });
  await trackParcels(shop.app);
  await control({ act: "transit", guide });
  await trackParcels(shop.app);
  expect(await returnStatus(returnId)).toMatchObject({
    wayBackState: "DELIVERED",
    events: ["IN_TRANSIT", "DELIVERED"],
  });
  // Staff record the contents.
  unwrap(await receiveReturn(shop.app, returnId, { received: "restock", by }));
  expect(await returnStatus(returnId)).toMatchObject({ state: "RECEIVED" });
});

test("a parcel that the carrier brought back to the customer gets another label, which is tracked", async () => {
  const { returnId, purchaseId, guide } = await returnWithLabel();
  await recordReturnTracking(shop.app, returnId, { guide, to: "RETURNED", at: null, carrier: "estafeta" });
  expect(await returnStatus(returnId)).toMatchObject({ wayBackState: "RETURNED", isSent: true });
  expect(await cancelLabel(shop.app, (await findPurchase(shop.app.db, purchaseId))!, by)).toEqual({
    refused: "label_in_use",
  });
  const answers = await Promise.all([request(returnId), request(returnId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id: secondId } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await buyLabel(shop.app, secondId);
  const second = (await findPurchaseOfReturn(shop.app.db, returnId))!;
  expect(second).toMatchObject({ id: secondId, state: "bought", returnedToCustomerAt: null });
  expect((await findReturn(shop.app.db, returnId))!.wayBackGuide).toBe(second.guide);
  expect(await returnStatus(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: null,
    events: ["RETURNED"],
    isSent: false,
  });
  await control({ act: "transit", guide: second.guide });
  await trackParcels(shop.app);
  expect(await returnStatus(returnId)).toMatchObject({
    wayBackState: "IN_TRANSIT",
    events: ["RETURNED", "IN_TRANSIT"],
  });
  unwrap(await receiveReturn(shop.app, returnId, { received: "restock", by }));
});

test("after a parcel came back, the customer can send it again with another guide", async () => {
  const { returnId, guide } = await returnWithLabel();
  await recordReturnTracking(shop.app, returnId, { guide, to: "RETURNED", at: null, carrier: "estafeta" });
  const { orderId } = (await findReturn(shop.app.db, returnId))!;
  const sent = unwrap(await recordSentBack(shop.app, { returnId, orderId, guide: "OTRA2" }));
  expect(sent).toMatchObject({ wayBackGuide: "OTRA2", wayBackState: null, sentBackAt: expect.any(Date) });
});

test("the shipment of a cancelled return is no longer tracked", async () => {
  const { returnId, guide } = await returnWithLabel();
  unwrap(await cancelReturn(shop.app, { returnId, by }));
  await control({ act: "delivered", guide });
  await trackParcels(shop.app);
  expect(await returnStatus(returnId)).toMatchObject({ state: "CANCELLED", events: [], isSent: false });
});

test("a return is quoted and sent in the box that staff chose", async () => {
  const shopId = (await shop.findShop()).id;
  const fields = { name: "Baúl", lengthCm: 60, widthCm: 60, heightCm: 60, emptyGrams: 4_000, maxGrams: null };
  expect(await addBox(shop.app, { shopId, fields }, by)).toBe("added");
  const { id: box } = await shop.app.db
    .selectFrom("carrier_boxes")
    .select("id")
    .where("name", "=", "Baúl")
    .executeTakeFirstOrThrow();
  const returnId = await approvedReturn();
  const quoted = await quoteReturn(shop.app, returnId, { carrier: "estafeta", box });
  const usual = await quoteReturn(shop.app, returnId, { carrier: "estafeta", box: "" });
  const [inChosenBox, inUsualBox] = [quoted, usual].map((quote) =>
    "quotes" in quote ? quote.quotes[0]!.priceCents : 0,
  ) as [number, number];
  expect(inChosenBox).toBeGreaterThan(inUsualBox);
  const { id } = unwrap(await requestReturnLabel(shop.app, returnId, { ...CHOICE, seenCents: inChosenBox, box }, by));
  // The box is removed after the quote. The label is still bought for that box.
  await shop.app.db.deleteFrom("carrier_boxes").where("id", "=", box).execute();
  await buyLabel(shop.app, id);
  expect(await findPurchase(shop.app.db, id)).toMatchObject({
    state: "bought",
    box: { name: "Baúl" },
    chargedCents: inChosenBox,
  });
});
