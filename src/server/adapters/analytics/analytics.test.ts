import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { changeSetting } from "../../settings/change-setting.ts";
import { pageCsp } from "../../http/security-headers.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { analyticsHosts, analyticsTag } from "./ga4-tag.ts";

const LIVE_ENV = { PUBLIC_URL: "https://tienda.mx", SMTP_URL: "smtp://127.0.0.1:1", ALLOW_SANDBOX: "1" };

let demo: TestServer;
let live: TestServer;
beforeAll(async () => {
  demo = await startTestServer();
  live = await startTestServer(LIVE_ENV);
});
afterAll(() => Promise.all([demo.stop(), live.stop()]));

const cspOf = async ({ app, findShop }: TestServer) =>
  pageCsp(["abc"], null, analyticsHosts(app.config, await findShop()));

describe("the owner's setting", () => {
  const setSetting = async (path: string, value: unknown) =>
    changeSetting(live.app, await live.findShop(), path, value);

  test("a measurement id is accepted and passed to the browser", async () => {
    expect(isRefusal(await setSetting("analytics", { provider: "ga4", id: "G-ABC123DEF4" }))).toBe(false);
    const { json } = await live.call("GET", "/api/v1/app");
    expect(json.settings.analytics).toEqual({ provider: "ga4", id: "G-ABC123DEF4" });
    expect(analyticsTag(live.app.config, await live.findShop())).toEqual({
      id: "G-ABC123DEF4",
      scriptUrl: "https://www.googletagmanager.com/gtag/js",
    });
  });

  test.each([
    ["UA-1234", "an id of the former Universal Analytics"],
    ["G-abc'; img-src *", "an id that could break out of a URL"],
    ["", "an empty id"],
  ])("«%s» is refused: %s", async (id) => {
    expect(await setSetting("analytics", { provider: "ga4", id })).toMatchObject({ refused: "bad_value" });
  });

  test("without it nothing is measured, and pages may not connect to Google", async () => {
    expect(isRefusal(await setSetting("analytics", null))).toBe(false);
    expect(analyticsTag(live.app.config, await live.findShop())).toBeNull();
    expect(await cspOf(live)).not.toContain("google");
  });

  test("a shop that was stored before the setting existed measures nothing", async () => {
    const { id } = await live.findShop("norte");
    const { settings } = await live.app.db
      .selectFrom("shops")
      .select("settings")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { analytics: _, ...olderSettings } = settings as Record<string, unknown>;
    await live.app.db
      .updateTable("shops")
      .set({ settings: JSON.stringify(olderSettings) })
      .where("id", "=", id)
      .execute();
    await live.app.shops.refresh();
    expect((await live.findShop("norte")).settings.analytics).toBeNull();
  });
});

describe("a page's Content-Security-Policy", () => {
  test("allows Google's hosts for scripts and requests if the shop measures, and no frames", async () => {
    await changeSetting(live.app, await live.findShop(), "analytics", { provider: "ga4", id: "G-ABC123DEF4" });
    const csp = await cspOf(live);
    expect(csp).toContain("script-src 'self' 'sha256-abc' https://www.googletagmanager.com;");
    expect(csp).toContain("connect-src 'self' https://*.google-analytics.com");
    expect(csp).not.toContain("unsafe-inline' https:");
    expect(csp).not.toContain("frame-src");
  });

  test("of the demo allows no other host: its script is the sandbox's", async () => {
    expect((await demo.findShop()).settings.analytics).not.toBeNull();
    expect(await cspOf(demo)).not.toContain("https:");
    expect(analyticsTag(demo.app.config, await demo.findShop())!.scriptUrl).toBe("/sandbox/analytics/gtag.js");
  });
});

describe("the sandbox", () => {
  const event = { id: "G-DEMO", client: "GA1.1.1.2", name: "view_item", params: { value: 10 } };
  const collect = (body: unknown) => demo.call("POST", "/sandbox/analytics/collect", { body });

  test("stores received events, newest first, as a page and as JSON", async () => {
    expect((await collect(event)).status).toBe(204);
    expect((await collect({ ...event, name: "search", params: { search_term: "<b>lino" } })).status).toBe(204);
    expect((await collect({ ...event, client: "GA1.1.9.9" })).status).toBe(204);
    const { json } = await demo.call("GET", "/sandbox/analytics.json?client=GA1.1.1.2");
    expect(json).toMatchObject([{ name: "search" }, { name: "view_item", params: { value: 10 } }]);
    const { text } = await demo.call("GET", "/sandbox/analytics");
    expect(text).toContain("SIMULACIÓN");
    expect(text).toContain("&lt;b&gt;lino");
  });

  test.each([[{}], [{ ...event, name: "<script>" }], [{ ...event, params: { x: "y".repeat(70_000) } }]])(
    "refuses an invalid event (%#)",
    async (body) => {
      const { status } = await collect(body);
      expect([413, 422]).toContain(status);
    },
  );

  test("serves gtag.js in demo mode, and a live shop refuses all of its paths", async () => {
    const script = await demo.call("GET", "/sandbox/analytics/gtag.js?id=G-DEMO");
    expect(script).toMatchObject({ status: 200 });
    expect(script.headers.get("content-type")).toContain("text/javascript");
    for (const path of ["/sandbox/analytics/gtag.js", "/sandbox/analytics", "/sandbox/analytics.json"])
      expect((await live.call("GET", path)).status).toBe(401);
    expect((await live.call("POST", "/sandbox/analytics/collect", { body: event })).status).toBe(401);
  });
});
