import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../testing/find-free-port.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { CarrierQuote, LabelToBuy, Shipment } from "./carrier-provider.ts";
import { SANDBOX_CARRIER_TOKEN } from "./sandbox/carrier-sandbox.ts";
import { SkydropxConnection, type SkydropxConfig } from "./skydropx-connection.ts";
import { Skydropx } from "./skydropx.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.stop());
afterEach(() => control({ fault: null, balance: 10_000 }));

const control = (body: unknown) => testServer.call("POST", "/sandbox/carriers/control", { body });

function skydropx(change: Partial<SkydropxConfig> = {}): Skydropx {
  const connection = new SkydropxConnection({
    url: `${testServer.origin}/sandbox/carriers/skydropx`,
    clientId: "prueba",
    clientSecret: SANDBOX_CARRIER_TOKEN,
    log: testServer.app.log,
    timeouts: { connectMs: 2_000, callMs: { interactive: 1_000, job: 4_000 } },
    spacingMs: 20,
    ...change,
  });
  const isTestServer = ({ origin }: URL) => origin === testServer.origin;
  return new Skydropx({
    connection,
    email: "hola@ejemplo.mx",
    mayReadLabel: isTestServer,
    maySendToken: isTestServer,
    pollMs: 50,
  });
}

const SHIPMENT: Shipment = {
  from: {
    name: "Escaparate",
    phone: "5512345678",
    email: null,
    street: "Durango 150",
    neighborhood: "Roma Norte",
    city: "Cuauhtémoc",
    state: "Ciudad de México",
    postalCode: "06700",
    notes: "",
  },
  to: {
    name: "Ana López",
    phone: "+52 81 8765 4321",
    email: null,
    street: "Río Sena 20",
    neighborhood: "Del Valle",
    city: "San Pedro Garza García",
    state: "Nuevo León",
    postalCode: "66220",
    notes: "",
  },
  box: { grams: 1_200, lengthCm: 30, widthCm: 25, heightCm: 8, content: "Ropa", declaredCents: 899_00 },
};
const withRecipient = (change: Partial<Shipment["to"]>) => ({ to: { ...SHIPMENT.to, ...change } });

let purchaseCount = 0;
async function makePurchase(change: Partial<LabelToBuy> = {}): Promise<LabelToBuy> {
  const quoteAnswer = await skydropx().quote(SHIPMENT, "estafeta", "job");
  const { rateId, priceCents } = (quoteAnswer as { quotes: CarrierQuote[] }).quotes[0]!;
  const rate = { id: rateId!, priceCents };
  return {
    ...SHIPMENT,
    carrier: "estafeta",
    service: "ground",
    reference: `P1042-1-ABCDE${purchaseCount++}`,
    rate,
    ...change,
  };
}

async function listSoldGuides(): Promise<string[]> {
  const { json } = await testServer.call("GET", "/sandbox/carriers/state.json");
  return json.guides.map(({ guide }: { guide: string }) => guide);
}

async function buyLabel() {
  const answer = await skydropx().buy(await makePurchase());
  if (answer.outcome !== "bought") throw new Error(JSON.stringify(answer));
  return { ...answer, carrier: "estafeta", providerId: answer.providerId! };
}

const makeLookup = (reference: string, providerId: string | null = null) => ({
  reference,
  providerId,
  sentAt: new Date(Date.now() - 60_000),
  now: new Date(),
});

describe("a quote", () => {
  test("waits until the quotation is complete, and lists the services of the carrier, cheapest first", async () => {
    const rateId = expect.any(String);
    expect(await skydropx().quote(SHIPMENT, "estafeta", "interactive")).toEqual({
      outcome: "quoted",
      quotes: [
        { carrier: "estafeta", service: "ground", label: "Estafeta · Terrestre", priceCents: 122_00, days: 4, rateId },
        {
          carrier: "estafeta",
          service: "express",
          label: "Estafeta · Día siguiente",
          priceCents: 237_00,
          days: 1,
          rateId,
        },
      ],
    });
  });

  test("of a carrier that does not exist is empty", async () => {
    expect(await skydropx().quote(SHIPMENT, "nadie", "job")).toEqual({ outcome: "quoted", quotes: [] });
  });

  test("of a wrong postal code is refused", async () => {
    const answer = await skydropx().quote(
      { ...SHIPMENT, ...withRecipient({ postalCode: "00000" }) },
      "estafeta",
      "job",
    );
    expect(answer).toMatchObject({ outcome: "refused", reason: "wrong_postal_code" });
  });

  test.each(["down", "500", "429", "html", "hang"] as const)("fails with the fault %s", async (fault) => {
    await control({ fault });
    const startedAt = performance.now();
    expect(await skydropx().quote(SHIPMENT, "estafeta", "interactive")).toMatchObject({ outcome: "failed" });
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  test("that is not complete in time fails, and the next equal request continues it", async () => {
    const callMs = { interactive: 100, job: 4_000 };
    await skydropx().quote(SHIPMENT, "dhl", "interactive");
    const clientWithShortTimeout = skydropx({ timeouts: { connectMs: 1_000, callMs } });
    // Requests the token, so that the next call has time for a quotation.
    await clientWithShortTimeout.quote(SHIPMENT, "nadie", "job");
    const firstAnswer = await clientWithShortTimeout.quote(SHIPMENT, "fedex", "interactive");
    expect(firstAnswer).toMatchObject({ outcome: "failed" });
    await expect
      .poll(() => clientWithShortTimeout.quote(SHIPMENT, "fedex", "interactive"))
      .toMatchObject({ outcome: "quoted", quotes: [{ service: "ground" }, { service: "express" }] });
  });
});

describe("a purchase", () => {
  test("waits for the label, and returns its guide, what was charged, and its PDF", async () => {
    const answer = await buyLabel();
    expect(answer).toMatchObject({ guide: expect.stringMatching(/^SB\d{11}$/), chargedCents: 122_00 });
    expect(await skydropx().readLabel(answer.labelUrl!)).toMatchObject({ outcome: "read" });
    expect(await skydropx().readLabel("http://169.254.169.254/latest")).toMatchObject({ outcome: "failed" });
  });

  test("returns the charged price, even if it differs from the quote", async () => {
    const input = await makePurchase();
    await control({ fault: "wrong-price" });
    expect(await skydropx().buy(input)).toMatchObject({ chargedCents: 152_50 });
  });

  test.each([
    ["street_too_long", withRecipient({ street: "Calzada de los Presidentes Ilustres de la República 12345" })],
    ["no_service", { rate: { id: "otra", priceCents: 122_00 } }],
    ["no_service", { rate: undefined }],
  ] as const)("is refused: %s", async (reason, change) => {
    const guidesBefore = await listSoldGuides();
    expect(await skydropx().buy(await makePurchase(change))).toMatchObject({ outcome: "refused", reason });
    expect(await listSoldGuides()).toEqual(guidesBefore);
  });

  test("is refused without balance, by the adapter or by the provider, and with a wrong secret", async () => {
    const input = await makePurchase();
    await control({ balance: 121.99 });
    const noBalance = { outcome: "refused", reason: "no_balance" };
    expect(await skydropx().buy(input)).toMatchObject(noBalance);
    const cheapPurchase = { ...input, rate: { ...input.rate!, priceCents: 1_00 } };
    expect(await skydropx().buy(cheapPurchase)).toMatchObject({ ...noBalance, message: "Créditos insuficientes" });
    const clientWithWrongSecret = skydropx({ clientSecret: "otro" });
    expect(await clientWithWrongSecret.buy(input)).toMatchObject({ outcome: "refused", reason: "bad_credentials" });
  });

  test("is not made, and may be retried, if the connection is refused or the answer is 429", async () => {
    const input = await makePurchase();
    const url = `http://127.0.0.1:${await findFreePort()}`;
    expect(await skydropx({ url }).buy(input)).toMatchObject({ outcome: "failed" });
    await control({ fault: "429" });
    expect(await skydropx().buy(input)).toEqual({ outcome: "failed", reason: "HTTP 429", waitMs: 1_000 });
  });

  test.each(["down", "500", "html"] as const)("has an unknown outcome with the fault %s", async (fault) => {
    const input = await makePurchase();
    const clientWithToken = skydropx();
    await clientWithToken.quote(SHIPMENT, "estafeta", "job");
    await control({ fault });
    expect(await clientWithToken.buy(input)).toMatchObject({ outcome: "unknown" });
  });

  test("that was made without an answer is found by its reference", async () => {
    const unansweredPurchase = await makePurchase();
    await control({ fault: "hang-after-purchase" });
    const clientWithShortTimeout = skydropx({
      timeouts: { connectMs: 1_000, callMs: { interactive: 300, job: 1_000 } },
    });
    expect(await clientWithShortTimeout.buy(unansweredPurchase)).toMatchObject({ outcome: "unknown" });
    const foundPurchase = await skydropx().findPurchase(makeLookup(unansweredPurchase.reference));
    const guide = (await listSoldGuides())[0]!;
    expect(foundPurchase).toMatchObject({ outcome: "bought", guide, providerId: guide, chargedCents: 122_00 });
    expect(await skydropx().findPurchase(makeLookup(`${unansweredPurchase.reference}0`))).toEqual({
      outcome: "absent",
    });
    await control({ fault: "html" });
    expect(await skydropx().findPurchase(makeLookup(unansweredPurchase.reference))).toMatchObject({
      outcome: "failed",
    });
  });

  test("whose label takes longer than a job waits is looked up by its id", async () => {
    const input = await makePurchase();
    const clientWithShortTimeout = skydropx({ timeouts: { connectMs: 1_000, callMs: { interactive: 300, job: 200 } } });
    const answer = await clientWithShortTimeout.buy(input);
    const [guide] = await listSoldGuides();
    expect(answer).toMatchObject({ outcome: "unknown", providerId: guide });
    await expect
      .poll(() => skydropx().findPurchase(makeLookup("nada", guide)))
      .toMatchObject({ outcome: "bought", guide, chargedCents: 122_00 });
  });

  test("that the provider abandoned is undone", async () => {
    const { providerId, guide } = await buyLabel();
    await skydropx().cancel({ carrier: "estafeta", guide, providerId });
    expect(await skydropx().findPurchase(makeLookup("nada", providerId))).toMatchObject({ outcome: "undone" });
  });
});

describe("a label", () => {
  test("is cancelled, and a second cancellation has the same result", async () => {
    const label = await buyLabel();
    expect(await skydropx().cancel(label)).toEqual({ outcome: "cancelled" });
    expect(await skydropx().cancel(label)).toEqual({ outcome: "cancelled" });
  });

  test("is not cancelled after the carrier has the parcel", async () => {
    const label = await buyLabel();
    await control({ act: "transit", guide: label.guide });
    expect(await skydropx().cancel(label)).toMatchObject({ outcome: "refused" });
  });

  test("is tracked from its first event on", async () => {
    const { guide, carrier } = await buyLabel();
    const unknownGuide = { guide: "SB00000000000", carrier };
    expect(await skydropx().track([{ guide, carrier }, unknownGuide])).toEqual({ outcome: "tracked", guides: [] });
    const states = { transit: "IN_TRANSIT", failed: "FAILED", delivered: "DELIVERED" };
    for (const [act, state] of Object.entries(states)) {
      await control({ act, guide });
      const answer = await skydropx().track([unknownGuide, { guide, carrier }]);
      expect(answer).toMatchObject({ outcome: "tracked", guides: [{ guide, state, at: expect.any(Date) }] });
    }
  });
});

/** Starts a server that records its requests and sends the given answers. */
async function startRecordingServer(answer: (request: IncomingMessage) => { status?: number; json: object }) {
  const requests: { path: string; token: string | undefined; at: number }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, token: request.headers.authorization, at: performance.now() });
    const { status = 200, json } = answer(request);
    setTimeout(() => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json)), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url, requests, stop };
}

const GUIDES = [{ guide: "1", carrier: "fedex" }];

describe("the connection", () => {
  test("requests one token for concurrent calls, and a new one before it expires", async () => {
    let tokenCount = 0;
    const server = await startRecordingServer(({ url }) =>
      url === "/api/v1/oauth/token"
        ? { json: { access_token: `t${++tokenCount}`, expires_in: 0.4 } }
        : { json: { data: [] } },
    );
    try {
      const provider = skydropx({ url: server.url });
      await Promise.all([provider.track(GUIDES), provider.track(GUIDES), provider.track(GUIDES)]);
      expect(server.requests.map(({ token }) => token)).toEqual([undefined, "Bearer t1", "Bearer t1", "Bearer t1"]);
      await new Promise((resolve) => setTimeout(resolve, 250));
      await provider.track(GUIDES);
      expect(server.requests.at(-1)!.token).toBe("Bearer t2");
    } finally {
      await server.stop();
    }
  });

  test("renews a token that is refused, once", async () => {
    let tokenCount = 0;
    const server = await startRecordingServer(({ url, headers }) => {
      if (url === "/api/v1/oauth/token") return { json: { access_token: `t${++tokenCount}`, expires_in: 7_200 } };
      return headers.authorization === "Bearer t1" ? { status: 401, json: {} } : { json: { data: [] } };
    });
    try {
      expect(await skydropx({ url: server.url }).track(GUIDES)).toEqual({ outcome: "tracked", guides: [] });
      expect(tokenCount).toBe(2);
    } finally {
      await server.stop();
    }
  });

  test("lets requests start one after another, those that a customer waits for first", async () => {
    const quotation = { id: "q", is_completed: true, rates: [] };
    const server = await startRecordingServer(({ url }) => ({
      json: url === "/api/v1/oauth/token" ? { access_token: "t", expires_in: 7_200 } : { data: [], ...quotation },
    }));
    try {
      const provider = skydropx({ url: server.url, spacingMs: 200 });
      await provider.track(GUIDES);
      const jobs = [provider.track(GUIDES), provider.track(GUIDES), provider.track(GUIDES)];
      await Promise.all([...jobs, provider.quote(SHIPMENT, "fedex", "interactive")]);
      const [, , ...laterRequests] = server.requests;
      expect(laterRequests.findIndex(({ path }) => path === "/api/v1/quotations")).toBeLessThan(2);
      const gaps = laterRequests.slice(1).map(({ at }, index) => at - laterRequests[index]!.at);
      expect(Math.min(...gaps)).toBeGreaterThan(120);
      // Twenty interactive requests at once exceed the rate limit, so some of them time out.
      const manyQuotes = Array.from({ length: 20 }, () => provider.quote(SHIPMENT, "fedex", "interactive"));
      expect((await Promise.all(manyQuotes)).some(({ outcome }) => outcome === "failed")).toBe(true);
    } finally {
      await server.stop();
    }
  });
});
