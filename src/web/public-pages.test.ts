import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CatalogCache } from "../server/catalog/catalog-cache.ts";
import { createTestSize } from "../server/testing/test-size.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";
import { removeLegalText, storeLegalText } from "../server/settings/legal-texts.ts";
import { BUILD_FOLDER, buildIfNeeded } from "./build/build-if-needed.ts";
import { loadBuiltPages } from "./serve.ts";

const LIVE_ENV = { PUBLIC_URL: "https://tienda.example", ALLOW_SANDBOX: "1" };

let demoServer: TestServer;
let liveServer: TestServer;
beforeAll(async () => {
  buildIfNeeded();
  demoServer = await startTestServer({}, (app) => loadBuiltPages(app, BUILD_FOLDER));
  liveServer = await startTestServer(LIVE_ENV, (app) => loadBuiltPages(app, BUILD_FOLDER));
});
afterAll(async () => {
  await demoServer.stop();
  await liveServer.stop();
});

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- JSON of the page

/** The response cache does not answer calls with a token, so they see a setting that has just changed. */
const BYPASS_CACHE = { token: "none" };
const fetchHtml = async (path: string, server = liveServer) => (await server.call("GET", path, BYPASS_CACHE)).text;
const readTag = (html: string, attribute: string) =>
  new RegExp(`<(?:meta|link)[^>]*${attribute}[^>]*?(?:content|href)="([^"]*)"`)
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&");
const readSchemas = (html: string): Json[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json!));
const findSchema = (html: string, type: string) => readSchemas(html).find((schema) => schema["@type"] === type);
interface Variant {
  offers: { availability: string; url: string };
}
const isInStock = ({ offers }: Variant) => offers.availability === "https://schema.org/InStock";
const fetchFirstProduct = async (key?: string) =>
  (await liveServer.call("GET", "/api/v1/search2?size=1&category=vestidos", key ? { shop: key } : {})).json
    .docs[0] as Json;
/** Stores a setting of the head office and reloads the server's settings. */
async function storeSetting(server: TestServer, settingPath: string, value: unknown): Promise<void> {
  await sql`UPDATE shops SET settings = jsonb_set(settings, ${`{${settingPath}}`}::text[], ${JSON.stringify(value)}::jsonb)
    WHERE key = 'matriz'`.execute(server.app.db);
  await server.app.shops.refresh();
}

test("a coupon's redirect stays in the shop", async () => {
  const redirect = await fetch(`${demoServer.origin}//malo.example/?cupon=BUENFIN`, { redirect: "manual" });
  expect(redirect.headers.get("location")).toBe("/malo.example/");
});

test("visitors from advertisements share one page, and a coupon's redirect keeps the other parameters", async () => {
  const path = `/products/${(await fetchFirstProduct())._id}/details`;
  const answers = await Promise.all(
    ["", "?fbclid=a", "?utm_source=correo&fbclid=b"].map((query) => liveServer.call("GET", path + query)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  const couponRedirect = await fetch(`${demoServer.origin}/?cupon=BUENFIN&page=2&utm_source=correo`, {
    redirect: "manual",
  });
  expect(couponRedirect.headers.get("location")).toBe("/?page=2&utm_source=correo");
});

describe("search engines", () => {
  test("find the sitemap of a live shop in robots.txt, which excludes what belongs to one visitor", async () => {
    const { text, headers } = await liveServer.call("GET", "/robots.txt");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toContain("Sitemap: https://tienda.example/sitemap.xml");
    for (const excludedPath of ["/cart", "/orders/", "/api/", "/sandbox/"])
      expect(text).toContain(`Disallow: ${excludedPath}\n`);
    expect(text).not.toContain("Disallow: /\n");
  });

  test("are excluded from a demonstration", async () => {
    expect(await fetchHtml("/robots.txt", demoServer)).toBe("User-agent: *\nDisallow: /\n");
  });

  test("find pages, categories and exactly the shop's products in the sitemap", async () => {
    const readLocations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!);
    const sitemapUrls = readLocations(await fetchHtml("/sitemap.xml"));
    expect(sitemapUrls).toEqual([
      "https://tienda.example/sitemap/paginas.xml",
      "https://tienda.example/sitemap/productos-1.xml",
    ]);
    const pageUrls = readLocations(await fetchHtml("/sitemap/paginas.xml"));
    expect(pageUrls).toEqual(
      expect.arrayContaining([
        "https://tienda.example/",
        "https://tienda.example/?category=vestidos",
        "https://tienda.example/aviso-de-privacidad",
      ]),
    );
    expect(pageUrls).not.toContain("https://tienda.example/promociones");
    const productUrls = readLocations(await fetchHtml("/sitemap/productos-1.xml"));
    const listedProducts = (await liveServer.call("GET", "/products")).json as Json[];
    expect(productUrls.toSorted()).toEqual(
      listedProducts.map(({ _id }) => `https://tienda.example/products/${_id}/details`).toSorted(),
    );
    for (const url of [pageUrls[1]!, pageUrls.at(-1)!, productUrls[7]!]) {
      const html = await fetchHtml(url.replace("https://tienda.example", ""));
      expect(readTag(html, 'rel="canonical"')).toBe(url);
    }
  });

  test.each(["/sitemap/productos-2.xml", "/sitemap/productos-0.xml", "/sitemap/otra.xml"])(
    "%s answers 404",
    async (path) => expect((await liveServer.call("GET", path)).status).toBe(404),
  );

  test.each([
    ["/", "https://tienda.example/"],
    ["/?sort=price&page=3", "https://tienda.example/"],
    ["/?category=vestidos&page=2", "https://tienda.example/?category=vestidos"],
    ["/terminos", "https://tienda.example/terminos"],
  ])("%s has the canonical URL %s", async (path, canonical) => {
    const html = await fetchHtml(path);
    expect(readTag(html, 'rel="canonical"')).toBe(canonical);
    expect(readTag(html, 'property="og:url"')).toBe(canonical);
    expect(readTag(html, 'name="robots"')).toBeUndefined();
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
  ])("%s is not indexed", async (path) => {
    const html = await fetchHtml(path);
    expect(readTag(html, 'name="robots"')).toContain("noindex");
    expect(readTag(html, 'rel="canonical"')).toBeUndefined();
  });

  test("get separate answers from a branch without its own domain and from the head office", async () => {
    const answers = await Promise.all(
      ["matriz", "norte"].map((key) => demoServer.call("GET", "/terminos", { shop: key })),
    );
    const canonicals = answers.map(({ text }) => readTag(text, 'rel="canonical"'));
    expect(canonicals[0]).toMatch(/^http:\/\/matriz\.localhost/);
    expect(canonicals[1]).toMatch(/^http:\/\/norte\.localhost/);
    for (const path of ["/robots.txt", "/sitemap.xml", "/terminos", "/terminos.data", "/manifest.webmanifest"]) {
      const { status, headers } = await demoServer.call("GET", path);
      expect([path, status, headers.get("vary"), headers.get("etag") !== null]).toEqual([
        path,
        200,
        expect.stringContaining("Host"),
        true,
      ]);
    }
  });
});

describe("page metadata", () => {
  test("of a product has name, brand, and its sizes' price in pesos, stock and picture", async () => {
    const product = await fetchFirstProduct();
    const html = await fetchHtml(`/products/${product._id}/details`);
    const schema = findSchema(html, "ProductGroup")!;
    expect(schema).toMatchObject({ name: product.name, brand: { name: product.brands[0].name } });
    expect(schema.hasVariant[0].offers).toMatchObject({
      price: product.price.toFixed(2),
      priceCurrency: "MXN",
      itemCondition: "https://schema.org/NewCondition",
      url: `https://tienda.example/products/${product._id}/details`,
    });
    const variantsOfColor = schema.hasVariant.filter(({ offers }: Variant) => offers.url.includes(product._id));
    expect(variantsOfColor.map(isInStock)).toEqual(product.stocks.map(({ stock }: { stock: number }) => stock > 0));
    expect(schema.hasVariant[0].image).toMatch(/^https:\/\/tienda\.example\/pictures\/.+\.webp$/);
    expect(readTag(html, 'property="og:image"')).toBe(schema.hasVariant[0].image);
    expect(findSchema(html, "BreadcrumbList")!.itemListElement.at(-1)).toMatchObject({ name: product.name });
  });

  test("states that a product is sold out", async () => {
    const { productId } = await createTestSize(liveServer.app, { pieces: 0 });
    const schema = findSchema(await fetchHtml(`/products/${productId}/details`), "ProductGroup")!;
    expect(schema.hasVariant.map(isInStock)).toEqual([false]);
  });

  test("escapes markup in the place of an event, also in the page's link to a map", async () => {
    const { productId } = await createTestSize(liveServer.app, { pieces: 1 });
    await sql`UPDATE products SET is_digital = true, event_at = '2030-12-12T16:00:00Z',
      event_place = '"><img src=x onerror=alert(1)> & Co' WHERE id = ${productId}`.execute(liveServer.app.db);
    const html = await fetchHtml(`/products/${productId}/details`);
    expect(html).toMatch(/jueves 12 de diciembre de 2030, 10:00\sa\.\sm\./i);
    expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; Co");
    expect(html).toContain("query=%22%3E%3Cimg+src%3Dx+onerror%3Dalert%281%29%3E+%26+Co");
    expect(html).not.toContain("<img src=x");
  });

  test("escapes markup in a name, and the page's policy allows its scripts", async () => {
    const { productId } = await createTestSize(liveServer.app, { pieces: 1 });
    const name = '</script><b>&"<!--';
    await liveServer.app.db.updateTable("products").set({ name, color: null }).where("id", "=", productId).execute();
    const { text, headers } = await liveServer.call("GET", `/products/${productId}/details`, BYPASS_CACHE);
    expect(text).not.toContain("</script><b>");
    expect(findSchema(text, "ProductGroup")!.name).toBe(name);
    // The app's code is still one module, and JSON-LD needs no hash in the policy.
    expect(text.match(/id="app-code"/g)).toHaveLength(1);
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self'(?: 'sha256-[^']+')+[; ]/);
  });

  test("of the front page has the shop and its search", async () => {
    const html = await fetchHtml("/");
    expect(findSchema(html, "Organization")).toMatchObject({ name: "Casa Maguey", url: "https://tienda.example/" });
    expect(findSchema(html, "WebSite")!.potentialAction.target.urlTemplate).toBe(
      "https://tienda.example/?searchTerm={search_term_string}",
    );
    expect(readTag(html, 'name="twitter:card"')).toBe("summary_large_image");
    expect(readTag(html, 'property="og:image"')).toMatch(/^https:\/\/tienda\.example\/pictures\//);
    expect(readSchemas(await fetchHtml("/?searchTerm=jeans"))).toEqual([]);
  });

  test("ends every title with the shop's name", async () => {
    for (const path of ["/", "/?category=vestidos", "/cart", "/terminos", "/no-existe", "/?category=no-existe"]) {
      expect(/<title>(.*?)<\/title>/.exec(await fetchHtml(path))?.[1]).toMatch(/^.+ · Casa Maguey$/);
    }
  });
});

describe("a shop that does not sell", () => {
  test("shows no prices in its metadata", async () => {
    const product = await fetchFirstProduct();
    await storeSetting(liveServer, "management,canSell", false);
    const html = await fetchHtml(`/products/${product._id}/details`);
    expect(findSchema(html, "ProductGroup")).toBeUndefined();
    expect(findSchema(html, "BreadcrumbList")).toBeDefined();
    await storeSetting(liveServer, "management,canSell", true);
  });
});

describe("legal texts", () => {
  test("contain the shop's own settings", async () => {
    await storeSetting(liveServer, "carts,timeout", 90);
    await storeSetting(liveServer, "orders,wholesaleQty", 24);
    const html = await fetchHtml("/terminos");
    expect(html).toContain("1 hora y 30 minutos");
    expect(html).toContain("24 piezas o más");
    expect(html).toContain("Casa Maguey, S.A. de C.V.");
    const notice = await fetchHtml("/aviso-de-privacidad");
    for (const word of ["20 de marzo de 2025", "Secretaría Anticorrupción y Buen Gobierno", "hola@casamaguey.example"])
      expect(notice).toContain(word);
    expect(notice).not.toContain("INAI");
  });

  test("are complete sentences without a company's data", async () => {
    const emptyCompany = { legalName: "", address: "", email: "", phone: "" };
    await storeSetting(liveServer, "company", emptyCompany);
    for (const path of ["/aviso-de-privacidad", "/terminos"]) {
      const main = /<main.*<\/main>/s.exec(await fetchHtml(path))![0];
      expect(main).not.toMatch(/undefined|null|domicilio en [.,]|correo [.,]/);
      expect(main).toContain("«Casa Maguey»");
    }
  });

  test("are the owner's own texts when the owner wrote them", async () => {
    const headOffice = await liveServer.findShop();
    await storeLegalText(liveServer.app, headOffice, "returns", [
      { title: "A nuestra manera", paragraphs: ["Cambios los lunes."] },
    ]);
    const ownText = await fetchHtml("/cambios-y-devoluciones");
    expect(ownText).toContain("Cambios los lunes.");
    expect(ownText).not.toContain("artículo 56");
    expect(await removeLegalText(liveServer.app, headOffice, "returns")).toBe(true);
    expect(await fetchHtml("/cambios-y-devoluciones")).toContain("artículo 56");
  });
});

describe("maintenance", () => {
  test("answers 503 for every page, robots.txt and the sitemap, and still serves the icons", async () => {
    await storeSetting(demoServer, "management,maintenance", { enabled: true, information: "Volvemos a las 6." });
    for (const path of ["/", "/terminos", "/robots.txt", "/sitemap.xml", "/maintenance"]) {
      const { status, headers, text } = await demoServer.call("GET", path, BYPASS_CACHE);
      expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "120"]);
      expect(text).toContain("Volvemos a las 6.");
    }
    expect((await demoServer.call("GET", "/icon.svg")).status).toBe(200);
    await storeSetting(demoServer, "management,maintenance", { enabled: false, information: "" });
    const openShopAnswer = await demoServer.call("GET", "/maintenance", BYPASS_CACHE);
    expect([openShopAnswer.status, openShopAnswer.headers.get("location")]).toEqual([302, "/"]);
  });
});

test("the sign-in page that leads to the list of orders explains how to open an order without an account", async () => {
  expect(await fetchHtml("/login?volver=%2Forders%3Fpage%3D2")).toContain("¿Compraste sin cuenta?");
  expect(await fetchHtml("/login?volver=%2Forders&fin=sesion")).not.toContain("¿Compraste sin cuenta?");
  expect(await fetchHtml("/login")).not.toContain("¿Compraste sin cuenta?");
});

test("a page that cannot be rendered at all says so, and offers to try again", async () => {
  // If an earlier page cached the menu, this page would not read the table.
  demoServer.app.catalogCache = new CatalogCache();
  await sql`ALTER TABLE categories RENAME TO renamed_categories`.execute(demoServer.app.db);
  const { status, text, headers } = await demoServer.call("GET", "/terminos?desde=correo");
  await sql`ALTER TABLE renamed_categories RENAME TO categories`.execute(demoServer.app.db);
  expect([status, headers.get("cache-control")]).toEqual([500, "no-store"]);
  expect(text).toContain("<title>Algo falló de nuestro lado · Casa Maguey</title>");
  expect(text).toMatch(/<a href="\/terminos\?desde=correo"[^>]*>Reintentar<\/a>/);
});
