import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { CarrierTimeouts } from "../adapters/carriers/carrier-client.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { weighParcel } from "../parcels/change-parcel.ts";
import { handOverToCarrier } from "../parcels/hand-over-to-carrier.ts";
import { packParcel } from "../parcels/pack-parcel.ts";
import { createUnpaidOrder } from "../testing/unpaid-orders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { credentialsOf, findCarrierAccount, parseSkydropxCredentials, saveCarrierAccount } from "./account.ts";
import { buyLabel } from "./buy-label.ts";
import { cancelLabel } from "./cancel-label.ts";
import { listParcelsToShip } from "./parcel-shipment.ts";
import { findPurchase } from "./purchases.ts";
import { findQuotes } from "./quote-cache.ts";
import { quoteParcels } from "./quote-parcels.ts";
import { findLabel } from "./read-label.ts";
import { requestLabel } from "./request-label.ts";
import { trackParcels } from "./track-parcels.ts";

const ACCOUNT = {
  provider: "skydropx",
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
const GROUND_CENTS = 122_00;
const SHORT_TIMEOUTS: CarrierTimeouts = { connectMs: 1_000, callMs: { interactive: 500, job: 1_500 } };

let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
  await switchProvider("skydropx");
});
afterAll(() => server.stop());
afterEach(() => control({ fault: null, balance: 10_000 }));

const switchProvider = async (provider: string) =>
  expect(await saveCarrierAccount(server.app, { shopId, fields: { ...ACCOUNT, provider }, secret: "" }, by)).toBe(
    "saved",
  );
const control = (body: unknown) => server.call("POST", "/sandbox/carriers/control", { body });
const countSoldLabels = async (): Promise<number> =>
  (await server.call("GET", "/sandbox/carriers/state.json")).json.guides.length;
const readPurchase = async (id: string) => (await findPurchase(server.app.db, id))!;

/** The result of an action that succeeded. Throws for a refusal. */
function unwrap<Result>(result: Result): Exclude<Result, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Result, { refused: string }>;
}

/** A label that staff requested for a packed parcel of a paid order. */
async function createRequestedPurchase(): Promise<{ id: string; parcelId: string }> {
  const { id: orderId } = await createUnpaidOrder(server);
  await moveOrder(server.app, orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const { lines } = (await findOrder(server.app.db, shopId, orderId))!;
  const packing = { lines: [{ sizeId: lines[0]!.size_id, pieces: 2 }], by, at: new Date() };
  const { id: parcelId } = unwrap(await packParcel(server.app, orderId, packing));
  unwrap(await weighParcel(server.app, parcelId, { grams: 1_000, by }));
  const choice = { carrier: "estafeta", service: "ground", seenCents: GROUND_CENTS };
  const { id } = unwrap(await requestLabel(server.app, { parcelId, shops: "all", ...choice }, by));
  // The test runs the job itself.
  await sql`DELETE FROM graphile_worker._private_jobs WHERE key = ${`buy_label ${id}`}`.execute(server.app.db);
  return { id, parcelId };
}

test("a label of Skydropx is bought, read, tracked, and cancelled by its id", async () => {
  const { id, parcelId } = await createRequestedPurchase();
  // Twelve quotes take longer than a customer waits, but not longer than staff wait.
  const parcels = await listParcelsToShip(server.app.db, [parcelId], "all");
  const severalParcels = Array.from({ length: 12 }, (_, index) => ({
    ...parcels[0]!,
    id: `${index}`,
    grams: 1_000 + index,
  }));
  const quotes = [...(await quoteParcels(server.app, severalParcels, "estafeta")).values()];
  expect(quotes).toHaveLength(12);
  for (const quote of quotes) expect(quote).toMatchObject({ quotes: [{ service: "ground" }, { service: "express" }] });
  await buyLabel(server.app, id);
  const purchase = await readPurchase(id);
  expect(purchase).toMatchObject({ state: "bought", provider: "skydropx", chargedCents: GROUND_CENTS });
  expect(purchase.providerId).not.toBeNull();
  expect(Buffer.isBuffer(await findLabel(server.app, purchase))).toBe(true);
  unwrap(await handOverToCarrier(server.app, parcelId, { guide: purchase.guide!, at: new Date(), by }));
  await control({ act: "delivered", guide: purchase.guide });
  await trackParcels(server.app);
  const { state } = await server.app.db
    .selectFrom("parcels")
    .select("state")
    .where("id", "=", parcelId)
    .executeTakeFirstOrThrow();
  expect(state).toBe("DELIVERED");
  const otherPurchase = await createRequestedPurchase();
  await buyLabel(server.app, otherPurchase.id);
  expect(await cancelLabel(server.app, await readPurchase(otherPurchase.id), by)).toBe("cancelled");
});

test("a label that was sold without an answer is looked up, and not bought again", async () => {
  const { id } = await createRequestedPurchase();
  const soldCountBefore = await countSoldLabels();
  await control({ fault: "hang-after-purchase" });
  await buyLabel(server.app, id, SHORT_TIMEOUTS);
  expect(await readPurchase(id)).toMatchObject({ state: "sent", providerId: null });
  await control({ fault: null });
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "bought", chargedCents: GROUND_CENTS });
  expect(await countSoldLabels()).toBe(soldCountBefore + 1);
});

test("a label that the carrier makes slowly is looked up by its id", async () => {
  const { id } = await createRequestedPurchase();
  const soldCountBefore = await countSoldLabels();
  const shorterTimeouts = { connectMs: 1_000, callMs: { interactive: 500, job: 550 } };
  await expect
    .poll(() => buyLabel(server.app, id, shorterTimeouts).then(() => readPurchase(id)))
    .toMatchObject({ state: "sent" });
  expect(await readPurchase(id)).toMatchObject({ state: "sent", providerId: expect.stringMatching(/^SB/) });
  await expect.poll(() => buyLabel(server.app, id).then(() => readPurchase(id))).toMatchObject({ state: "bought" });
  expect(await countSoldLabels()).toBe(soldCountBefore + 1);
});

test("a refusal for lack of balance is stored with its reason", async () => {
  const { id } = await createRequestedPurchase();
  await control({ balance: 5 });
  await buyLabel(server.app, id);
  expect(await readPurchase(id)).toMatchObject({ state: "refused", refusalCode: "no_balance" });
});

test("after a change of provider nothing is looked up or cancelled at the wrong one", async () => {
  const lostPurchase = await createRequestedPurchase();
  const boughtPurchase = await createRequestedPurchase();
  await buyLabel(server.app, boughtPurchase.id);
  await control({ fault: "hang-after-purchase" });
  await buyLabel(server.app, lostPurchase.id, SHORT_TIMEOUTS);
  await control({ fault: null });
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await server.app.db
    .updateTable("label_purchases")
    .set({ sent_at: anHourAgo })
    .where("id", "=", lostPurchase.id)
    .execute();
  await switchProvider("envia");
  await buyLabel(server.app, lostPurchase.id);
  expect(await readPurchase(lostPurchase.id)).toMatchObject({ state: "sent" });
  expect(await cancelLabel(server.app, await readPurchase(boughtPurchase.id), by)).toEqual({
    refused: "label_not_cancelled",
  });
  await switchProvider("skydropx");
  await buyLabel(server.app, lostPurchase.id);
  expect(await readPurchase(lostPurchase.id)).toMatchObject({ state: "bought" });
});

test("a live price is quoted, and a provider that does not answer delays a customer by less than 1.5 seconds", async () => {
  const parcel = { shopId, carrier: "estafeta", postalCode: "66220", kilograms: 1 };
  expect(await findQuotes(server.app, parcel, true)).toMatchObject([{ service: "ground" }, { service: "express" }]);
  await control({ fault: "hang" });
  const startedAt = performance.now();
  expect(await findQuotes(server.app, { ...parcel, postalCode: "44100" }, true)).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

test("a webhook about an unknown guide or without a guide is answered with 200", async () => {
  const notify = (body: unknown) => server.call("POST", "/api/v1/carriers/skydropx/notifications", { body });
  const webhookBody = {
    data: { id: "1", type: "packages", attributes: { tracking_number: "SB0", status: "delivered" } },
  };
  expect(await notify(webhookBody)).toMatchObject({ status: 200, json: { status: "OK" } });
  expect(await notify({ data: 7 })).toMatchObject({ status: 200 });
});

test("client id and secret are stored encrypted, together, and are not kept after a change of provider", async () => {
  const norteId = (await server.findShop("norte")).id;
  const save = (secrets: { secret: string; clientId?: string }, change: object = {}) =>
    saveCarrierAccount(
      server.app,
      { shopId: norteId, fields: { ...ACCOUNT, mode: "test", ...change }, ...secrets },
      by,
    );
  expect(await save({ secret: "" })).toEqual({ refused: "carrier_token_missing" });
  expect(await save({ secret: "secreta" })).toEqual({ refused: "carrier_client_incomplete" });
  expect(await save({ secret: "", clientId: "cliente" })).toEqual({ refused: "carrier_client_incomplete" });
  expect(await save({ secret: "secreta", clientId: "cliente" })).toBe("saved");
  expect(await save({ secret: "" })).toBe("saved");
  const account = (await findCarrierAccount(server.app.db, norteId))!;
  expect(account.encryptedCredentials!.includes("secreta")).toBe(false);
  const credentials = unwrap(await credentialsOf(server.app, account));
  expect(parseSkydropxCredentials("test", credentials)).toEqual({ clientId: "cliente", clientSecret: "secreta" });
  expect(await save({ secret: "" }, { provider: "envia" })).toEqual({ refused: "carrier_token_missing" });
});
