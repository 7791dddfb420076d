import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import routes from "../../web/routes.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../web/build/build-if-needed.ts";
import { loadBuiltPages } from "../../web/serve.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Cdn } from "../adapters/cdn/cdn.ts";
import { CdnPurger } from "../adapters/cdn/cdn-purger.ts";
import { httpCdn } from "../adapters/cdn/http-cdn.ts";
import { openLog } from "../log.ts";
import { changeShop } from "../shops/change-shop.ts";
import { createTestCart } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, startTestApp } from "../testing/test-app.ts";
import { serveTestApp, startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { findFreePort } from "../testing/find-free-port.ts";
import { HAS_VARNISH, startVarnish } from "../testing/varnish.ts";
import { CATALOGUE_TAG, productTag, shopTag } from "./cdn-headers.ts";

const TOKEN = "token-of-the-purge";

/** A CDN's purge API that records the calls that succeed. */
class PurgeApi {
  readonly calls: { tags: string[]; headers: Record<string, unknown> }[] = [];
  /** How many calls fail from now on. */
  remainingFailureCount = 0;
  readonly server: Server;
  constructor() {
    this.server = createServer(async (req, res) => {
      let text = "";
      for await (const chunk of req) text += String(chunk);
      const fails = this.remainingFailureCount-- > 0;
      if (!fails) this.calls.push({ tags: (JSON.parse(text) as { tags: string[] }).tags, headers: req.headers });
      res.writeHead(fails ? 500 : 200).end();
    });
  }
  async start(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/purge`;
  }
  listTags(): string[] {
    return this.calls.flatMap((call) => call.tags);
  }
}

const purgeApi = new PurgeApi();
let purgeUrl: string;
let testServer: TestServer;
let size: TestSize;
beforeAll(async () => {
  buildIfNeeded();
  purgeUrl = await purgeApi.start();
  const env = { CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: TOKEN };
  testServer = await startTestServer(env, (app) => loadBuiltPages(app, BUILD_FOLDER));
  size = await createTestSize(testServer.app, { pieces: 50 });
});
afterAll(async () => {
  await testServer.stop();
  purgeApi.server.close();
});
afterEach(() => void (purgeApi.calls.length = 0));

const isShared = ({ headers }: { headers: Headers }): boolean =>
  [...headers].some(([name, value]) => /s-maxage/.test(value) || /^(?:surrogate|cdn-cache|cache-tag)/.test(name));

describe("what a CDN may cache", () => {
  test.each([
    ["a product's page", () => `/products/${size.productId}/details`, () => productTag(size.productId)],
    ["a product of the API", () => `/api/v1/products/${size.productId}`, () => productTag(size.productId)],
    ["its stock", () => `/api/v1/products/${size.productId}/stock`, () => productTag(size.productId)],
    ["the front page", () => "/", () => CATALOGUE_TAG],
    ["a search", () => "/api/v1/search2?size=1", () => CATALOGUE_TAG],
    ["the sitemap", () => "/sitemap.xml", () => CATALOGUE_TAG],
  ])("%s is tagged, cached for a minute, and longer while the server is down", async (_, path, tag) => {
    const { status, headers } = await testServer.call("GET", path());
    expect(status).toBe(200);
    const tags = [shopTag((await testServer.findShop()).id), tag()];
    expect(headers.get("surrogate-key")).toBe(tags.join(" "));
    expect(headers.get("cache-tag")).toBe(tags.join(","));
    expect(headers.get("cache-control")).toBe("public, max-age=0, s-maxage=60, must-revalidate");
    const cdnCacheControl = "max-age=60, stale-while-revalidate=60, stale-if-error=86400";
    expect([headers.get("cdn-cache-control"), headers.get("surrogate-control")]).toEqual([
      cdnCacheControl,
      cdnCacheControl,
    ]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("nothing, if there is no CDN that can be purged", async () => {
    const serverWithoutCdn = await startTestServer();
    expect(isShared(await serverWithoutCdn.call("GET", `/api/v1/products/${size.productId}`))).toBe(false);
    await serverWithoutCdn.stop();
  });

  const PRIVATE_CALLER_HEADERS: Record<string, Record<string, string>> = {
    "a member of staff": { Cookie: "panel=abc" },
    "a member of staff over https": { Cookie: "a=b; __Host-panel=abc" },
    "a preview": { Cookie: "preview=abc" },
    "a signed-in customer": { Authorization: "Bearer abc" },
  };
  test.each(Object.entries(PRIVATE_CALLER_HEADERS))("no response to %s", async (_, headers) => {
    for (const path of [...pagePaths(), `/api/v1/products/${size.productId}`, "/api/v1/search2"]) {
      expect([path, isShared(await testServer.call("GET", path, { headers }))]).toEqual([path, false]);
    }
  });

  test("no response to a call with an access code", async () => {
    const answer = await testServer.call("GET", `/api/v1/products/${size.productId}`, {
      headers: { "X-CODE": "PRIMAVERA" },
    });
    expect(isShared(answer)).toBe(false);
  });

  test("of all pages only those that are the same for everyone, and no errors", async () => {
    for (const path of pagePaths()) {
      for (const suffix of ["", ".data"]) {
        const answer = await testServer.call("GET", path + suffix);
        const isPrivate = /^\/(?:orders|panel)(?:\/|$)/.test(path);
        const isExpected = !isPrivate && answer.status === 200 && answer.headers.get("cache-control") !== "no-store";
        if (isShared(answer)) expect([path, isExpected]).toEqual([path, true]);
      }
    }
    expect(isShared(await testServer.call("POST", "/products"))).toBe(false);
    expect(isShared(await testServer.call("GET", "/no-such-page"))).toBe(false);
  });

  /** Every page's path, with an id of some product for each parameter. */
  function pagePaths(nodes = routes as RouteNode[], parent = ""): string[] {
    return nodes.flatMap(({ path = "", children = [] }) => {
      const fullPath = `${parent}/${path}`.replaceAll(/\/+/g, "/");
      const filledPath = fullPath.replaceAll(/:\w+\??/g, size?.productId ?? "x").replace(/\*$/, "nothing-here");
      return [filledPath.replace(/(.)\/$/, "$1"), ...pagePaths(children, fullPath)];
    });
  }
});

interface RouteNode {
  path?: string;
  children?: RouteNode[];
}

describe("a purge is sent", () => {
  test("for a product whose stock changed, with the headers of several CDNs", async () => {
    await createTestCart(testServer.app, await testServer.findShop(), [{ ...size, pieces: 1 }]);
    await expect.poll(() => purgeApi.listTags(), { timeout: 5_000 }).toContain(productTag(size.productId));
    const call = purgeApi.calls.find(({ tags }) => tags.includes(productTag(size.productId)))!;
    expect(call.tags).toContain(CATALOGUE_TAG);
    expect(call.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "fastly-key": TOKEN,
      "surrogate-key": call.tags.join(" "),
    });
  });

  test("once more, after the last stale response can have reached the CDN", async () => {
    const calls: { tags: readonly string[]; at: number }[] = [];
    const cdn: Cdn = { purge: async (tags) => void calls.push({ tags, at: performance.now() }) };
    const purger = new CdnPurger(cdn, openLog("silent"), { collectMs: 20, repeatMs: 400, retryMs: 60_000 });
    purger.purge(["one"]);
    await expect.poll(() => calls.length).toBe(1);
    purger.purge(["two"]);
    const purgesOf = (tag: string) => calls.filter(({ tags }) => tags.includes(tag)).map(({ at }) => at);
    for (const tag of ["one", "two"]) {
      await expect.poll(() => purgesOf(tag).length, { timeout: 3_000 }).toBe(2);
      const [firstAt, secondAt] = purgesOf(tag) as [number, number];
      expect(secondAt - firstAt).toBeGreaterThan(390);
    }
    await sleep(600);
    expect(["one", "two"].map((tag) => purgesOf(tag).length)).toEqual([2, 2]);
  });

  test("for a shop whose settings another process changed", async () => {
    const secondApp = await startAppOnDatabase(testServer.databaseConfig);
    const headOffice = await testServer.findShop();
    const changed = await changeShop(secondApp.app, headOffice, { values: { "orders.packaging": 41 } });
    if (isRefusal(changed)) throw new Error(changed.refused);
    await expect.poll(() => purgeApi.listTags(), { timeout: 5_000 }).toContain(shopTag(headOffice.id));
    await secondApp.stop();
  });

  test("by a process that stops right after the change", async () => {
    const stoppingApp = await startAppOnDatabase(testServer.databaseConfig, { CDN_PURGE_URL: purgeUrl });
    await sql`UPDATE products SET price_cents = 12300 WHERE id = ${size.productId}`.execute(stoppingApp.app.db);
    await stoppingApp.stop();
    expect(purgeApi.listTags()).toContain(productTag(size.productId));
  });

  test("although the CDN fails twice, and simultaneous changes are purged in one call", async () => {
    purgeApi.remainingFailureCount = 2;
    const cdn = httpCdn({ purgeUrl, token: null });
    const purger = new CdnPurger(cdn, openLog("silent"), { collectMs: 50, repeatMs: 60_000, retryMs: 60_000 });
    for (let n = 0; n < 30; n++) purger.purge([`tag-${n}`]);
    await expect.poll(() => purgeApi.listTags().length, { timeout: 5_000 }).toBe(30);
    expect(purgeApi.calls).toHaveLength(1);
    await purger.stop();
  });

  test("until the change can have no stale copy any more, however long the CDN has failed before", async () => {
    let fails = true;
    const attempts: string[] = [];
    const cdn: Cdn = {
      purge: async (tags) => {
        attempts.push(...tags);
        if (fails) throw new Error("unavailable");
      },
    };
    const attemptsFor = (tag: string) => attempts.filter((attempted) => attempted === tag).length;
    const purger = new CdnPurger(cdn, openLog("silent"), { collectMs: 20, repeatMs: 60_000, retryMs: 300 });
    purger.purge(["old"]);
    await sleep(600);
    const oldAttempts = attemptsFor("old");
    expect(oldAttempts).toBeGreaterThan(1);
    purger.purge(["new"]);
    await expect.poll(() => attemptsFor("new")).toBeGreaterThan(1);
    expect(attemptsFor("old")).toBe(oldAttempts);
    fails = false;
    await purger.stop();
  });
});

describe.skipIf(!HAS_VARNISH)("behind Varnish", () => {
  let server: TestServer;
  let varnish: Awaited<ReturnType<typeof startVarnish>>;
  let varnishSize: TestSize;
  beforeAll(async () => {
    const port = await findFreePort();
    const testApp = await startTestApp({ CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`, CDN_PURGE_TOKEN: TOKEN });
    server = await serveTestApp(testApp);
    varnishSize = await createTestSize(server.app, { pieces: 50 });
    varnish = await startVarnish({ port, serverPort: Number(new URL(server.origin).port), purgeToken: TOKEN });
  }, 60_000);
  // The last test stops the server.
  afterAll(() => varnish.stop());

  const get = async (headers: Record<string, string> = {}, path = `/api/v1/products/${varnishSize.productId}`) => {
    const response = await fetch(varnish.origin + path, { headers });
    return {
      cache: response.headers.get("x-cache"),
      status: response.status,
      text: await response.text(),
      headers: response.headers,
    };
  };
  const priceOf = ({ text }: { text: string }) => (JSON.parse(text) as { price: number }).price;
  const setPrice = (pesos: number) =>
    sql`UPDATE products SET price_cents = ${pesos * 100} WHERE id = ${varnishSize.productId}`.execute(server.app.db);

  test("a response is cached until its product changes", async () => {
    await expect.poll(async () => (await get({ Cookie: "theme=dark" })).cache, { timeout: 5_000 }).toBe("hit");
    expect((await get()).headers.get("surrogate-key")).toBeNull();
    await setPrice(777);
    await expect.poll(async () => priceOf(await get()), { timeout: 5_000 }).toBe(777);
  });

  test("URLs that differ only in tracking parameters share a cached response", async () => {
    const path = `/api/v1/products/${varnishSize.productId}`;
    await expect.poll(async () => (await get({}, `${path}?n=1`)).cache, { timeout: 5_000 }).toBe("hit");
    expect((await get({}, `${path}?fbclid=a&n=1&utm_source=b`)).cache).toBe("hit");
    expect((await get({}, `${path}?n=2&fbclid=a`)).cache).toBe("miss");
  });

  test("customers with a changed cart, staff and signed-in callers get no cached response", async () => {
    await expect.poll(async () => (await get()).cache, { timeout: 5_000 }).toBe("hit");
    const uncachedHeaders: Record<string, string>[] = [
      { Cookie: "cart-stamp=1" },
      { Cookie: "panel=a" },
      { Authorization: "Bearer a" },
      { "X-CODE": "A" },
    ];
    for (const headers of uncachedHeaders) {
      expect([headers, (await get(headers)).cache]).toEqual([headers, "miss"]);
    }
    const health = [await get({}, "/healthz"), await get({}, "/healthz")];
    expect(health.map(({ cache }) => cache)).toEqual(["miss", "miss"]);
  });

  test("a purge without the token is refused", async () => {
    const response = await fetch(`${varnish.origin}/purge`, {
      method: "POST",
      headers: { "Surrogate-Key": "catalogue" },
    });
    expect(response.status).toBe(403);
  });

  test("cached responses are served while the server is down", async () => {
    // Waits until the purges of the earlier changes have ended.
    await sleep(8_000);
    await get();
    await server.stop();
    expect((await get()).status).toBe(200);
    expect((await get({}, "/api/v1/brands")).status).toBe(503);
  });
});
