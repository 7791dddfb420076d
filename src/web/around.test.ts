import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSize } from "../server/testing/test-size.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";
import { removeLegalText, storeLegalText } from "../server/settings/legal-texts.ts";
import { BUILD, buildIfNeeded } from "./build/build-if-needed.ts";
import { builtPages } from "./serve.ts";

const LIVE = { PUBLIC_URL: "https://tienda.example", ALLOW_SANDBOX: "1" };

let shop: TestServer;
let live: TestServer;
beforeAll(async () => {
  buildIfNeeded();
  shop = await startTestServer({}, (app) => builtPages(app, BUILD));
  live = await startTestServer(LIVE, (app) => builtPages(app, BUILD));
});
afterAll(async () => {
  await shop.stop();
  await live.stop();
});

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- whatever the page says

const page = async (address: string, server = live) => (await server.call("GET", address)).text;
const tag = (html: string, mark: string) =>
  new RegExp(`<(?:meta|link)[^>]*${mark}[^>]*?(?:content|href)="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&");
const data = (html: string): Json[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json!));
const thing = (html: string, type: string) => data(html).find((one) => one["@type"] === type);
const firstProduct = async (key?: string) =>
  (await live.call("GET", "/api/v1/search2?size=1&category=vestidos", key ? { shop: key } : {})).json.docs[0] as Json;
/** Puts a setting in place and waits until the process heard of it. */
async function set(server: TestServer, path: string, value: unknown): Promise<void> {
  await sql`UPDATE shops SET settings = jsonb_set(settings, ${`{${path}}`}::text[], ${JSON.stringify(value)}::jsonb)
    WHERE key = 'matriz'`.execute(server.app.db);
  await server.app.shops.refresh();
  await new Promise((over) => setTimeout(over, 1_050)); // what the process remembers of pages
}

describe("search engines", () => {
  test("a live shop tells them where its pages are, and what is nobody's find", async () => {
    const { text, headers } = await live.call("GET", "/robots.txt");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toContain("Sitemap: https://tienda.example/sitemap.xml");
    for (const closed of ["/cart", "/orders/", "/api/", "/sandbox/"]) expect(text).toContain(`Disallow: ${closed}\n`);
    expect(text).not.toContain("Disallow: /\n");
  });

  test("a demonstration asks them to stay away", async () => {
    expect(await page("/robots.txt", shop)).toBe("User-agent: *\nDisallow: /\n");
  });

  test("the sitemap leads to every page, category and product on sale here, and to nothing else", async () => {
    const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!);
    const parts = locations(await page("/sitemap.xml"));
    expect(parts).toEqual([
      "https://tienda.example/sitemap/paginas.xml",
      "https://tienda.example/sitemap/productos-1.xml",
    ]);
    const pages = locations(await page("/sitemap/paginas.xml"));
    expect(pages).toEqual(
      expect.arrayContaining([
        "https://tienda.example/",
        "https://tienda.example/?category=vestidos",
        "https://tienda.example/aviso-de-privacidad",
      ]),
    );
    const products = locations(await page("/sitemap/productos-1.xml"));
    const onSale = (await live.call("GET", "/products")).json as Json[];
    expect(products.toSorted()).toEqual(
      onSale.map(({ _id }) => `https://tienda.example/products/${_id}/details`).toSorted(),
    );
    for (const address of [pages[1]!, pages.at(-1)!, products[7]!]) {
      const html = await page(address.replace("https://tienda.example", ""));
      expect(tag(html, 'rel="canonical"')).toBe(address);
    }
  });

  test.each(["/sitemap/productos-2.xml", "/sitemap/productos-0.xml", "/sitemap/otra.xml"])(
    "%s is not there",
    async (address) => expect((await live.call("GET", address)).status).toBe(404),
  );

  test.each([
    ["/", "https://tienda.example/"],
    ["/?sort=price&page=3", "https://tienda.example/"],
    ["/?category=vestidos&page=2", "https://tienda.example/?category=vestidos"],
    ["/terminos", "https://tienda.example/terminos"],
  ])("%s is found as %s", async (address, canonical) => {
    const html = await page(address);
    expect(tag(html, 'rel="canonical"')).toBe(canonical);
    expect(tag(html, 'property="og:url"')).toBe(canonical);
    expect(tag(html, 'name="robots"')).toBeUndefined();
  });

  test.each([
    "/?searchTerm=jeans",
    "/?category=vestidos&attribute=M",
    "/?brand=x",
    "/cart",
    "/cart/checkout",
    "/orders/01990000-0000-7000-8000-000000000000",
    "/test",
    "/no-existe",
  ])("%s is left out of their lists", async (address) => {
    const html = await page(address);
    expect(tag(html, 'name="robots"')).toContain("noindex");
    expect(tag(html, 'rel="canonical"')).toBeUndefined();
  });

  test("a branch without a domain of its own and the head office never answer for one another", async () => {
    const answers = await Promise.all(["matriz", "norte"].map((key) => shop.call("GET", "/terminos", { shop: key })));
    const canonicals = answers.map(({ text }) => tag(text, 'rel="canonical"'));
    expect(canonicals[0]).toMatch(/^http:\/\/matriz\.localhost/);
    expect(canonicals[1]).toMatch(/^http:\/\/norte\.localhost/);
    for (const address of ["/robots.txt", "/sitemap.xml", "/terminos", "/terminos.data", "/manifest.webmanifest"]) {
      const { status, headers } = await shop.call("GET", address);
      expect([address, status, headers.get("vary"), headers.get("etag") !== null]).toEqual([
        address,
        200,
        expect.stringContaining("Host"),
        true,
      ]);
    }
  });
});

describe("what a page says of itself", () => {
  test("a product: name, brand, price in pesos, stock, pictures", async () => {
    const product = await firstProduct();
    const html = await page(`/products/${product._id}/details`);
    const said = thing(html, "Product")!;
    expect(said).toMatchObject({
      name: expect.stringContaining(product.name),
      sku: product._id,
      brand: { name: product.brands[0].name },
      offers: {
        price: product.price.toFixed(2),
        priceCurrency: "MXN",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/NewCondition",
        url: `https://tienda.example/products/${product._id}/details`,
      },
    });
    expect(said.image[0]).toMatch(/^https:\/\/tienda\.example\/pictures\/.+\.webp$/);
    expect(tag(html, 'property="og:image"')).toBe(said.image[0]);
    expect(thing(html, "BreadcrumbList")!.itemListElement.at(-1)).toMatchObject({ name: product.name });
  });

  test("sold out is said", async () => {
    const { productId } = await createTestSize(live.app, { pieces: 0 });
    const said = thing(await page(`/products/${productId}/details`), "Product")!;
    expect(said.offers.availability).toBe("https://schema.org/OutOfStock");
  });

  test("a name full of markup stays a name, and the page's policy holds", async () => {
    const { productId } = await createTestSize(live.app, { pieces: 1 });
    const name = '</script><b>&"<!--';
    await live.app.db.updateTable("products").set({ name, color: null }).where("id", "=", productId).execute();
    const { text, headers } = await live.call("GET", `/products/${productId}/details`);
    expect(text).not.toContain("</script><b>");
    expect(thing(text, "Product")!.name).toBe(name);
    // The app's code is still the one module, and data needs no place in the policy.
    expect(text.match(/id="app-code"/g)).toHaveLength(1);
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self'(?: 'sha256-[^']+')+[; ]/);
  });

  test("the front page: the shop, and how to search it", async () => {
    const html = await page("/");
    expect(thing(html, "Organization")).toMatchObject({ name: "Casa Maguey", url: "https://tienda.example/" });
    expect(thing(html, "WebSite")!.potentialAction.target.urlTemplate).toBe(
      "https://tienda.example/?searchTerm={search_term_string}",
    );
    expect(tag(html, 'name="twitter:card"')).toBe("summary_large_image");
    expect(tag(html, 'property="og:image"')).toMatch(/^https:\/\/tienda\.example\/pictures\//);
    expect(data(await page("/?searchTerm=jeans"))).toEqual([]);
  });

  test("every page's title ends in the shop's name", async () => {
    for (const address of ["/", "/?category=vestidos", "/cart", "/terminos", "/no-existe", "/?category=no-existe"]) {
      expect(/<title>(.*?)<\/title>/.exec(await page(address))?.[1]).toMatch(/^.+ · Casa Maguey$/);
    }
  });
});

describe("a shop that does not sell", () => {
  test("keeps its prices to itself", async () => {
    const product = await firstProduct();
    await set(live, "management,canSell", false);
    const html = await page(`/products/${product._id}/details`);
    expect(thing(html, "Product")).toBeUndefined();
    expect(thing(html, "BreadcrumbList")).toBeDefined();
    await set(live, "management,canSell", true);
  });
});

describe("legal texts", () => {
  test("name the shop's own figures", async () => {
    await set(live, "carts,timeout", 90);
    await set(live, "orders,wholesaleQty", 24);
    const html = await page("/terminos");
    expect(html).toContain("1 hora y 30 minutos");
    expect(html).toContain("24 piezas o más");
    expect(html).toContain("Casa Maguey, S.A. de C.V.");
    const notice = await page("/aviso-de-privacidad");
    for (const word of ["20 de marzo de 2025", "Secretaría Anticorrupción y Buen Gobierno", "hola@casamaguey.example"])
      expect(notice).toContain(word);
    expect(notice).not.toContain("INAI");
  });

  test("read well where the owner has not named a company", async () => {
    const none = { legalName: "", address: "", email: "", phone: "" };
    await set(live, "company", none);
    for (const address of ["/aviso-de-privacidad", "/terminos"]) {
      const main = /<main.*<\/main>/s.exec(await page(address))![0];
      expect(main).not.toMatch(/undefined|null|domicilio en [.,]|correo [.,]/);
      expect(main).toContain("«Casa Maguey»");
    }
  });

  test("are the owner's own where he wrote them", async () => {
    const head = await live.shop();
    await storeLegalText(live.app, head, "returns", [
      { title: "A nuestra manera", paragraphs: ["Cambios los lunes."] },
    ]);
    await new Promise((over) => setTimeout(over, 1_050));
    const own = await page("/cambios-y-devoluciones");
    expect(own).toContain("Cambios los lunes.");
    expect(own).not.toContain("artículo 56");
    expect(await removeLegalText(live.app, head, "returns")).toBe(true);
    await new Promise((over) => setTimeout(over, 1_050));
    expect(await page("/cambios-y-devoluciones")).toContain("artículo 56");
  });
});

describe("maintenance", () => {
  test("is 503 at every page, robots and sitemap too; its icons stay", async () => {
    await set(shop, "management,maintenance", { enabled: true, information: "Volvemos a las 6." });
    for (const address of ["/", "/terminos", "/robots.txt", "/sitemap.xml", "/maintenance"]) {
      const { status, headers, text } = await shop.call("GET", address);
      expect([address, status, headers.get("retry-after")]).toEqual([address, 503, "120"]);
      expect(text).toContain("Volvemos a las 6.");
    }
    expect((await shop.call("GET", "/icon.svg")).status).toBe(200);
    await set(shop, "management,maintenance", { enabled: false, information: "" });
    const over = await shop.call("GET", "/maintenance");
    expect([over.status, over.headers.get("location")]).toEqual([302, "/"]);
  });
});

test("a page that cannot be made at all still says so, and how to try again", async () => {
  await sql`ALTER TABLE categories RENAME TO away`.execute(shop.app.db);
  const { status, text, headers } = await shop.call("GET", "/terminos?desde=correo");
  await sql`ALTER TABLE away RENAME TO categories`.execute(shop.app.db);
  expect([status, headers.get("cache-control")]).toEqual([500, "no-store"]);
  expect(text).toContain("<title>Algo falló de nuestro lado · Casa Maguey</title>");
  expect(text).toMatch(/<a href="\/terminos\?desde=correo"[^>]*>Reintentar<\/a>/);
});
