import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILD, buildIfNeeded } from "../../web/build/build-if-needed.ts";
import { builtPages } from "../../web/serve.ts";
import { AT_CONSOLE } from "../change-log/change-log.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { startEmptyTestApp } from "../testing/test-app.ts";
import { listen, type TestServer } from "../testing/test-server.ts";
import { addShop } from "../shops/add-shop.ts";
import { changeSetting } from "./change-setting.ts";
import { makePreviewLink } from "./preview.ts";

const LIVE = { PUBLIC_URL: "http://tienda.example", ALLOW_SANDBOX: "1" };

let shop: TestServer;
let size: TestSize;
beforeAll(async () => {
  buildIfNeeded();
  shop = await listen(await startEmptyTestApp(LIVE), (app) => builtPages(app, BUILD));
});
afterAll(() => shop.stop());

/** Longer than the process keeps a page, and its shops without news. */
const forget = () => new Promise((over) => setTimeout(over, 1_600));
const isSoon = async (path: string, cookie = "") => {
  const { status, text } = await shop.call("GET", path, { headers: cookie ? { Cookie: cookie } : {} });
  return [status, text.includes("Abrimos pronto</h1>")];
};

const wireLine = ({ productId, sizeId }: TestSize) => ({ productId, attributeId: sizeId, quantity: 1 });

describe("a live shop before its opening", () => {
  test("nothing of the demo is in it", async () => {
    const { app } = shop;
    for (const table of [
      "customers",
      "access_codes",
      "invoice_issuers",
      "staff_members",
      "carriers",
      "products",
    ] as const)
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const { text } = await shop.call("GET", "/api/v1/app");
    for (const word of ["Maguey", "demo", "DEMO"]) expect(text).not.toContain(word);
    for (const page of ["/", "/terminos", "/aviso-de-privacidad", "/cambios-y-devoluciones", "/panel/entrar"]) {
      const { status, text: html } = await shop.call("GET", page);
      expect([page, status]).toEqual([page, 200]);
      expect(html).not.toMatch(/Maguey|demostración|demo1234/);
    }
  });

  test("visitors read that it opens soon, at every address, and search engines stay away", async () => {
    for (const path of ["/", "/?category=vestidos", "/cart", "/signup", "/no-existe", "/preventa"])
      expect([path, ...(await isSoon(path))]).toEqual([path, 200, true]);
    const { headers, text } = await shop.call("GET", "/");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toContain('name="robots" content="noindex');
  });

  test("legal texts, orders and the panel answer", async () => {
    for (const path of ["/terminos", "/aviso-de-privacidad", "/login", "/orders", "/robots.txt", "/panel/entrar"])
      expect([path, ...(await isSoon(path))]).toEqual([path, 200, false]);
  });

  test("who walks on from such a page is sent to the whole page", async () => {
    const { text } = await shop.call("GET", "/_root.data");
    expect(text).toContain("/abrimos-pronto");
  });

  test("a first product does not open it: that is for the owner", async () => {
    size = await createTestSize(shop.app, { pieces: 5 });
    await forget();
    expect(await isSoon("/")).toEqual([200, true]);
  });

  test("the API shows no goods and sells none", async () => {
    const management = (await shop.call("GET", "/api/v1/app")).json.settings.management;
    expect(management).toMatchObject({ canSell: false, opened: false });
    expect((await shop.call("GET", "/api/v1/search2")).json).toMatchObject({ docs: [], totalDocs: 0 });
    expect((await shop.call("GET", "/products")).json).toEqual([]);
    expect((await shop.call("GET", `/api/v1/products/${size.productId}`)).status).toBe(404);
    const added = await shop.call("POST", "/api/v1/carts", {
      body: { products: [wireLine(size)] },
    });
    expect([added.status, added.json.code]).toEqual([409, "SELLING_DISABLED"]);
  });
});

describe("a preview", () => {
  let cookie: string;

  test("its link is for this shop, and what somebody made up opens nothing", async () => {
    const link = new URL(await makePreviewLink(shop.app, await shop.shop(), AT_CONSOLE));
    expect(link.origin + link.pathname).toBe("http://tienda.example/vista-previa");
    const open = (token: string) =>
      shop.call("POST", "/vista-previa", {
        raw: new URLSearchParams({ token }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: shop.app.config.publicUrl! },
      });
    const made = await open("x".repeat(43));
    expect([made.status, made.headers.get("set-cookie")]).toEqual([200, null]);
    const opened = await open(link.hash.slice(1));
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/"]);
    const set = opened.headers.get("set-cookie")!;
    expect(set).toMatch(/^preview=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/);
    cookie = set.split(";", 1)[0]!;
  });

  test("whoever has it sees the real shop and buys there; nobody else sees it meanwhile", async () => {
    const headers = { Cookie: cookie };
    const home = await shop.call("GET", "/", { headers });
    expect(home.text).toContain("Playera de prueba");
    expect(home.text).toContain("Vista previa:</strong>");
    expect(home.headers.get("cache-control")).toBe("no-store");
    expect(home.headers.get("x-robots-tag")).toContain("noindex");
    expect((await shop.call("GET", "/api/v1/search2", { headers })).json.totalDocs).toBe(1);
    const added = await shop.call("POST", "/api/v1/carts", {
      headers,
      body: { products: [wireLine(size)] },
    });
    expect(added.status).toBe(200);
    expect(await isSoon("/")).toEqual([200, true]);
    expect((await shop.call("GET", "/api/v1/search2")).json.totalDocs).toBe(0);
  });

  test("it ends after a day", async () => {
    await shop.app.db
      .updateTable("preview_links")
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await isSoon("/", cookie)).toEqual([200, true]);
  });
});

test("a branch made before the opening waits for its own", async () => {
  const branch = await addShop(shop.app, { key: "sur", name: "Sur", host: "sur.example", color: null, like: null });
  expect(branch).toMatchObject({ settings: { management: { opened: false } } });
});

test("the owner opens it; without goods it is not open, whatever the setting says", async () => {
  await changeSetting(shop.app, await shop.shop(), "management.opened", true);
  await forget();
  const home = await shop.call("GET", "/");
  expect([home.status, home.headers.get("x-robots-tag")]).toEqual([200, null]);
  expect(home.text).toContain("Playera de prueba");
  expect((await shop.call("GET", "/abrimos-pronto")).headers.get("location")).toBe("/");
  expect((await shop.call("GET", "/vista-previa")).headers.get("location")).toBe("/");
  await shop.app.db.updateTable("products").set({ is_published: false }).execute();
  await forget();
  expect(await isSoon("/")).toEqual([200, true]);
});
