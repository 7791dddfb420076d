import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { approveReturn } from "../returns/answer-return.ts";
import { askForReturn } from "../returns/ask-for-return.ts";
import { cancelReturn, noteWayBack } from "../returns/cancel-return.ts";
import { findReturn } from "../returns/queries.ts";
import { receiveReturn } from "../returns/receive-return.ts";
import { deliveredOrder } from "../testing/delivered-order.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { saveAccount } from "./account.ts";
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
const IMPATIENT: CarrierTimeouts = { connectMs: 1_000, callMs: { interactive: 500, job: 1_500 } };
const EMAIL = "regresa@ejemplo.mx";

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
  expect(await saveAccount(shop.app, { shopId: (await shop.shop()).id, fields: ACCOUNT, token: "" }, by)).toBe("saved");
});
afterAll(async () => {
  const violated = await listViolatedInvariants(shop.app);
  await shop.stop();
  expect(violated).toEqual([]);
});
afterEach(() => control({ fault: null }));

const control = (body: unknown) => shop.call("POST", "/sandbox/carriers/control", { body });
const sold = async (): Promise<{ guide: string; sender: string; consignee: string }[]> =>
  (await shop.call("GET", "/sandbox/carriers/state.json")).json.guides;

function done<Result>(result: Result): Exclude<Result, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Result, { refused: string }>;
}

async function approved(): Promise<string> {
  const { order, sizes } = await deliveredOrder(shop, { email: EMAIL });
  const line = { sizeId: sizes[0]!.sizeId, pieces: 2, reason: "DEFECTIVE", wish: "REFUND", newSizeId: null } as const;
  const lines = [line];
  const asked = done(
    await askForReturn(shop.app, await shop.shop(), { orderId: order.id, lines, note: "", clabe: null, by: null }),
  );
  done(await approveReturn(shop.app, asked.id, { answer: "", guide: "", by }));
  return asked.id;
}

// 2 × 400 g and the box: one kilogram.
const CHOICE = { carrier: "estafeta", service: "ground", seenCents: 110_00 };
const request = (returnId: string, change: Partial<typeof CHOICE> = {}) =>
  requestReturnLabel(shop.app, returnId, { ...CHOICE, ...change }, by);

test("a return label goes from the customer to the shop, and to the customer by email", async () => {
  const returnId = await approved();
  expect(await quoteReturn(shop.app, returnId, { carrier: "estafeta", box: undefined })).toMatchObject({
    quotes: [{ priceCents: 110_00 }, {}],
  });
  const { id } = done(await request(returnId));
  await buyLabel(shop.app, id);
  const [bought] = await sold();
  expect(bought).toMatchObject({ consignee: "Escaparate", sender: expect.stringMatching(/ D\d+-[A-Z0-9]{7}$/) });
  expect((await findReturn(shop.app.db, returnId))!.wayBackGuide).toBe(bought!.guide);
  await runJobs(shop.app);
  const [mail] = await mailsTo(shop.app, EMAIL);
  expect(mail!.subject).toContain("Tu guía para regresar");
  expect(mail!.text).toContain(bought!.guide);
  expect(mail!.attachments).toEqual([expect.objectContaining({ contentType: "application/pdf" })]);
});

test("two people who buy it get one; sold without an answer it is found, not bought again", async () => {
  const returnId = await approved();
  const before = (await sold()).length;
  const answers = await Promise.all([request(returnId), request(returnId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await control({ fault: "hang-after-purchase" });
  await buyLabel(shop.app, id, IMPATIENT);
  expect((await findPurchase(shop.app.db, id))!.state).toBe("sent");
  await control({ fault: null });
  await Promise.all([buyLabel(shop.app, id), buyLabel(shop.app, id)]);
  expect((await findPurchase(shop.app.db, id))!.state).toBe("bought");
  expect(await sold()).toHaveLength(before + 1);
});

test("it is for approved returns alone, at the price that staff saw", async () => {
  const returnId = await approved();
  expect(await request(returnId, { seenCents: 0 })).toEqual({ refused: "label_service_missing" });
  expect(await request(crypto.randomUUID())).toEqual({ refused: "return_not_found" });
  const { id } = done(await request(returnId, { seenCents: 100_00 }));
  await buyLabel(shop.app, id);
  expect(await findPurchase(shop.app.db, id)).toMatchObject({ state: "refused", refusal: "price_rose" });
  const received = [{ position: 0, restocked: 2, writtenOff: 0, inRepair: 0 }];
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM return_lines WHERE return_id = ${returnId}`.execute(shop.app.db);
  received[0]!.position = rows[0]!.position;
  done(await receiveReturn(shop.app, returnId, { received, by }));
  expect(await request(returnId)).toEqual({ refused: "return_changed" });
});

test("a cancelled label leaves the return without a guide; that of a cancelled return is listed until then", async () => {
  const returnId = await approved();
  const { id } = done(await request(returnId));
  await buyLabel(shop.app, id);
  expect(await listPurchasesWithoutParcel(shop.app.db, "all")).toEqual([]);
  done(await cancelReturn(shop.app, { returnId, by }));
  expect((await listPurchasesWithoutParcel(shop.app.db, "all")).map((purchase) => purchase.id)).toEqual([id]);
  expect(await cancelLabel(shop.app, (await findPurchase(shop.app.db, id))!, by)).toBe("cancelled");
  expect(await listPurchasesWithoutParcel(shop.app.db, "all")).toEqual([]);

  const other = await approved();
  const { id: second } = done(await request(other));
  await buyLabel(shop.app, second);
  expect(await cancelLabel(shop.app, (await findPurchaseOfReturn(shop.app.db, other))!, by)).toBe("cancelled");
  expect((await findReturn(shop.app.db, other))!.wayBackGuide).toBeNull();
  done(await request(other));
});

async function labelled(): Promise<{ returnId: string; purchaseId: string; guide: string }> {
  const returnId = await approved();
  const { id: purchaseId } = done(await request(returnId));
  await buyLabel(shop.app, purchaseId);
  return { returnId, purchaseId, guide: (await findPurchase(shop.app.db, purchaseId))!.guide! };
}

const standing = async (returnId: string) => {
  const { state, wayBackState, wayBackEvents, sentBackAt } = (await findReturn(shop.app.db, returnId))!;
  return { state, wayBackState, events: wayBackEvents.map((event) => event.state), isSent: sentBackAt !== null };
};

test("the tracking of a return label moves the return to its way, by polling and after a webhook, and only forward", async () => {
  const { returnId, purchaseId, guide } = await labelled();
  await trackParcels(shop.app);
  expect(await standing(returnId)).toEqual({ state: "APPROVED", wayBackState: null, events: [], isSent: false });
  await control({ act: "transit", guide });
  const notified = await shop.call("POST", "/api/v1/carriers/envia/notifications", { body: { trackingNumber: guide } });
  expect(notified.status).toBe(200);
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = ${`track_guide ${guide}`}`.execute(shop.app.db);
  expect(rows).toHaveLength(1);
  await trackGuide(shop.app, guide);
  await Promise.all([trackGuide(shop.app, guide), trackParcels(shop.app)]);
  expect(await standing(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: "IN_TRANSIT",
    events: ["IN_TRANSIT"],
    isSent: true,
  });
  expect(await cancelLabel(shop.app, (await findPurchase(shop.app.db, purchaseId))!, by)).toEqual({
    refused: "label_in_use",
  });
  const { orderId } = (await findReturn(shop.app.db, returnId))!;
  expect(await noteWayBack(shop.app, { returnId, orderId, guide: "OTRA1" })).toEqual({ refused: "return_changed" });
  await control({ act: "delivered", guide });
  await trackParcels(shop.app);
  await control({ act: "transit", guide });
  await trackParcels(shop.app);
  expect(await standing(returnId)).toMatchObject({ wayBackState: "DELIVERED", events: ["IN_TRANSIT", "DELIVERED"] });
  // What is inside, staff say.
  done(await receiveReturn(shop.app, returnId, { received: "restock", by }));
  expect(await standing(returnId)).toMatchObject({ state: "RECEIVED" });
});

test("a parcel that the carrier brought back to the customer gets another label, which is tracked", async () => {
  const { returnId, purchaseId, guide } = await labelled();
  await recordReturnTracking(shop.app, returnId, { guide, to: "RETURNED", at: null, carrier: "estafeta" });
  expect(await standing(returnId)).toMatchObject({ wayBackState: "RETURNED", isSent: true });
  expect(await cancelLabel(shop.app, (await findPurchase(shop.app.db, purchaseId))!, by)).toEqual({
    refused: "label_in_use",
  });
  const answers = await Promise.all([request(returnId), request(returnId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id: secondId } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await buyLabel(shop.app, secondId);
  const second = (await findPurchaseOfReturn(shop.app.db, returnId))!;
  expect(second).toMatchObject({ id: secondId, state: "bought", cameBackAt: null });
  expect((await findReturn(shop.app.db, returnId))!.wayBackGuide).toBe(second.guide);
  expect(await standing(returnId)).toEqual({
    state: "APPROVED",
    wayBackState: null,
    events: ["RETURNED"],
    isSent: false,
  });
  await control({ act: "transit", guide: second.guide });
  await trackParcels(shop.app);
  expect(await standing(returnId)).toMatchObject({ wayBackState: "IN_TRANSIT", events: ["RETURNED", "IN_TRANSIT"] });
  done(await receiveReturn(shop.app, returnId, { received: "restock", by }));
});

test("a customer who sends a parcel again that came back has it on its way again", async () => {
  const { returnId, guide } = await labelled();
  await recordReturnTracking(shop.app, returnId, { guide, to: "RETURNED", at: null, carrier: "estafeta" });
  const { orderId } = (await findReturn(shop.app.db, returnId))!;
  const sent = done(await noteWayBack(shop.app, { returnId, orderId, guide: "OTRA2" }));
  expect(sent).toMatchObject({ wayBackGuide: "OTRA2", wayBackState: null, sentBackAt: expect.any(Date) });
});

test("the way back of a cancelled return is not tracked any more", async () => {
  const { returnId, guide } = await labelled();
  done(await cancelReturn(shop.app, { returnId, by }));
  await control({ act: "delivered", guide });
  await trackParcels(shop.app);
  expect(await standing(returnId)).toMatchObject({ state: "CANCELLED", events: [], isSent: false });
});

test("a return is quoted and sent in the box that staff chose", async () => {
  const shopId = (await shop.shop()).id;
  const fields = { name: "Baúl", lengthCm: 60, widthCm: 60, heightCm: 60, emptyGrams: 4_000, maxGrams: null };
  expect(await addBox(shop.app, { shopId, fields }, by)).toBe("added");
  const { id: box } = await shop.app.db
    .selectFrom("carrier_boxes")
    .select("id")
    .where("name", "=", "Baúl")
    .executeTakeFirstOrThrow();
  const returnId = await approved();
  const quoted = await quoteReturn(shop.app, returnId, { carrier: "estafeta", box });
  const usual = await quoteReturn(shop.app, returnId, { carrier: "estafeta", box: "" });
  const [dear, cheap] = [quoted, usual].map((one) => ("quotes" in one ? one.quotes[0]!.priceCents : 0)) as [
    number,
    number,
  ];
  expect(dear).toBeGreaterThan(cheap);
  const { id } = done(await requestReturnLabel(shop.app, returnId, { ...CHOICE, seenCents: dear, box }, by));
  // Removed since: the label is bought for the box as it was quoted.
  await shop.app.db.deleteFrom("carrier_boxes").where("id", "=", box).execute();
  await buyLabel(shop.app, id);
  expect(await findPurchase(shop.app.db, id)).toMatchObject({
    state: "bought",
    box: { name: "Baúl" },
    chargedCents: dear,
  });
});
