import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../db/new-id.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../web/build/build-if-needed.ts";
import { loadBuiltPages } from "../../web/serve.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { startEmptyTestApp } from "../testing/test-app.ts";
import { serveTestApp, type TestServer } from "../testing/test-server.ts";
import { addShop } from "../shops/add-shop.ts";
import { changeSetting } from "./change-setting.ts";
import { makePreviewLink } from "./preview.ts";

const LIVE_SHOP_ENV = { PUBLIC_URL: "http://tienda.example", ALLOW_SANDBOX: "1" };

let server: TestServer;
let size: TestSize;
beforeAll(async () => {
  buildIfNeeded();
  server = await serveTestApp(await startEmptyTestApp(LIVE_SHOP_ENV), (app) => loadBuiltPages(app, BUILD_FOLDER));
});
afterAll(() => server.stop());

/** Waits longer than the process caches pages and shops. */
const waitForCacheExpiry = () => new Promise((resolve) => setTimeout(resolve, 1_600));
const checkOpeningPage = async (path: string, cookie = "") => {
  const { status, text } = await server.call("GET", path, { headers: cookie ? { Cookie: cookie } : {} });
  return [status, text.includes("Abrimos pronto</h1>")];
};

const toWireLine = ({ productId, sizeId }: TestSize) => ({ productId, attributeId: sizeId, quantity: 1 });

describe("a live shop before its opening", () => {
  test("it contains no demo data", async () => {
    const { app } = server;
    for (const table of [
      "customers",
      "access_codes",
      "invoice_issuers",
      "staff_members",
      "carriers",
      "products",
    ] as const)
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const { text } = await server.call("GET", "/api/v1/app");
    for (const word of ["Maguey", "demo", "DEMO"]) expect(text).not.toContain(word);
    for (const page of ["/", "/terminos", "/aviso-de-privacidad", "/cambios-y-devoluciones", "/panel/entrar"]) {
      const { status, text: html } = await server.call("GET", page);
      expect([page, status]).toEqual([page, 200]);
      expect(html).not.toMatch(/Maguey|demostración|demo1234/);
    }
  });

  test("customers see that it opens soon at all URLs except those below, and search engines are excluded", async () => {
    for (const path of ["/", "/?category=vestidos", "/cart", "/signup", "/no-existe", "/preventa"])
      expect([path, ...(await checkOpeningPage(path))]).toEqual([path, 200, true]);
    const { headers, text } = await server.call("GET", "/");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toContain('name="robots" content="noindex');
  });

  test("legal texts, orders and the panel are available", async () => {
    for (const path of ["/terminos", "/aviso-de-privacidad", "/login", "/orders", "/robots.txt", "/panel/entrar"])
      expect([path, ...(await checkOpeningPage(path))]).toEqual([path, 200, false]);
    // The order does not exist, so its page of returns answers 404. The opening page does not replace it.
    expect(await checkOpeningPage(`/orders/${newId()}/devolver`)).toEqual([404, false]);
  });

  test("client-side navigation is redirected to a full load of the opening page", async () => {
    const { text } = await server.call("GET", "/_root.data");
    expect(text).toContain("/abrimos-pronto");
  });

  test("a first product does not open it", async () => {
    size = await createTestSize(server.app, { pieces: 5 });
    await waitForCacheExpiry();
    expect(await checkOpeningPage("/")).toEqual([200, true]);
  });

  test("the API shows no products and sells none", async () => {
    const management = (await server.call("GET", "/api/v1/app")).json.settings.management;
    expect(management).toMatchObject({ canSell: false, opened: false });
    expect((await server.call("GET", "/api/v1/search2")).json).toMatchObject({ docs: [], totalDocs: 0 });
    expect((await server.call("GET", "/products")).json).toEqual([]);
    expect((await server.call("GET", `/api/v1/products/${size.productId}`)).status).toBe(404);
    const addResponse = await server.call("POST", "/api/v1/carts", {
      body: { products: [toWireLine(size)] },
    });
    expect([addResponse.status, addResponse.json.code]).toEqual([409, "SELLING_DISABLED"]);
  });
});

describe("a preview", () => {
  let cookie: string;

  test("its link is for this shop, and an invalid token opens nothing", async () => {
    const link = new URL(await makePreviewLink(server.app, await server.findShop(), CONSOLE_ACTOR));
    expect(link.origin + link.pathname).toBe("http://tienda.example/vista-previa");
    const openPreview = (token: string) =>
      server.call("POST", "/vista-previa", {
        rawBody: new URLSearchParams({ token }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: server.app.config.publicUrl! },
      });
    const invalidTokenResponse = await openPreview("x".repeat(43));
    expect([invalidTokenResponse.status, invalidTokenResponse.headers.get("set-cookie")]).toEqual([200, null]);
    const openResponse = await openPreview(link.hash.slice(1));
    expect([openResponse.status, openResponse.headers.get("location")]).toEqual([302, "/"]);
    const setCookie = openResponse.headers.get("set-cookie")!;
    expect(setCookie).toMatch(/^preview=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/);
    cookie = setCookie.split(";", 1)[0]!;
  });

  test("browsers with the cookie show the shop and can buy in it, and others cannot", async () => {
    const headers = { Cookie: cookie };
    const home = await server.call("GET", "/", { headers });
    expect(home.text).toContain("Playera de prueba");
    expect(home.text).toContain("Vista previa:</strong>");
    expect(home.headers.get("cache-control")).toBe("no-store");
    expect(home.headers.get("x-robots-tag")).toContain("noindex");
    expect((await server.call("GET", "/api/v1/search2", { headers })).json.totalDocs).toBe(1);
    const addResponse = await server.call("POST", "/api/v1/carts", {
      headers,
      body: { products: [toWireLine(size)] },
    });
    expect(addResponse.status).toBe(200);
    expect(await checkOpeningPage("/")).toEqual([200, true]);
    expect((await server.call("GET", "/api/v1/search2")).json.totalDocs).toBe(0);
  });

  test("it ends when its link expires", async () => {
    await server.app.db
      .updateTable("preview_links")
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await checkOpeningPage("/", cookie)).toEqual([200, true]);
  });
});

test("a branch created before the opening is not open", async () => {
  const branch = await addShop(server.app, {
    key: "sur",
    name: "Sur",
    host: "sur.example",
    color: null,
    copyFrom: null,
  });
  expect(branch).toMatchObject({ settings: { management: { opened: false } } });
});

test("the owner opens the shop, and without products it is not open despite the setting", async () => {
  await changeSetting(server.app, await server.findShop(), "management.opened", true);
  await waitForCacheExpiry();
  const home = await server.call("GET", "/");
  expect([home.status, home.headers.get("x-robots-tag")]).toEqual([200, null]);
  expect(home.text).toContain("Playera de prueba");
  expect((await server.call("GET", "/abrimos-pronto")).headers.get("location")).toBe("/");
  expect((await server.call("GET", "/vista-previa")).headers.get("location")).toBe("/");
  await server.app.db.updateTable("products").set({ is_published: false }).execute();
  await waitForCacheExpiry();
  expect(await checkOpeningPage("/")).toEqual([200, true]);
});
