import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { listOpenFlagsOf } from "../order-money/flags.ts";
import { recordTransferRefund, readTransferRefundableCents } from "../payments/transfer-refund.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { unpackParcel, weighParcel } from "../parcels/change-parcel.ts";
import { handOverToCarrier } from "../parcels/hand-over-to-carrier.ts";
import { packParcel } from "../parcels/pack-parcel.ts";
import { createUnpaidOrder } from "../testing/unpaid-orders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { credentialsOf, findCarrierAccount, saveCarrierAccount } from "./account.ts";
import { buyLabel } from "./buy-label.ts";
import { addBox, removeBox } from "./boxes.ts";
import { cancelLabel } from "./cancel-label.ts";
import { findPurchase, listUnneededPurchases } from "./purchases.ts";
import { printLabels } from "./print-labels.ts";
import { quoteParcels } from "./quote-parcels.ts";
import { listParcelsToShip } from "./parcel-shipment.ts";
import { findLabel } from "./read-label.ts";
import { requestLabel } from "./request-label.ts";
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
  widthCm: 25,
  heightCm: 8,
  emptyGrams: 200,
  pieceGrams: 300,
};
const SHORT_TIMEOUTS: CarrierTimeouts = { connectMs: 1_000, callMs: { interactive: 500, job: 1_500 } };

let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
  expect(await saveCarrierAccount(server.app, { shopId, fields: ACCOUNT, secret: "" }, by)).toBe("saved");
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  await server.stop();
  expect(violatedInvariants).toEqual([]);
});
afterEach(() => control({ fault: null, balance: 10_000 }));

const control = (body: unknown) => server.call("POST", "/sandbox/carriers/control", { body });
const countSoldLabels = async (): Promise<number> =>
  (await server.call("GET", "/sandbox/carriers/state.json")).json.guides.length;

/** The result of an action that succeeded. Throws for a refusal. */
function unwrap<Result>(result: Result): Exclude<Result, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Result, { refused: string }>;
}

/** The packed parcel of a paid order, of one kilogram. */
async function createPackedParcel(): Promise<string> {
  const { id } = await createUnpaidOrder(server);
  await moveOrder(server.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const { lines } = (await findOrder(server.app.db, shopId, id))!;
  const packing = { lines: [{ sizeId: lines[0]!.size_id, pieces: 2 }], by, at: new Date() };
  const parcel = unwrap(await packParcel(server.app, id, packing));
  unwrap(await weighParcel(server.app, parcel.id, { grams: 1_000, by }));
  return parcel.id;
}

const GROUND_CENTS = 122_00;
const requestTestLabel = (parcelId: string, seenCents = GROUND_CENTS, service = "ground") =>
  requestLabel(server.app, { parcelId, shops: "all", carrier: "estafeta", service, seenCents }, by);
const requestPurchase = async (parcelId: string): Promise<string> => unwrap(await requestTestLabel(parcelId)).id;
const readPurchase = async (id: string) => (await findPurchase(server.app.db, id))!;
const guideOf = async (parcelId: string) =>
  (await server.app.db.selectFrom("parcels").select("guide").where("id", "=", parcelId).executeTakeFirstOrThrow())
    .guide;

test("a label is bought for a packed parcel at the price that staff saw, and is a PDF", async () => {
  const parcelId = await createPackedParcel();
  const parcels = await listParcelsToShip(server.app.db, [parcelId], "all");
  const quoteAnswer = (await quoteParcels(server.app, parcels, "estafeta")).get(parcelId);
  expect(quoteAnswer).toMatchObject({
    quotes: [{ service: "ground", priceCents: GROUND_CENTS }, { service: "express" }],
  });
  const id = await requestPurchase(parcelId);
  await buyLabel(server.app, id);
  const purchase = await readPurchase(id);
  expect(purchase).toMatchObject({ state: "bought", chargedCents: GROUND_CENTS });
  expect(await guideOf(parcelId)).toBe(purchase.guide);
  const label = await findLabel(server.app, purchase);
  expect(Buffer.isBuffer(label) && label.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await handOverToCarrier(server.app, parcelId, { guide: purchase.guide!, at: new Date(), by })).toMatchObject({
    state: "HANDED_OVER",
  });
  expect(await cancelLabel(server.app, purchase, by)).toEqual({ refused: "label_in_use" });
});

test("two staff members who request a label for one parcel get one label, however often the job runs", async () => {
  const parcelId = await createPackedParcel();
  const soldCountBefore = await countSoldLabels();
  const answers = await Promise.all([requestTestLabel(parcelId), requestTestLabel(parcelId)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "label_exists" }]);
  const { id } = answers.find((answer) => !isRefusal(answer)) as { id: string };
  await Promise.all([buyLabel(server.app, id), buyLabel(server.app, id), buyLabel(server.app, id)]);
  await buyLabel(server.app, id);
  expect(await countSoldLabels()).toBe(soldCountBefore + 1);
  expect(await readPurchase(id)).toMatchObject({ state: "bought" });
});

test("a label that was sold without an answer is looked up, and not bought again", async () => {
  const parcelId = await createPackedParcel();
  const soldCountBefore = await countSoldLabels();
  const id = await requestPurchase(parcelId);
  await control({ fault: "hang-after-purchase" });
  await buyLabel(server.app, id, SHORT_TIMEOUTS);
  expect(await readPurchase(id)).toMatchObject({ state: "sent" });
  await control({ fault: "down" });
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "sent" });
  await control({ fault: null });
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "bought", chargedCents: GROUND_CENTS });
  expect(await countSoldLabels()).toBe(soldCountBefore + 1);
});

test("a purchase that Envia does not list for fifteen minutes counts as not made, and the label may be requested again", async () => {
  const parcelId = await createPackedParcel();
  const id = await requestPurchase(parcelId);
  const setSentMinutesAgo = (minutes: number) =>
    server.app.db
      .updateTable("label_purchases")
      .set({ state: "sent", sent_at: new Date(Date.now() - minutes * 60_000) })
      .where("id", "=", id)
      .execute();
  await setSentMinutesAgo(14);
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "sent" });
  expect(await requestTestLabel(parcelId)).toEqual({ refused: "label_exists" });
  await setSentMinutesAgo(16);
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "refused", refusalCode: "not_bought" });
  await buyLabel(server.app, await requestPurchase(parcelId));
  expect(await guideOf(parcelId)).toMatch(/^SB/);
});

test.each(["down", "500", "429", "html"] as const)(
  "while Envia fails with %s, the purchase stays queued",
  async (fault) => {
    const parcelId = await createPackedParcel();
    const id = await requestPurchase(parcelId);
    await control({ fault });
    await buyLabel(server.app, id, SHORT_TIMEOUTS);
    expect(await readPurchase(id)).toMatchObject({ state: "queued" });
    await control({ fault: null });
    await buyLabel(server.app, id);
    expect(await readPurchase(id)).toMatchObject({ state: "bought" });
  },
);

test("a request that was not sent within half an hour expires: a restored shop does not buy old labels", async () => {
  const id = await requestPurchase(await createPackedParcel());
  const soldCountBefore = await countSoldLabels();
  const requestedAt = new Date(Date.now() - 31 * 60_000);
  await server.app.db.updateTable("label_purchases").set({ requested_at: requestedAt }).where("id", "=", id).execute();
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "refused", refusalCode: "too_late" });
  expect(await countSoldLabels()).toBe(soldCountBefore);
});

test("without balance nothing is bought, and a label that became dearer is not bought", async () => {
  const parcelId = await createPackedParcel();
  await control({ balance: 100 });
  const unpayableId = await requestPurchase(parcelId);
  await buyLabel(server.app, unpayableId);
  expect(await readPurchase(unpayableId)).toMatchObject({ state: "refused", refusalCode: "no_balance" });
  const dearerId = unwrap(await requestTestLabel(parcelId, GROUND_CENTS - 1)).id;
  await buyLabel(server.app, dearerId);
  expect(await readPurchase(dearerId)).toMatchObject({ state: "refused", refusalCode: "price_rose" });
});

test("a charge that differs from the quote is stored beside the quote", async () => {
  const id = await requestPurchase(await createPackedParcel());
  await control({ fault: "wrong-price" });
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "bought", quotedCents: GROUND_CENTS, chargedCents: 152_50 });
});

test("a cancelled label leaves its parcel without a guide, and another can be bought", async () => {
  const parcelId = await createPackedParcel();
  const id = await requestPurchase(parcelId);
  await buyLabel(server.app, id);
  const purchase = await readPurchase(id);
  expect(await cancelLabel(server.app, purchase, by)).toBe("cancelled");
  expect(await cancelLabel(server.app, purchase, by)).toBe("cancelled");
  expect(await guideOf(parcelId)).toBeNull();
  await requestPurchase(parcelId);
});

test("the label of an unpacked parcel is listed until it is cancelled", async () => {
  const parcelId = await createPackedParcel();
  const id = await requestPurchase(parcelId);
  await buyLabel(server.app, id);
  unwrap(await unpackParcel(server.app, parcelId, by));
  const listUnneededIds = async () =>
    (await listUnneededPurchases(server.app.db, "all")).map((purchase) => purchase.id);
  expect(await listUnneededIds()).toContain(id);
  expect(await listUnneededPurchases(server.app.db, [crypto.randomUUID()])).toEqual([]);
  unwrap(await cancelLabel(server.app, await readPurchase(id), by));
  expect(await listUnneededIds()).not.toContain(id);
});

test("a parcel does not leave with a label that is being cancelled or was cancelled", async () => {
  const parcelId = await createPackedParcel();
  const id = await requestPurchase(parcelId);
  await buyLabel(server.app, id);
  const purchase = await readPurchase(id);
  const handOverParcel = () => handOverToCarrier(server.app, parcelId, { guide: purchase.guide!, at: new Date(), by });
  await control({ fault: "hang" });
  const cancelResult = cancelLabel(server.app, purchase, by, SHORT_TIMEOUTS);
  const readCancelSentAt = async () =>
    (await server.app.db.selectFrom("label_purchases").select("cancel_sent_at").where("id", "=", id).execute())[0]
      ?.cancel_sent_at;
  await expect.poll(readCancelSentAt).toBeInstanceOf(Date);
  expect(await handOverParcel()).toEqual({ refused: "guide_cancelled" });
  // The provider gave no answer, so it may have cancelled the label.
  expect(await cancelResult).toEqual({ refused: "label_not_cancelled" });
  expect(await handOverParcel()).toEqual({ refused: "guide_cancelled" });
  await control({ fault: null });
  expect(await cancelLabel(server.app, await readPurchase(id), by)).toBe("cancelled");
  expect(await handOverParcel()).toEqual({ refused: "guide_cancelled" });
  expect(await handOverToCarrier(server.app, parcelId, { guide: newId(), at: new Date(), by })).toMatchObject({
    state: "HANDED_OVER",
  });
});

test("a parcel leaves with a label that the provider refused to cancel", async () => {
  const parcelId = await createPackedParcel();
  const id = await requestPurchase(parcelId);
  await buyLabel(server.app, id);
  const purchase = await readPurchase(id);
  await control({ act: "transit", guide: purchase.guide });
  expect(await cancelLabel(server.app, purchase, by)).toEqual({ refused: "label_not_cancelled" });
  expect(await handOverToCarrier(server.app, parcelId, { guide: purchase.guide!, at: new Date(), by })).toMatchObject({
    state: "HANDED_OVER",
  });
});

interface HandedOverParcel {
  parcelId: string;
  guide: string;
}

/** A parcel that was handed over with a bought label. */
async function createHandedOverParcel(): Promise<HandedOverParcel> {
  const parcelId = await createPackedParcel();
  await buyLabel(server.app, await requestPurchase(parcelId));
  const guide = (await guideOf(parcelId))!;
  unwrap(await handOverToCarrier(server.app, parcelId, { guide, at: new Date(Date.now() - 3_600_000), by }));
  return { parcelId, guide };
}

const findLastEvent = (parcelId: string) =>
  server.app.db
    .selectFrom("parcel_events")
    .select(["to_state as state", "source", "actor"])
    .where("parcel_id", "=", parcelId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

test("the carrier's tracking moves a parcel forward until it is delivered, and never back", async () => {
  const { parcelId, guide } = await createHandedOverParcel();
  await trackParcels(server.app);
  expect(await findLastEvent(parcelId)).toMatchObject({ state: "HANDED_OVER" });
  for (const [act, state] of [
    ["transit", "IN_TRANSIT"],
    ["failed", "FAILED"],
    ["delivered", "DELIVERED"],
  ]) {
    await control({ act, guide });
    await Promise.all([trackParcels(server.app), trackGuide(server.app, guide)]);
    expect(await findLastEvent(parcelId)).toEqual({ state, source: "carrier", actor: "estafeta" });
  }
  await control({ act: "transit", guide });
  await trackParcels(server.app);
  expect(await findLastEvent(parcelId)).toMatchObject({ state: "DELIVERED" });
});

test("a parcel that arrives after its order was refunded is delivered, and changes neither order nor money", async () => {
  const { parcelId, guide } = await createHandedOverParcel();
  const { order_id: orderId } = await server.app.db
    .selectFrom("parcels")
    .select("order_id")
    .where("id", "=", parcelId)
    .executeTakeFirstOrThrow();
  const cents = await readTransferRefundableCents(server.app.db, orderId);
  const sentOn = formatMexicoTime(new Date()).slice(0, 10);
  const refund = {
    id: crypto.randomUUID(),
    cents,
    sentOn,
    reference: newId(),
    reason: "Se perdió",
    actor: by.name,
    by,
  };
  unwrap(await recordTransferRefund(server.app, orderId, { ...refund, proof: null, mayCancelOrder: true }));
  const readOrderState = async () => {
    const { status, transfer_refunds: refunds } = (await findOrder(server.app.db, shopId, orderId))!;
    return { status, refunds, flags: await listOpenFlagsOf(server.app.db, orderId) };
  };
  const stateBefore = await readOrderState();
  expect(stateBefore).toMatchObject({ status: "SHIPPED", refunds: [{ cents }], flags: ["REFUNDED_AFTER_SHIP"] });
  await control({ act: "delivered", guide });
  await trackParcels(server.app);
  expect(await findLastEvent(parcelId)).toMatchObject({ state: "DELIVERED" });
  expect(await readOrderState()).toEqual(stateBefore);
});

test("a parcel whose tracking cannot be stored does not stop the tracking of the others", async () => {
  const parcels = [await createHandedOverParcel(), await createHandedOverParcel()];
  // They are tracked in the order of their guides.
  const [failingParcel, otherParcel] = parcels.toSorted((a, b) => (a.guide < b.guide ? -1 : 1)) as [
    HandedOverParcel,
    HandedOverParcel,
  ];
  for (const { guide } of parcels) await control({ act: "transit", guide });
  const constraint = sql`ALTER TABLE parcel_events ADD CONSTRAINT fails_in_test
    CHECK (parcel_id <> ${sql.lit(failingParcel.parcelId)}::uuid) NOT VALID`;
  await constraint.execute(server.app.db);
  try {
    await expect(trackParcels(server.app)).rejects.toThrow();
  } finally {
    await sql`ALTER TABLE parcel_events DROP CONSTRAINT fails_in_test`.execute(server.app.db);
  }
  expect(await findLastEvent(failingParcel.parcelId)).toMatchObject({ state: "HANDED_OVER" });
  expect(await findLastEvent(otherParcel.parcelId)).toMatchObject({ state: "IN_TRANSIT" });
  await trackParcels(server.app);
  expect(await findLastEvent(failingParcel.parcelId)).toMatchObject({ state: "IN_TRANSIT" });
});

test("parcels stay as they are while Envia answers with a page instead of JSON", async () => {
  const { parcelId, guide } = await createHandedOverParcel();
  await control({ act: "transit", guide });
  await control({ fault: "html" });
  await trackParcels(server.app);
  expect(await findLastEvent(parcelId)).toMatchObject({ state: "HANDED_OVER" });
});

test("a webhook enqueues the tracking of its parcel, and one about an unknown parcel changes nothing", async () => {
  const countJobs = async (): Promise<number> =>
    (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'track_guide'`.execute(server.app.db)).rows
      .length;
  const notify = (body: unknown) => server.call("POST", "/api/v1/carriers/envia/notifications", { body });
  const jobCountBefore = await countJobs();
  for (const body of [{ trackingNumber: "SB0" }, { data: { trackingNumber: 7 } }, { other: true }, {}]) {
    expect(await notify(body)).toMatchObject({ status: 200, json: { status: "OK" } });
  }
  expect((await notify("texto")).status).toBe(422);
  expect(await countJobs()).toBe(jobCountBefore);
  const { guide } = await createHandedOverParcel();
  // The sandbox sends the webhook.
  await control({ act: "delivered", guide });
  await notify({ data: { trackingNumber: guide } });
  expect(await countJobs()).toBe(jobCountBefore + 1);
});

test("a label is refused for parcels of other shops, without a price, and for an id that no parcel has", async () => {
  const parcelId = await createPackedParcel();
  const foreignRequest = { parcelId, shops: [crypto.randomUUID()], carrier: "dhl", service: "express", seenCents: 1 };
  expect(await requestLabel(server.app, foreignRequest, by)).toEqual({ refused: "parcel_not_found" });
  expect(await requestTestLabel(parcelId, Number.NaN)).toEqual({ refused: "label_service_missing" });
  expect(await requestTestLabel("no", 1)).toEqual({ refused: "parcel_not_found" });
});

test("the credentials are stored encrypted, and needed outside the sandbox", async () => {
  const norteId = (await server.findShop("norte")).id;
  const fields = { ...ACCOUNT, mode: "test" };
  const save = (secret: string, change: object = {}) =>
    saveCarrierAccount(server.app, { shopId: norteId, fields: { ...fields, ...change }, secret }, by);
  expect(await save("")).toEqual({ refused: "carrier_token_missing" });
  expect(await save("secreta")).toBe("saved");
  expect(await save("")).toBe("saved");
  const account = (await findCarrierAccount(server.app.db, norteId))!;
  expect(account.encryptedCredentials!.includes("secreta")).toBe(false);
  expect(await credentialsOf(server.app, account)).toBe("secreta");
  expect(await save("", { mode: "live" })).toEqual({ refused: "carrier_token_missing" });
  expect(await save("", { postalCode: "1" })).toMatchObject({ refused: "bad_carrier_account", field: "postalCode" });
});

test("the labels of several parcels are merged into one PDF, which names the parcels without a label", async () => {
  const parcelIds: string[] = [];
  for (let count = 0; count < 3; count++) parcelIds.push(await createPackedParcel());
  for (const parcelId of parcelIds.slice(0, 2)) await buyLabel(server.app, await requestPurchase(parcelId));
  // The stored label of the first parcel is not a PDF.
  await server.app.db
    .updateTable("label_purchases")
    .set({ label: Buffer.from("^XA^XZ") })
    .where("parcel_id", "=", parcelIds[0]!)
    .execute();
  const printedLabels = (await printLabels(server.app, { parcelIds, shops: "all", paper: "letter" }))!;
  expect(Buffer.from(printedLabels.pdf.subarray(0, 5)).toString()).toBe("%PDF-");
  expect(printedLabels).toMatchObject({ count: 1, unreadable: [expect.any(String)], unbought: [expect.any(String)] });
  expect(await printLabels(server.app, { parcelIds, shops: [crypto.randomUUID()], paper: "label" })).toBeUndefined();
});

test("a box is proposed by weight or chosen by staff, and its dimensions are part of the quote", async () => {
  const addTestBox = (fields: object) =>
    addBox(
      server.app,
      { shopId, fields: { lengthCm: 10, widthCm: 10, heightCm: 2, emptyGrams: 20, maxGrams: 5_000, ...fields } },
      by,
    );
  expect(await addTestBox({ name: "Sobre" })).toBe("added");
  expect(await addTestBox({ name: "Sobre" })).toEqual({ refused: "box_exists" });
  expect(await addTestBox({ name: "" })).toMatchObject({ refused: "bad_carrier_account", field: "name" });
  expect(await addTestBox({ name: "Enorme", lengthCm: 900 })).toMatchObject({ field: "lengthCm" });
  const { boxes } = (await findCarrierAccount(server.app.db, shopId))!;
  expect(boxes.map(({ name }) => name)).toEqual(["Caja de siempre", "Sobre"]);
  const parcelId = await createPackedParcel();
  const parcels = await listParcelsToShip(server.app.db, [parcelId], "all");
  const quote = async (box?: string) => {
    const quoteAnswer = (
      await quoteParcels(server.app, parcels, "estafeta", box === undefined ? undefined : new Map([[parcelId, box]]))
    ).get(parcelId)!;
    return "quotes" in quoteAnswer ? quoteAnswer.quotes[0]!.priceCents : quoteAnswer;
  };
  // With either box the carrier charges two kilograms. The new box is the proposed one, because the default box has no
  // `maxGrams`.
  expect(await quote()).toBe(await quote(boxes[1]!.id!));
  expect(await quote("")).toBe(GROUND_CENTS);
  const { id } = unwrap(
    await requestLabel(
      server.app,
      { parcelId, shops: "all", carrier: "estafeta", service: "ground", seenCents: GROUND_CENTS, box: boxes[1]!.id! },
      by,
    ),
  );
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "bought", box: { name: "Sobre", emptyGrams: 20 } });
  expect(await removeBox(server.app, { shopId, id: boxes[1]!.id! }, by)).toBe("removed");
  expect(await removeBox(server.app, { shopId, id: boxes[1]!.id! }, by)).toEqual({ refused: "box_not_found" });
  const lateRequest = {
    parcelId: await createPackedParcel(),
    shops: "all",
    carrier: "estafeta",
    service: "ground",
  } as const;
  expect(await requestLabel(server.app, { ...lateRequest, seenCents: GROUND_CENTS, box: boxes[1]!.id! }, by)).toEqual({
    refused: "box_not_found",
  });
});
