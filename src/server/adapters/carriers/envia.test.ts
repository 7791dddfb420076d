import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../testing/find-free-port.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { LabelToBuy, Shipment } from "./carrier-provider.ts";
import { parcelStateOfStatus } from "./envia-values.ts";
import { Envia, type EnviaConfig } from "./envia.ts";
import { SANDBOX_CARRIER_TOKEN } from "./sandbox/carrier-sandbox.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => control({ fault: null, balance: 10_000 }));

const control = (body: unknown) => server.call("POST", "/sandbox/carriers/control", { body });

function envia(change: Partial<EnviaConfig> = {}): Envia {
  return new Envia({
    url: `${server.origin}/sandbox/carriers`,
    queriesUrl: `${server.origin}/sandbox/carriers`,
    token: SANDBOX_CARRIER_TOKEN,
    mayReadLabel: ({ origin }) => origin === server.origin,
    maySendToken: () => false,
    log: server.app.log,
    timeouts: { connectMs: 2_000, callMs: { interactive: 500, job: 3_000 } },
    ...change,
  });
}

const SHIPMENT: Shipment = {
  from: {
    name: "Escaparate",
    phone: "5512345678",
    email: "hola@ejemplo.mx",
    street: "Durango 150",
    neighborhood: "Roma Norte",
    city: "Cuauhtémoc",
    state: "Ciudad de México",
    postalCode: "06700",
    notes: "",
  },
  to: {
    name: "Ana López",
    phone: "8187654321",
    email: null,
    street: "Río Sena 20",
    neighborhood: "Del Valle",
    city: "San Pedro Garza García",
    state: "Nuevo León",
    postalCode: "66220",
    notes: "Portón azul",
  },
  box: { grams: 1_200, lengthCm: 30, widthCm: 25, heightCm: 8, content: "Ropa", declaredCents: 899_00 },
};

let purchaseCount = 0;
const makePurchase = (change: Partial<LabelToBuy> = {}): LabelToBuy => ({
  ...SHIPMENT,
  carrier: "estafeta",
  service: "ground",
  reference: `P1042-1-${purchaseCount++}`,
  ...change,
});
const withRecipient = (change: Partial<Shipment["to"]>) => ({ to: { ...SHIPMENT.to, ...change } });

async function listSoldGuides(): Promise<string[]> {
  const { json } = await server.call("GET", "/sandbox/carriers/state.json");
  return json.guides.map(({ guide }: { guide: string }) => guide);
}

async function buyLabel(change: Partial<LabelToBuy> = {}) {
  const answer = await envia().buy(makePurchase(change));
  if (answer.outcome !== "bought") throw new Error(JSON.stringify(answer));
  return answer;
}

const makeLookup = (reference: string) => ({
  reference,
  providerId: null,
  sentAt: new Date(Date.now() - 60_000),
  now: new Date(),
});

describe("a quote", () => {
  test("lists the services of a carrier in centavos, cheapest first", async () => {
    expect(await envia().quote(SHIPMENT, "estafeta", "job")).toEqual({
      outcome: "quoted",
      quotes: [
        { carrier: "estafeta", service: "ground", label: "Estafeta · Terrestre", priceCents: 122_00, days: 4 },
        { carrier: "estafeta", service: "express", label: "Estafeta · Día siguiente", priceCents: 237_00, days: 1 },
      ],
    });
  });

  test("of a carrier that does not exist is empty", async () => {
    expect(await envia().quote(SHIPMENT, "nadie", "job")).toEqual({ outcome: "quoted", quotes: [] });
  });

  test.each(["down", "500", "429", "html"] as const)("fails with the fault %s", async (fault) => {
    await control({ fault });
    expect(await envia().quote(SHIPMENT, "estafeta", "interactive")).toMatchObject({ outcome: "failed" });
  });
});

describe("a purchase", () => {
  test("returns the guide, what was charged, and a label of 4 × 6 inches", async () => {
    const answer = await buyLabel();
    expect(answer).toMatchObject({ guide: expect.stringMatching(/^SB\d{11}$/), chargedCents: 122_00 });
    const label = await envia().readLabel(answer.labelUrl!);
    expect(label).toMatchObject({ outcome: "read" });
    expect(label.outcome === "read" && label.pdf.toString("latin1")).toContain("[0 0 288 432]");
  });

  test("returns the charged price, even if it differs from the quote", async () => {
    await control({ fault: "wrong-price" });
    expect(await buyLabel()).toMatchObject({ chargedCents: 152_50 });
  });

  test.each([
    ["wrong_postal_code", withRecipient({ postalCode: "00000" })],
    ["street_too_long", withRecipient({ street: "Calzada de los Presidentes Ilustres de la República 12345" })],
    ["no_service", { service: "teletransporte" }],
  ] as const)("is refused: %s", async (reason, change) => {
    const guidesBefore = await listSoldGuides();
    expect(await envia().buy(makePurchase(change))).toMatchObject({ outcome: "refused", reason });
    expect(await listSoldGuides()).toEqual(guidesBefore);
  });

  test("is refused without balance, and with a wrong token", async () => {
    await control({ balance: 121.99 });
    expect(await envia().buy(makePurchase())).toMatchObject({ outcome: "refused", reason: "no_balance" });
    expect(await envia({ token: "otro" }).buy(makePurchase())).toMatchObject({
      outcome: "refused",
      reason: "bad_credentials",
    });
  });

  test("is not made, and may be retried, if the connection is refused or the answer is 429", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    expect(await envia({ url }).buy(makePurchase())).toMatchObject({ outcome: "failed" });
    await control({ fault: "429" });
    expect(await envia().buy(makePurchase())).toEqual({ outcome: "failed", reason: "HTTP 429", waitMs: 1_000 });
  });

  test.each(["down", "500", "html"] as const)("has an unknown outcome with the fault %s", async (fault) => {
    await control({ fault });
    expect(await envia().buy(makePurchase())).toMatchObject({ outcome: "unknown" });
  });

  test("that was made without an answer is found by its reference", async () => {
    await control({ fault: "hang-after-purchase" });
    const clientWithShortTimeout = envia({ timeouts: { connectMs: 1_000, callMs: { interactive: 300, job: 1_500 } } });
    const unansweredPurchase = makePurchase();
    expect(await clientWithShortTimeout.buy(unansweredPurchase)).toMatchObject({ outcome: "unknown" });
    const foundPurchase = await envia().findPurchase(makeLookup(unansweredPurchase.reference));
    expect(foundPurchase).toMatchObject({
      outcome: "bought",
      guide: (await listSoldGuides())[0],
      chargedCents: 122_00,
    });
    const otherPurchase = await envia().findPurchase(makeLookup(`${unansweredPurchase.reference}0`));
    expect(otherPurchase).toEqual({ outcome: "absent" });
  });

  test("that cannot be looked up is failed, not absent", async () => {
    await control({ fault: "html" });
    expect(await envia().findPurchase(makeLookup("P1-1-x"))).toMatchObject({ outcome: "failed" });
  });
});

describe("a label", () => {
  test("is cancelled, and a second cancellation has the same result", async () => {
    const { guide } = await buyLabel();
    expect(await envia().cancel({ carrier: "estafeta", guide, providerId: null })).toEqual({ outcome: "cancelled" });
    expect(await envia().cancel({ carrier: "estafeta", guide, providerId: null })).toEqual({ outcome: "cancelled" });
  });

  test("is not cancelled after the carrier has the parcel", async () => {
    const { guide } = await buyLabel();
    await control({ act: "transit", guide });
    expect(await envia().cancel({ carrier: "estafeta", guide, providerId: null })).toMatchObject({
      outcome: "refused",
      reason: "other",
    });
  });

  test.each(["carrier", "trackingNumber"])("is not cancelled without %s, and the sandbox names it", async (field) => {
    const body = { carrier: "estafeta", trackingNumber: "SB00000000000", [field]: undefined };
    const { json } = await server.call("POST", "/sandbox/carriers/ship/cancel/", {
      body,
      token: SANDBOX_CARRIER_TOKEN,
    });
    expect(json).toMatchObject({ meta: "error", error: { message: `The ${field} field is required.` } });
  });

  test("is read only from the provider's hosts, and only if it is a PDF", async () => {
    expect(await envia().readLabel("http://169.254.169.254/latest")).toMatchObject({ outcome: "failed" });
    expect(await envia().readLabel(`${server.origin}/sandbox/carriers`)).toMatchObject({ outcome: "failed" });
    expect(await envia().readLabel("no es una dirección")).toMatchObject({ outcome: "failed" });
  });
});

describe("tracking", () => {
  test.each([
    [null, null],
    ["transit", "IN_TRANSIT"],
    ["delivered", "DELIVERED"],
    ["failed", "FAILED"],
  ] as const)("after %s the state is %s", async (act, state) => {
    const { guide } = await buyLabel();
    if (act) await control({ act, guide });
    const answer = await envia().track(
      [guide, "SB00000000000"].map((trackedGuide) => ({ guide: trackedGuide, carrier: "estafeta" })),
    );
    expect(answer).toMatchObject({ outcome: "tracked", guides: [{ guide, state }] });
    const at = answer.outcome === "tracked" ? answer.guides[0]!.at! : new Date(0);
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

test("the sandbox refuses an unknown fault, an event without a guide and an unknown guide", async () => {
  expect((await control({ fault: "otra" })).status).toBe(422);
  expect((await control({ act: "transit" })).status).toBe(422);
  expect((await control({ act: "transit", guide: "SB99999999999" })).status).toBe(404);
  const page = await server.call("GET", "/sandbox/carriers");
  expect(page.text).toContain("Paqueterías simuladas");
});

test.each([
  ["Delivered", "DELIVERED"],
  ["Not delivered", "FAILED"],
  ["Could not be delivered", "FAILED"],
  ["No entregado", "FAILED"],
  ["Out for delivery", "OUT_FOR_DELIVERY"],
])("the status %j means %s", (status, state) => expect(parcelStateOfStatus(status)).toBe(state));
