import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHomePreview } from "../../../server/home/home-previews.ts";
import { startTestServer, type TestServer } from "../../../server/testing/test-server.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../build/build-if-needed.ts";
import { loadBuiltPages } from "../../serve.ts";

let server: TestServer;
beforeAll(async () => {
  buildIfNeeded();
  server = await startTestServer({}, (app) => loadBuiltPages(app, BUILD_FOLDER));
});
afterAll(() => server.stop());

const fetchPage = async (path: string) => (await server.call("GET", path)).text;
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const mainHeadingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];

describe("the title of a list", () => {
  test.each([
    ["/", "Inicio"],
    ["/?category=vestidos", "Vestidos"],
    ["/?brand=almendra-ruiz", "Productos de Almendra Ruiz"],
    ["/?attribute=M", "Productos en talla M"],
    ["/?category=vestidos&brand=almendra-ruiz&attribute=M&attribute=G", "Vestidos de Almendra Ruiz en tallas M y G"],
    ["/?searchTerm=jeans", "Resultados de «jeans»"],
    ["/?sort=price", "Productos, precio: menor a mayor"],
  ])("%s is «%s»", async (path, title) => {
    expect(titleOf(await fetchPage(path))).toMatch(new RegExp(`^${title} · `));
  });

  test("the heading of a brand's list is its title, the heading of a category's list is only the category", async () => {
    expect(mainHeadingOf(await fetchPage("/?brand=almendra-ruiz"))).toBe("Productos de Almendra Ruiz");
    expect(mainHeadingOf(await fetchPage("/?category=vestidos&brand=almendra-ruiz"))).toBe("Vestidos");
  });
});

describe("a category of tickets", () => {
  const readTimes = (html: string) =>
    [...html.matchAll(/<p>(\p{L}{3} \d+ \p{L}{3} · \d+:\d\d\s[ap]\.\sm\.)</gu)].map(([, time]) => time);
  const readNames = (html: string) => [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]+)/g)].map(([, name]) => name);

  test("has the next event first, unless the customer chose another order", async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM products
      WHERE is_digital AND event_at > now() ORDER BY event_at, id`.execute(server.app.db);
    const html = await fetchPage("/?category=boletos");
    expect(html).toContain("Próximos primero");
    expect(readTimes(html)).toHaveLength(readNames(html).length);
    expect(readNames(html)).toEqual(rows.map(({ name }) => name).filter((name) => readNames(html).includes(name)));
    expect(readNames(await fetchPage("/?category=boletos&sort=name"))).toEqual(
      readNames(html).toSorted((a, b) => (a! < b! ? -1 : 1)),
    );
    expect(await fetchPage("/?category=vestidos")).not.toContain("Próximos primero");
  });
});

test("the select shows the order of the list: the shop's own, the best match, or the chosen one", async () => {
  const readSelectedOption = async (path: string, key: string) =>
    /<option[^>]* selected=""[^>]*>([^<]*)/.exec((await server.call("GET", path, { shop: key })).text)?.[1];
  expect(await readSelectedOption("/?category=vestidos", "norte")).toBe("Lo más nuevo");
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{orders,products,sortkey}', '"price"')
    WHERE key = 'norte'`.execute(server.app.db);
  await server.app.shops.refresh();
  expect(await readSelectedOption("/?category=blusas-y-playeras", "norte")).toBe("Precio: menor a mayor");
  expect(await readSelectedOption("/?searchTerm=vestido", "norte")).toBe("Mejor coincidencia");
  expect(await readSelectedOption("/?searchTerm=vestido&sort=name", "norte")).toBe("Nombre");
});

describe("reload=false", () => {
  const countCards = (html: string) => html.match(/<article/g)?.length ?? 0;

  test("does not load the list, but shows a button for it", async () => {
    const html = await fetchPage("/?reload=false");
    expect(countCards(html)).toBe(0);
    expect(html).toContain("Ver los productos");
    expect(html).not.toContain("No hay productos para mostrar");
    expect(countCards(await fetchPage("/?reload=true"))).toBe(12);
    expect(countCards(await fetchPage("/?reload="))).toBe(12);
  });

  test.each(["category=vestidos", "brand=almendra-ruiz", "attribute=M", "searchTerm=jeans"])(
    "has no effect with the filter %s",
    async (filter) => expect(countCards(await fetchPage(`/?reload=false&${filter}`))).toBeGreaterThan(0),
  );
});

describe("a shop that does not sell", () => {
  const setCanSell = async (canSell: boolean) => {
    await sql`UPDATE shops SET settings = jsonb_set(settings, '{management,canSell}', ${JSON.stringify(canSell)}::jsonb)
      WHERE key = 'norte'`.execute(server.app.db);
    await server.app.shops.refresh();
    await new Promise((resolve) => setTimeout(resolve, 1_050)); // the response cache keeps pages for a second
  };
  const htmlOf = async (path: string) => (await server.call("GET", path, { shop: "norte" })).text;

  test("shows a notice above its list", async () => {
    const notice = "Por ahora no vendemos en línea";
    expect(await htmlOf("/")).not.toContain(notice);
    await setCanSell(false);
    for (const path of ["/", "/?category=vestidos"]) {
      const html = await htmlOf(path);
      expect(html.indexOf(notice)).toBeGreaterThan(0);
      expect(html.indexOf(notice)).toBeLessThan(html.indexOf("<article"));
    }
    await setCanSell(true);
  });
});

describe("the front page", () => {
  const SECTION_HEADING_PATTERN =
    /Categorías para explorar|En oferta|Lo nuevo en la tienda|Bordado a mano|Completa el look|Lo que dicen quienes ya lo usan/g;
  const sectionHeadingsOf = (html: string) => [
    ...new Set(html.replaceAll(/<script.*?<\/script>/gs, "").match(SECTION_HEADING_PATTERN)),
  ];

  test("shows the sections in the owner's order; sections after the list are among its products", async () => {
    const html = await fetchPage("/");
    expect(sectionHeadingsOf(html)).toEqual([
      "Categorías para explorar",
      "Lo nuevo en la tienda",
      "Bordado a mano",
      "Lo que dicen quienes ya lo usan",
    ]);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('hidden id="S:');
    // Eight products are before the sections.
    expect(html.slice(0, html.indexOf("Bordado a mano")).match(/<article/g)).toHaveLength(8);
  });

  test("a preview shows the draft to everyone with its link, is not cached, and changes nothing", async () => {
    const headOffice = (await server.app.shops.all()).find(({ key }) => key === "matriz")!;
    const url = await makeHomePreview(server.app, headOffice, [
      { kind: "reviews", shown: true },
      { kind: "list", shown: true },
    ]);
    const { pathname, search } = new URL(url);
    const preview = await server.call("GET", `${pathname}${search}`);
    expect(sectionHeadingsOf(preview.text)).toEqual(["Lo que dicen quienes ya lo usan", "Lo nuevo en la tienda"]);
    expect(preview.text).toContain("Vista previa de la portada");
    expect(preview.headers.get("cache-control")).toBe("no-store");
    expect(preview.headers.get("x-robots-tag")).toContain("noindex");
    const unknownPreviewHtml = (await server.call("GET", "/?portada=x")).text;
    expect(sectionHeadingsOf(unknownPreviewHtml)[0]).toBe("Categorías para explorar");
    expect(unknownPreviewHtml).not.toContain("Vista previa de la portada");
    expect(sectionHeadingsOf(await fetchPage("/"))[0]).toBe("Categorías para explorar");
  });

  test("headings have the shop's typeface", async () => {
    expect(await fetchPage("/")).toMatch(/data-type="editorial".*instrument-serif-latin/s);
    await sql`UPDATE shops SET settings = jsonb_set(settings, '{storefront,typeface}', '"classic"')
      WHERE key = 'norte'`.execute(server.app.db);
    await server.app.shops.refresh();
    const html = (await server.call("GET", "/?sort=name", { shop: "norte" })).text;
    expect(html).toMatch(/data-type="classic".*marcellus-latin/s);
    expect(html).not.toContain("instrument-serif");
  });
});

// The last test, because it leaves three products in the shop.
test("the heading of the rest of the list is shown only if products follow it", async () => {
  expect(await fetchPage("/")).toContain("Toda la tienda");
  await sql`UPDATE products SET is_published = false
    WHERE id NOT IN (SELECT id FROM products WHERE presale_id IS NULL ORDER BY created_at DESC LIMIT 3)`.execute(
    server.app.db,
  );
  await expect.poll(async () => (await fetchPage("/")).match(/<article/g)?.length, { timeout: 5_000 }).toBe(3);
  const html = await fetchPage("/");
  expect(html).toContain("Bordado a mano");
  expect(html).not.toContain("Toda la tienda");
});
