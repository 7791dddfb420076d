import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret, TOTP } from "otpauth";
import { routePatterns } from "../../../e2e/support/routes.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import { newId } from "../../server/db/new-id.ts";
import { transact } from "../../server/db/transact.ts";
import { disableMember } from "../../server/staff/change-member.ts";
import { makeFirstOwner } from "../../server/staff/first-owner.ts";
import { insertMember } from "../../server/staff/queries.ts";
import { openStaffSession } from "../../server/staff/staff-sessions.ts";
import { startTestServer, type TestServer } from "../../server/testing/test-server.ts";
import { BUILD, buildIfNeeded } from "../build/build-if-needed.ts";
import { builtPages } from "../serve.ts";

const LIVE = { PUBLIC_URL: "https://tienda.example", ALLOW_SANDBOX: "1" };
const PASSWORD = "una contraseña larga";
const DEVICE = { address: "127.0.0.1", userAgent: "Firefox" };

const ACTORS = ["stranger", "halfOpen", "owner", "branchOwner", "sales", "warehouse", "accounting", "door"] as const;
type Actor = (typeof ACTORS)[number];
type Statuses = readonly [number, number, number, number, number, number, number, number];

let shop: TestServer;
let live: TestServer;
const members = {} as Record<Exclude<Actor, "stranger">, string>;

beforeAll(async () => {
  buildIfNeeded();
  shop = await startTestServer({}, (app) => builtPages(app, BUILD));
  live = await startTestServer(LIVE, (app) => builtPages(app, BUILD));
  await makeFirstOwner(shop.app);
  const branch = (await shop.shop("norte")).id;
  const all = (role: Grant["role"]): Grant[] => [{ role, shopId: null }];
  members.halfOpen = await hire(shop, "mitad@ejemplo.mx", all("owner"));
  members.owner = await hire(shop, "otra@ejemplo.mx", all("owner"));
  members.branchOwner = await hire(shop, "norte@ejemplo.mx", [{ role: "owner", shopId: branch }]);
  for (const role of ["sales", "warehouse", "accounting", "door"] as const) {
    members[role] = await hire(shop, `${role}@ejemplo.mx`, all(role));
  }
});
afterAll(async () => {
  await shop.stop();
  await live.stop();
});

async function hire({ app }: TestServer, email: string, grants: Grant[]): Promise<string> {
  const id = newId();
  const passwordHash = await app.passwords.hash(PASSWORD);
  await transact(app.db, (tx) => insertMember(tx, { id, name: "Persona", email, passwordHash, grants }));
  return id;
}

/** A session of this actor's own for each call: what one call ends the next does not miss. */
async function cookieOf(actor: Actor, server = shop): Promise<string | undefined> {
  if (actor === "stranger") return undefined;
  const isHalfOpen = actor === "halfOpen";
  const token = await transact(server.app.db, (tx) => openStaffSession(tx, members[actor], DEVICE, isHalfOpen));
  return `panel=${token}`;
}

interface Visit {
  cookie?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** As a browser without our code visits; with `form` it sends one of our own pages'. */
function visit(path: string, { cookie, form, headers = {} }: Visit = {}, server = shop) {
  const sent = form && { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
  const origin = form && { Origin: server.origin };
  return server.call(form ? "POST" : "GET", path, {
    raw: form && new URLSearchParams(form).toString(),
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...sent, ...origin, ...headers },
  });
}

/** Sent to the door. */
const DOOR = 302;
const members6 = (status: number) => [status, status, status, status, status, status] as const;
const ownerOnly = (status: number): Statuses => [DOOR, DOOR, status, 404, 404, 404, 404, 404];
const whoeverWorks = (status: number): Statuses => [DOOR, DOOR, ...members6(status)];
const everybody = (status: number): Statuses => [status, status, ...members6(status)];

/** Who gets what from each address, looked at and sent a form. A new route without its row fails the first test. */
const TABLE: Record<string, { get: Statuses; post: Statuses }> = {
  "/panel": { get: whoeverWorks(200), post: everybody(405) },
  "/panel/entrar": { get: [200, 200, ...members6(302)], post: [200, 200, ...members6(302)] },
  "/panel/segundo-factor": { get: [DOOR, 200, ...members6(302)], post: [DOOR, 200, ...members6(DOOR)] },
  "/panel/invitacion": { get: everybody(200), post: everybody(200) },
  "/panel/salir": { get: everybody(302), post: everybody(302) },
  "/panel/equipo": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/equipo/:memberId": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/mi-cuenta": { get: whoeverWorks(200), post: whoeverWorks(302) },
  "/panel/mi-cuenta/contrasena": { get: whoeverWorks(200), post: whoeverWorks(200) },
  "/panel/mi-cuenta/segundo-factor": { get: whoeverWorks(200), post: whoeverWorks(200) },
  "/panel/*": { get: whoeverWorks(404), post: everybody(405) },
};

describe("who gets what", () => {
  test("every address of the back office has its row", () => {
    expect(routePatterns().filter((pattern) => pattern.startsWith("/panel"))).toEqual(Object.keys(TABLE));
  });

  for (const [pattern, { get, post }] of Object.entries(TABLE)) {
    const address = () => pattern.replace(":memberId", members.door).replace("*", "no-existe");
    test(`${pattern}, looked at`, async () => {
      const statuses = [];
      for (const actor of ACTORS) statuses.push((await visit(address(), { cookie: await cookieOf(actor) })).status);
      expect(statuses).toEqual(get);
    });
    test(`${pattern}, sent a form`, async () => {
      const statuses = [];
      for (const actor of ACTORS) {
        statuses.push((await visit(address(), { cookie: await cookieOf(actor), form: {} })).status);
      }
      expect(statuses).toEqual(post);
    });
  }

  test("a page's data is as closed as the page", async () => {
    const asStranger = await visit("/panel/equipo.data");
    expect(asStranger.text).not.toContain("otra@ejemplo.mx");
    const asSales = await visit("/panel/equipo.data", { cookie: await cookieOf("sales") });
    expect(asSales.text).not.toContain("otra@ejemplo.mx");
    const asOwner = await visit("/panel/equipo.data", { cookie: await cookieOf("owner") });
    expect(asOwner.text).toContain("otra@ejemplo.mx");
  });

  test("one page's data does not come by asking for another's", async () => {
    const { text } = await visit("/panel/mi-cuenta.data?_routes=office%2Fteam%2Froute", {
      cookie: await cookieOf("sales"),
    });
    expect(text).not.toContain("otra@ejemplo.mx");
  });
});

describe("a form from elsewhere", () => {
  const invite = { email: "intrusa@ejemplo.mx", grant: "owner@*" };
  test.each([
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://malo.example" }],
    ["another shop of the same site", { "Sec-Fetch-Site": "same-site" }],
    ["an old browser at another site", { "Sec-Fetch-Site": "", Origin: "https://malo.example" }],
    ["a hidden origin", { "Sec-Fetch-Site": "", Origin: "null" }],
    ["nobody knows where", { "Sec-Fetch-Site": "", Origin: "" }],
  ])("%s changes nothing", async (_where, headers) => {
    const cookie = await cookieOf("owner");
    for (const path of ["/panel/equipo", "/panel/equipo.data", "/PANEL/equipo", "/%70anel/equipo"]) {
      const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
      const answer = await shop.call("POST", path, {
        raw: new URLSearchParams(invite).toString(),
        headers: { Cookie: cookie!, "Content-Type": "application/x-www-form-urlencoded", ...sent },
      });
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
    }
    const invited = await shop.app.db
      .selectFrom("staff_invitations")
      .select("id")
      .where("email", "=", invite.email)
      .execute();
    expect(invited).toEqual([]);
  });

  test("what is no form, or too much of one, is refused", async () => {
    const cookie = await cookieOf("owner");
    const typed = (type: string) => visit("/panel/equipo", { cookie, form: {}, headers: { "Content-Type": type } });
    expect((await typed("application/json")).status).toBe(415);
    expect((await typed("text/plain")).status).toBe(415);
    expect((await visit("/panel/equipo", { cookie, form: { email: "x".repeat(70_000) } })).status).toBe(413);
    expect((await visit("/panel/entrar", { form: { email: "\u0000", password: "\u0000" } })).status).toBe(200);
  });
});

describe("signing in over the wire", () => {
  const FORM = { email: "warehouse@ejemplo.mx", password: PASSWORD };

  test("the demo's cookie is for the server alone", async () => {
    const { status, headers } = await visit("/panel/entrar", { form: FORM });
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/panel");
    expect(headers.get("set-cookie")).toMatch(/^panel=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  });

  test("a live shop's is bound to its host and to https, and a member without second factor is sent to make one", async () => {
    await hire(live, "lucia@ejemplo.mx", [{ role: "owner", shopId: null }]);
    const form = { ...FORM, email: "lucia@ejemplo.mx" };
    const { headers } = await visit("/panel/entrar", { form }, live);
    const [cookie] = headers.get("set-cookie")!.split(";");
    expect(headers.get("set-cookie")).toMatch(/^__Host-panel=.*; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age/);
    expect((await visit("/panel", { cookie }, live)).headers.get("location")).toBe("/panel/mi-cuenta/segundo-factor");
    expect((await visit("/panel/mi-cuenta/segundo-factor", { cookie }, live)).status).toBe(200);
  });

  test("goes on where it was headed, only ever inside", async () => {
    expect((await visit("/panel/equipo")).headers.get("location")).toBe("/panel/entrar?volver=%2Fpanel%2Fequipo");
    const to = async (back: string) =>
      (await visit(`/panel/entrar?volver=${encodeURIComponent(back)}`, { form: FORM })).headers.get("location");
    expect(await to("/panel/mi-cuenta")).toBe("/panel/mi-cuenta");
    for (const away of ["//malo.example", "https://malo.example", "/panelmalo", "/\\malo.example"]) {
      expect(await to(away), away).toBe("/panel");
    }
  });

  test("with a second factor set up by QR or by typing, and a code once", async () => {
    const id = await hire(shop, "marta@ejemplo.mx", [{ role: "sales", shopId: null }]);
    const token = await transact(shop.app.db, (tx) => openStaffSession(tx, id, DEVICE, false));
    const at = "/panel/mi-cuenta/segundo-factor";
    const cookie = `panel=${token}`;
    expect((await visit(at, { cookie, form: { password: "otra" } })).text).toContain("Esa no es tu contraseña actual");
    const { text } = await visit(at, { cookie, form: { password: PASSWORD } });
    const letters = /font-mono[^>]*>([A-Z2-7 ]{39})</.exec(text)![1]!.replaceAll(" ", "");
    const totp = new TOTP({ secret: Secret.fromBase32(letters) });
    const confirmed = await visit(at, { cookie, form: { code: totp.generate() } });
    expect(confirmed.text).toContain("Es la única vez que los verás");

    const form = { email: "marta@ejemplo.mx", password: PASSWORD };
    const half = await visit("/panel/entrar", { form });
    expect(half.headers.get("location")).toBe("/panel/segundo-factor");
    const halfCookie = half.headers.get("set-cookie")!.split(";")[0];
    expect((await visit("/panel", { cookie: halfCookie })).status).toBe(302);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const passed = await visit("/panel/segundo-factor", { cookie: halfCookie, form: { code } });
    expect(passed.headers.get("location")).toBe("/panel");
    const whole = passed.headers.get("set-cookie")!.split(";")[0];
    expect(whole).not.toBe(halfCookie);
    expect((await visit("/panel", { cookie: whole })).status).toBe(200);
  });

  test("a session that was ended, or whose member was disabled, opens nothing from the next request on", async () => {
    const cookie = await cookieOf("door");
    expect((await visit("/panel", { cookie })).status).toBe(200);
    await visit("/panel/salir", { cookie, form: {} });
    expect((await visit("/panel", { cookie })).status).toBe(302);

    const id = await hire(shop, "breve@ejemplo.mx", [{ role: "door", shopId: null }]);
    const token = await transact(shop.app.db, (tx) => openStaffSession(tx, id, DEVICE, false));
    const done = await disableMember(shop.app, id, { memberId: null, name: "consola", address: null });
    expect(isRefusal(done)).toBe(false);
    expect((await visit("/panel", { cookie: `panel=${token}` })).status).toBe(302);
  });
});

describe("an office page", () => {
  test("is kept nowhere, found by nobody, and reaches nobody but us", async () => {
    for (const path of ["/panel", "/panel/entrar", "/panel/no-existe", "/panel.data", "/PANEL", "/%70anel"]) {
      const { headers } = await visit(path, { cookie: await cookieOf("owner") });
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("x-robots-tag"), path).toContain("noindex");
    }
    const csp = (await visit("/panel", { cookie: await cookieOf("owner") })).headers.get("content-security-policy")!;
    expect(csp).toMatch(/script-src 'self' 'sha256-/);
    expect(csp).not.toMatch(/script-src[^;]*(?:unsafe|https?:)/);
  });

  test("of one member is never another's, however its address is written and however close they come", async () => {
    for (const path of ["/panel", "/PANEL", "/%70anel"]) {
      const [owner, stranger] = await Promise.all([visit(path, { cookie: await cookieOf("owner") }), visit(path, {})]);
      expect(owner.text, path).toContain("Hola, Persona");
      expect(stranger.text, path).not.toContain("Persona");
    }
  });

  test("shows each what waits for her, and nothing of what she may not do", async () => {
    const home = async (actor: Actor) => (await visit("/panel", { cookie: await cookieOf(actor) })).text;
    expect(await home("warehouse")).toContain("Pedidos pagados por enviar");
    expect(await home("warehouse")).not.toContain("Comprobantes de transferencia");
    expect(await home("accounting")).toContain("Comprobantes de transferencia");
    expect(await home("owner")).toContain("Tareas y correos que fallan");
    expect(await home("branchOwner")).not.toContain("Tareas y correos que fallan");
    expect(await home("owner")).toContain('href="/panel/equipo"');
    expect(await home("sales")).not.toContain('href="/panel/equipo"');
  });

  test("names the back office's code and styles; a page of the shop names none of it", async () => {
    const office = (await visit("/panel/entrar")).text;
    expect(office).toMatch(/office-manifest-/);
    expect(office).not.toMatch(/\/assets\/app-[\w-]+\.css/);
    const { text } = await visit("/");
    expect(text).not.toMatch(/office|panel/);
    const [manifest] = /\/assets\/manifest-\w+\.js/.exec(text)!;
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(`${BUILD}/client${manifest}`, "utf8")).not.toContain("office/");
  });

  test("is open while the shop is closed", async () => {
    await shop.app.db
      .updateTable("shops")
      .set({
        settings: JSON.stringify({
          ...(await shop.shop()).settings,
          management: { canSell: true, allowInvoicing: false, maintenance: { enabled: true, information: "" } },
        }),
      })
      .where("key", "=", "matriz")
      .execute();
    await shop.app.shops.refresh();
    expect((await visit("/cart")).status).toBe(503);
    expect((await visit("/panel/entrar")).status).toBe(200);
    expect((await visit("/panel", { cookie: await cookieOf("owner") })).status).toBe(200);
  });
});
