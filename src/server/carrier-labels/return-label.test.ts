import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { approveReturn } from "../returns/answer-return.ts";
import { requestReturn } from "../returns/request-return.ts";
import { cancelReturn, recordSentBack } from "../returns/cancel-or-send-back.ts";
import { findReturn } from "../returns/queries.ts";
import { receiveReturn } from "../returns/receive-return.ts";
import { createTestOrder } from "../testing/test-order.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { saveCarrierAccount } from "./account.ts";
import { buyLabel } from "./buy-label.ts";
import { addBox } from "./boxes.ts";
import { cancelLabel } from "./cancel-label.ts";
import { recordReturnTracking } from "./record-return-tracking.ts";
import { findPurchase, findNewestPurchaseOfReturn, listUnneededPurchases } from "./purchases.ts";
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

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  expect(
    await saveCarrierAccount(server.app, { shopId: (await server.findShop()).id, fields: ACCOUNT, secret: "" }, by),
  ).toBe("saved");
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});
afterEach(() => control({ fault: null }));

const control = (body: unknown) => server.call("POST", "/sandbox/carriers/control", { body });
const listSoldLabels = async (): Promise<{ guide: string; sender: string; consignee: string }[]> =>
  (await server.call("GET", "/sandbox/carriers/state.json")).json.guides;

/** The result of an action that succeeded. Throws for a refusal. */
function unwrap<Result>(result: Result): Exclude<Result, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Result, { refused: string }>;
}

async function createApprovedReturn(): Promise<string> {
  const { order, sizes } = await createTestOrder(server, { email: EMAIL });
  const line = { sizeId: sizes[0]!.sizeId, pieces: 2, reason: "DEFECTIVE", wish: "REFUND", newSizeId: null } as const;
  const lines = [line];
  const requestedReturn = unwrap(
    await requestReturn(server.app, await server.findShop(), {
      orderId: order.id,
      lines,
      note: "",
      clabe: null,
      by: null,
    }),
  );
  unwrap(await approveReturn(server.app, requestedReturn.id, { answer: "", guide: "", by }));
  return requestedReturn.id;
}

// Two pieces of 400 g and a box of 100 g are charged as one kilogram.
const CHOICE = { carrier: "estafeta", service: "ground", seenCents: 110_00 };
const requestTestLabel = (returnId: string, change: Partial<typeof CHOICE> = {}) =>
  requestReturnLabel(server.app, returnId, { ...CHOICE, ...change }, by);

test("a return label is addressed from the customer to the shop, and is emailed to the customer", async () => {
  const returnId = await createApprovedReturn();
  expect(await quoteReturn(server.app, returnId, { carrier: "estafeta", box: undefined })).toMatchObject({
    quotes: [{ priceCents: 110_00 }, {}],
  });
  const { id } = unwrap(await requestTestLabel(returnId));
  await buyLabel(server.app, id);
  const [soldLabel] = await listSoldLabels();
  expect(soldLabel).toMatchObject({ consignee: "Escaparate", sender: expect.stringMatching(/ D\d+-[A-Z0-9]{7}$/) });
  expect((await findReturn(server.app.db, returnId))!.wayBackGuide).toBe(soldLabel!.guide);
  await runEmailJobs(server.app);
  const [mail] = await listMailsTo(server.app, EMAIL);
  expect(mail!.subject).toContain("Tu guía para regresar");
  expect(mail!.text).toContain(soldLabel!.guide);
  expect(mail!.attachments).toEqual([expect.objectContaining({ contentType: "application/pdf" })]);
});

test("two requests for one return buy one label, which is looked up if it was sold without an answer", async () => {
  const returnId = await createApprovedReturn();
  const soldCountBefore = (await listSoldLabels()).length;
  const answers = await Promise.all([requestTestLabel(returnId), requestTestLabel(returnId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await control({ fault: "hang-after-purchase" });
  await buyLabel(server.app, id, SHORT_TIMEOUTS);
  expect((await findPurchase(server.app.db, id))!.state).toBe("sent");
  await control({ fault: null });
  await Promise.all([buyLabel(server.app, id), buyLabel(server.app, id)]);
  expect((await findPurchase(server.app.db, id))!.state).toBe("bought");
  expect(await listSoldLabels()).toHaveLength(soldCountBefore + 1);
});

test("a return label is bought only for an approved return, at the price that staff saw", async () => {
  const returnId = await createApprovedReturn();
  expect(await requestTestLabel(returnId, { seenCents: 0 })).toEqual({ refused: "label_service_missing" });
  expect(await requestTestLabel(crypto.randomUUID())).toEqual({ refused: "return_not_found" });
  const { id } = unwrap(await requestTestLabel(returnId, { seenCents: 100_00 }));
  await buyLabel(server.app, id);
  expect(await findPurchase(server.app.db, id)).toMatchObject({ state: "refused", refusalCode: "price_rose" });
  const receivedLines = [{ position: 0, restocked: 2, writtenOff: 0, inRepair: 0 }];
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM return_lines WHERE return_id = ${returnId}`.execute(server.app.db);
  receivedLines[0]!.position = rows[0]!.position;
  unwrap(await receiveReturn(server.app, returnId, { received: receivedLines, by }));
  expect(await requestTestLabel(returnId)).toEqual({ refused: "return_changed" });
});

test("cancelling a label removes the return's guide, and the label of a cancelled return is listed until it is cancelled", async () => {
  const returnId = await createApprovedReturn();
  const { id } = unwrap(await requestTestLabel(returnId));
  await buyLabel(server.app, id);
  expect(await listUnneededPurchases(server.app.db, "all")).toEqual([]);
  unwrap(await cancelReturn(server.app, { returnId, by }));
  expect((await listUnneededPurchases(server.app.db, "all")).map((purchase) => purchase.id)).toEqual([id]);
  expect(await cancelLabel(server.app, (await findPurchase(server.app.db, id))!, by)).toBe("cancelled");
  expect(await listUnneededPurchases(server.app.db, "all")).toEqual([]);

  const otherReturnId = await createApprovedReturn();
  const { id: secondPurchaseId } = unwrap(await requestTestLabel(otherReturnId));
  await buyLabel(server.app, secondPurchaseId);
  expect(await cancelLabel(server.app, (await findNewestPurchaseOfReturn(server.app.db, otherReturnId))!, by)).toBe(
    "cancelled",
  );
  expect((await findReturn(server.app.db, otherReturnId))!.wayBackGuide).toBeNull();
  unwrap(await requestTestLabel(otherReturnId));
});

async function createReturnWithLabel(): Promise<{ returnId: string; purchaseId: string; guide: string }> {
  const returnId = await createApprovedReturn();
  const { id: purchaseId } = unwrap(await requestTestLabel(returnId));
  await buyLabel(server.app, purchaseId);
  return { returnId, purchaseId, guide: (await findPurchase(server.app.db, purchaseId))!.guide! };
}

const readReturnStatus = async (returnId: string) => {
  const { state, wayBackState, wayBackEvents, sentBackAt } = (await findReturn(server.app.db, returnId))!;
  return { state, wayBackState, events: wayBackEvents.map((event) => event.state), isSent: sentBackAt !== null };
};

test("the tracking of a return label moves the return shipment forward, by polling and after a webhook, and never back", async () => {
  const { returnId, purchaseId, guide } = await createReturnWithLabel();
  await trackParcels(server.app);
  expect(await readReturnStatus(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: null,
    events: [],
    isSent: false,
  });
  await control({ act: "transit", guide });
  const notifyResponse = await server.call("POST", "/api/v1/carriers/envia/notifications", {
    body: { trackingNumber: guide },
  });
  expect(notifyResponse.status).toBe(200);
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = ${`track_guide ${guide}`}`.execute(server.app.db);
  expect(rows).toHaveLength(1);
  await trackGuide(server.app, guide);
  await Promise.all([trackGuide(server.app, guide), trackParcels(server.app)]);
  expect(await readReturnStatus(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: "IN_TRANSIT",
    events: ["IN_TRANSIT"],
    isSent: true,
  });
  expect(await cancelLabel(server.app, (await findPurchase(server.app.db, purchaseId))!, by)).toEqual({
    refused: "label_in_use",
  });
  const { orderId } = (await findReturn(server.app.db, returnId))!;
  expect(await recordSentBack(server.app, { returnId, orderId, guide: "OTRA1" })).toEqual({
    refused: "return_changed",
  });
  await control({ act: "delivered", guide });
  await trackParcels(server.app);
  await control({ act: "transit", guide });
  await trackParcels(server.app);
  expect(await readReturnStatus(returnId)).toMatchObject({
    wayBackState: "DELIVERED",
    events: ["IN_TRANSIT", "DELIVERED"],
  });
  // Staff record the contents.
  unwrap(await receiveReturn(server.app, returnId, { received: "restock", by }));
  expect(await readReturnStatus(returnId)).toMatchObject({ state: "RECEIVED" });
});

test("a parcel that the carrier brought back to the customer gets another label, which is tracked", async () => {
  const { returnId, purchaseId, guide } = await createReturnWithLabel();
  await recordReturnTracking(server.app, returnId, { guide, to: "RETURNED", at: null, carrier: "estafeta" });
  expect(await readReturnStatus(returnId)).toMatchObject({ wayBackState: "RETURNED", isSent: true });
  expect(await cancelLabel(server.app, (await findPurchase(server.app.db, purchaseId))!, by)).toEqual({
    refused: "label_in_use",
  });
  const answers = await Promise.all([requestTestLabel(returnId), requestTestLabel(returnId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id: secondId } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await buyLabel(server.app, secondId);
  const secondPurchase = (await findNewestPurchaseOfReturn(server.app.db, returnId))!;
  expect(secondPurchase).toMatchObject({ id: secondId, state: "bought", returnedToCustomerAt: null });
  expect((await findReturn(server.app.db, returnId))!.wayBackGuide).toBe(secondPurchase.guide);
  expect(await readReturnStatus(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: null,
    events: ["RETURNED"],
    isSent: false,
  });
  await control({ act: "transit", guide: secondPurchase.guide });
  await trackParcels(server.app);
  expect(await readReturnStatus(returnId)).toMatchObject({
    wayBackState: "IN_TRANSIT",
    events: ["RETURNED", "IN_TRANSIT"],
  });
  unwrap(await receiveReturn(server.app, returnId, { received: "restock", by }));
});

test("after a parcel came back, the customer can send it again with another guide", async () => {
  const { returnId, guide } = await createReturnWithLabel();
  await recordReturnTracking(server.app, returnId, { guide, to: "RETURNED", at: null, carrier: "estafeta" });
  const { orderId } = (await findReturn(server.app.db, returnId))!;
  const sentReturn = unwrap(await recordSentBack(server.app, { returnId, orderId, guide: "OTRA2" }));
  expect(sentReturn).toMatchObject({ wayBackGuide: "OTRA2", wayBackState: null, sentBackAt: expect.any(Date) });
});

test("the shipment of a cancelled return is no longer tracked", async () => {
  const { returnId, guide } = await createReturnWithLabel();
  unwrap(await cancelReturn(server.app, { returnId, by }));
  await control({ act: "delivered", guide });
  await trackParcels(server.app);
  expect(await readReturnStatus(returnId)).toMatchObject({ state: "CANCELLED", events: [], isSent: false });
});

test("a return is quoted and sent in the box that staff chose", async () => {
  const shopId = (await server.findShop()).id;
  const fields = { name: "Baúl", lengthCm: 60, widthCm: 60, heightCm: 60, emptyGrams: 4_000, maxGrams: null };
  expect(await addBox(server.app, { shopId, fields }, by)).toBe("added");
  const { id: boxId } = await server.app.db
    .selectFrom("carrier_boxes")
    .select("id")
    .where("name", "=", "Baúl")
    .executeTakeFirstOrThrow();
  const returnId = await createApprovedReturn();
  const chosenBoxQuotes = await quoteReturn(server.app, returnId, { carrier: "estafeta", box: boxId });
  const defaultBoxQuotes = await quoteReturn(server.app, returnId, { carrier: "estafeta", box: "" });
  const [chosenBoxCents, defaultBoxCents] = [chosenBoxQuotes, defaultBoxQuotes].map((quote) =>
    "quotes" in quote ? quote.quotes[0]!.priceCents : 0,
  ) as [number, number];
  expect(chosenBoxCents).toBeGreaterThan(defaultBoxCents);
  const { id } = unwrap(
    await requestReturnLabel(server.app, returnId, { ...CHOICE, seenCents: chosenBoxCents, box: boxId }, by),
  );
  // The box is removed after the quote. The label is still bought for that box.
  await server.app.db.deleteFrom("carrier_boxes").where("id", "=", boxId).execute();
  await buyLabel(server.app, id);
  expect(await findPurchase(server.app.db, id)).toMatchObject({
    state: "bought",
    box: { name: "Baúl" },
    chargedCents: chosenBoxCents,
  });
});
