import { request } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { Shipment } from "../adapters/carriers/carrier-provider.ts";
import { saveCarrierAccount } from "../carrier-labels/account.ts";
import { openProvider } from "../carrier-labels/open-provider.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { openTestOffice, STAFF_PASSWORD, type TestOffice } from "../testing/test-office.ts";

const SHOP_ORIGIN = "https://tienda.test:8443";
const SANDBOX_TOKEN = "token-de-la-prueba-en-vivo";
let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice({
    PUBLIC_URL: `${SHOP_ORIGIN}/`,
    ALLOW_SANDBOX: "1",
    SANDBOX_TOKEN,
    TRUST_PROXY: "127.0.0.1",
    METRICS_TOKEN: "un-token-para-las-metricas",
  });
  await sql`INSERT INTO shop_hosts (shop_id, host, position)
    SELECT id, 'norte.test', 9 FROM shops WHERE key = 'norte'`.execute(office.app.db);
  await office.app.shops.refresh();
});
afterAll(() => office.stop());

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request like the proxy in front of the shop. `fetch` does not allow setting the Host header. */
function send(path: string, { method = "GET", headers = {}, body }: RequestOptions = {}) {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
    (resolve, reject) => {
      const { port } = new URL(office.origin);
      request(
        { host: "127.0.0.1", port, path, method, headers: { Host: "tienda.test:8443", ...headers } },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
        },
      )
        .on("error", reject)
        .end(body);
    },
  );
}

const signIn = (origin: string, host?: string) =>
  send("/panel/entrar.data", {
    method: "POST",
    headers: {
      ...(host ? { Host: host } : {}),
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: origin,
    },
    body: new URLSearchParams({ email: "otra@ejemplo.mx", password: STAFF_PASSWORD }).toString(),
  });

describe("forms behind a proxy that terminates https", () => {
  test("staff sign in with a session cookie for https only", async () => {
    const { status, headers } = await signIn(SHOP_ORIGIN);
    expect(status).toBe(202);
    expect(headers["set-cookie"]?.[0]).toMatch(/^__Host-panel=.+; Path=\/; HttpOnly; SameSite=Strict; Secure/);
  });

  test("work at a branch's own host, and if the proxy does not forward the host", async () => {
    expect((await signIn("https://norte.test:8443", "norte.test:8443")).status).toBe(202);
    expect((await signIn(SHOP_ORIGIN, new URL(office.origin).host)).status).toBe(202);
  });

  test("work at the public URL even if its shop has only another host", async () => {
    await sql`INSERT INTO shop_hosts (shop_id, host, position)
      SELECT id, 'www.tienda.test', -1 FROM shops WHERE key = 'matriz'`.execute(office.app.db);
    await office.app.shops.refresh();
    expect((await signIn(SHOP_ORIGIN)).status).toBe(202);
    expect((await signIn("https://www.tienda.test:8443", "www.tienda.test:8443")).status).toBe(202);
    await sql`DELETE FROM shop_hosts WHERE host = 'www.tienda.test'`.execute(office.app.db);
    await office.app.shops.refresh();
  });

  test.each(["http://tienda.test:8443", "https://tienda.test", "https://norte.test:8443", "https://malo.test", "null"])(
    "a form from %s is refused",
    async (origin) => {
      expect((await signIn(origin)).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe("an unknown or malformed host", () => {
  test.each(["localhost/metrics?", "a@localhost", "localhost#", "tienda.test/x", "[::1", "a b"])(
    "«%s» is a bad request on every path",
    async (host) => {
      for (const path of ["/", "/api/v1/app", "/metrics", "/healthz"]) {
        expect([path, (await send(path, { headers: { Host: host } })).status]).toEqual([path, 400]);
      }
    },
  );

  test("if it is well formed, is answered by the default shop and not repeated in the response", async () => {
    const { status, text } = await send("/", { headers: { Host: "malo.test" } });
    expect(status).toBe(200);
    expect(text).toContain(`${SHOP_ORIGIN}/`);
    expect(text).not.toContain("malo.test");
  });

  test("a target in absolute form does not reach another host", async () => {
    expect((await send("http://localhost/metrics")).status).toBe(403);
  });
});

describe("plain http", () => {
  const plainHttpHeaders = { "X-Forwarded-Proto": "http" };
  test("redirects to https with path and query", async () => {
    const { status, headers } = await send("/cart?x=1", { headers: plainHttpHeaders });
    expect([status, headers.location]).toEqual([308, `${SHOP_ORIGIN}/cart?x=1`]);
    expect((await send("/", { headers: { ...plainHttpHeaders, Host: "malo.test" } })).headers.location).toBe(
      `${SHOP_ORIGIN}/`,
    );
  });
  test("is accepted for a load balancer's health checks", async () => {
    expect((await send("/healthz", { headers: plainHttpHeaders })).status).toBe(200);
    expect((await send("/readyz", { headers: plainHttpHeaders })).status).toBe(200);
  });
});

test("every response has the HSTS header", async () => {
  for (const path of ["/", "/api/v1/app", "/panel/entrar", "/healthz", "/no-existe"]) {
    expect((await send(path)).headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
  }
});

test("metrics require their token, even from this machine", async () => {
  expect((await send("/metrics", { headers: { Host: "localhost" } })).status).toBe(403);
  const headers = { Authorization: "Bearer un-token-para-las-metricas" };
  expect((await send("/metrics", { headers })).status).toBe(200);
});

test("the component gallery is not served", async () => {
  expect((await send("/test")).status).toBe(404);
});

const ADDRESS = { street: "Durango 150", neighborhood: "Roma Norte", city: "Cuauhtémoc", postalCode: "06700" };
const BOX = { lengthCm: 30, widthCm: 25, heightCm: 8 };
const CARRIER_ACCOUNT = {
  mode: "sandbox",
  senderName: "Escaparate",
  senderPhone: "5512345678",
  ...ADDRESS,
  ...BOX,
  emptyGrams: 200,
  pieceGrams: 300,
};
const PERSON = { phone: "5512345678", email: null, ...ADDRESS, state: "Ciudad de México", notes: "" };
const SHIPMENT: Shipment = {
  from: { name: "Escaparate", ...PERSON },
  to: { name: "Ana López", ...PERSON },
  box: { grams: 1_200, ...BOX, content: "Ropa", declaredCents: 899_00 },
};

describe("the sandboxes of a live shop", () => {
  const PANELS = ["/sandbox/mail", "/sandbox/mail.json", "/sandbox/mp", "/sandbox/mp/state.json", "/sandbox/pac"];
  const tokenHeaders = { Authorization: `Bearer ${SANDBOX_TOKEN}` };

  test("are accessible to the owner and with the token only", async () => {
    const ownerCookie = (await office.cookieOf("owner"))!;
    const secondFactor = { secret: Buffer.from("x"), confirmed_at: new Date() };
    const factors = [office.members.owner, office.members.sales].map((member_id) => ({ member_id, ...secondFactor }));
    await office.app.db.insertInto("staff_second_factors").values(factors).execute();
    const ownerHeaders = { Cookie: ownerCookie.replace("panel=", "__Host-panel=") };
    const salesHeaders = { Cookie: (await office.cookieOf("sales"))!.replace("panel=", "__Host-panel=") };
    for (const path of PANELS) {
      expect([path, (await send(path)).status]).toEqual([path, 401]);
      expect([path, (await send(path, { headers: salesHeaders })).status]).toEqual([path, 401]);
      expect([path, (await send(path, { headers: ownerHeaders })).status]).toEqual([path, 200]);
      expect([path, (await send(path, { headers: tokenHeaders })).status]).toEqual([path, 200]);
    }
  });

  test.each(["/sandbox/mp/control", "/sandbox/mp/panel", "/sandbox/pac/control", "/sandbox/pac/panel"])(
    "POST %s is refused without the token and without a session of the owner",
    async (path) => {
      const headers = { "Content-Type": "application/json" };
      expect((await send(path, { method: "POST", headers, body: "{}" })).status).toBe(401);
    },
  );

  test("the credentials in the source code are not valid", async () => {
    const sourceCodeCredentials = { Authorization: "Bearer TEST-escaparate-sandbox-access" };
    expect((await send("/sandbox/mp/v1/payments/search", { headers: sourceCodeCredentials })).status).toBe(401);
    expect((await send("/sandbox/mp/v1/payments/search", { headers: tokenHeaders })).status).toBe(200);
    const body = JSON.stringify({ user: "escaparate-sandbox", password: "escaparate-sandbox-pac" });
    const postOptions = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    expect((await send("/sandbox/pac/v2/security/authenticate", postOptions)).status).toBe(401);
  });

  test("Skydropx's sandbox checks its own credentials, without a session of staff", async () => {
    const requestToken = (secret: string) =>
      send("/sandbox/carriers/skydropx/api/v1/oauth/token", {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: "x",
          client_secret: secret,
        }).toString(),
      });
    expect((await requestToken("otro")).text).not.toContain("access_token");
    expect((await requestToken(SANDBOX_TOKEN)).text).toContain("access_token");
  });

  test.each(["envia", "skydropx"])(
    "a label of %s's sandbox is read by the shop, and by others only with the token",
    async (provider) => {
      const shopId = (await office.findShop()).id;
      const fields = { ...CARRIER_ACCOUNT, provider };
      expect(await saveCarrierAccount(office.app, { shopId, fields, secret: "" }, CONSOLE_ACTOR)).toBe("saved");
      const access = await openProvider(office.app, shopId);
      if (isRefusal(access)) throw new Error(access.refused);
      const quoteResult = await access.provider.quote(SHIPMENT, "estafeta", "job");
      if (quoteResult.outcome !== "quoted") throw new Error(JSON.stringify(quoteResult));
      const { service, rateId, priceCents } = quoteResult.quotes[0]!;
      const purchaseResult = await access.provider.buy({
        ...SHIPMENT,
        carrier: "estafeta",
        service,
        reference: `P1042-${provider}`,
        ...(rateId !== undefined && { rate: { id: rateId, priceCents } }),
      });
      if (purchaseResult.outcome !== "bought") throw new Error(JSON.stringify(purchaseResult));
      expect(await access.provider.readLabel(purchaseResult.labelUrl!)).toMatchObject({ outcome: "read" });
      const { pathname } = new URL(purchaseResult.labelUrl!);
      expect((await send(pathname)).status).toBe(401);
      expect((await send(pathname, { headers: tokenHeaders })).status).toBe(200);
    },
  );

  test("the analytics sandbox exists only in the demo", async () => {
    expect((await send("/sandbox/analytics.json", { headers: tokenHeaders })).status).toBe(404);
  });
});
