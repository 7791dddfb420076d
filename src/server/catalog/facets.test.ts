import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facets, Suggestions } from "../../contract/catalog.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const getJson = async <T>(path: string, query: string, shopKey?: string): Promise<T> =>
  (await server.call("GET", `/api/v1/search2${path}?${query}`, { shop: shopKey })).json as T;
interface Doc {
  color: string | null;
  price: number;
  shopPrice: number | null;
  hasDto: boolean;
}
const countFoundProducts = async (query: string, shopKey?: string): Promise<number> =>
  (await getJson<{ totalDocs: number }>("", `size=1&${query}`, shopKey)).totalDocs;

describe("filters", () => {
  test("several values of one filter match any of them; different filters are combined", async () => {
    const { brands } = await getJson<Facets>("/facets", "category=mujer");
    const [brandA, brandB] = brands.toSorted((a, b) => b.count - a.count);
    const queryOfBothBrands = `category=mujer&brand=${brandA!.slug}&brand=${brandB!._id}`;
    expect(await countFoundProducts(queryOfBothBrands)).toBe(brandA!.count + brandB!.count);
    expect(await countFoundProducts(`${queryOfBothBrands}&attribute=CH`)).toBeLessThan(brandA!.count + brandB!.count);
  });

  const docsOf = async (query: string, shopKey?: string) =>
    (await getJson<{ docs: Doc[] }>("", `size=50&${query}`, shopKey)).docs;

  test("a colour family finds its shades, and two families find the shades of both", async () => {
    const blues = await docsOf("color=azul");
    expect(blues.length).toBeGreaterThan(0);
    const names = new Set(blues.map(({ color }) => color));
    expect(names.size).toBeGreaterThan(1);
    expect([...names].every((name) => /azul|marino|mezclilla|índigo|celeste|turquesa|cielo/i.test(name!))).toBe(true);
    expect(await countFoundProducts("color=azul&color=verde")).toBeGreaterThan(await countFoundProducts("color=azul"));
    expect(await countFoundProducts("color=no-existe")).toBe(0);
  });

  test.each(["matriz", "norte"])(
    "in %s the price filter applies to the displayed prices, limits included",
    async (shopKey) => {
      const priceOf = ({ price, shopPrice }: Doc) => shopPrice ?? price;
      const allDocs = await docsOf("sort=price", shopKey);
      const [min, max] = [priceOf(allDocs[5]!), priceOf(allDocs[20]!)];
      const docs = await docsOf(`minPrice=${min}&maxPrice=${max}&sort=price`, shopKey);
      expect(docs.length).toBeGreaterThanOrEqual(16);
      expect(priceOf(docs[0]!)).toBe(min);
      expect(priceOf(docs.at(-1)!)).toBe(max);
      const { prices } = await getJson<Facets>("/facets", `minPrice=${min}&maxPrice=${max}`, shopKey);
      expect(prices!.min).toBe(priceOf(allDocs[0]!));
    },
  );

  test("a search is sorted by best match, or by price if the request has a sort order", async () => {
    const [docsByMatch, docsByPrice] = [
      await docsOf("searchTerm=vestido"),
      await docsOf("searchTerm=vestido&sort=-price"),
    ];
    const prices = docsByPrice.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(docsByMatch.map(({ price }) => price)).not.toEqual(prices);
    expect(await countFoundProducts("searchTerm=vestido&sort=-price")).toBe(
      await countFoundProducts("searchTerm=vestido"),
    );
  });

  test("a product on offer is not new", async () => {
    expect((await docsOf("offer=1")).every(({ hasDto }) => hasDto)).toBe(true);
    expect(await countFoundProducts("offer=1&new=1")).toBe(0);
    expect(await countFoundProducts("offer=false&new=0")).toBe(await countFoundProducts(""));
  });

  test.each([
    "minPrice=barato",
    "maxPrice=-1",
    "minPrice=1e9",
    "offer=quizás",
    "sort=vecinos",
    "minPrice=1&minPrice=2",
  ])("%s is refused", async (query) => {
    for (const path of ["", ...(query.startsWith("sort") ? [] : ["/facets"])]) {
      const { status, json } = await server.call("GET", `/api/v1/search2${path}?${query}`);
      expect([status, json.code]).toEqual([422, "VALIDATION_FAILED"]);
    }
  });

  test("more than twenty values of a filter are refused, and so is a repeated category", async () => {
    const many = Array.from({ length: 21 }, (_, n) => `brand=b${n}`).join("&");
    expect((await server.call("GET", `/api/v1/search2?${many}`)).status).toBe(422);
    expect((await server.call("GET", "/api/v1/search2?category=mujer&category=hombre")).status).toBe(422);
  });
});

describe("facets", () => {
  test.each([
    ["matriz", ""],
    ["norte", ""],
    ["matriz", "category=mujer"],
    ["matriz", "category=mujer&attribute=CH&attribute=M"],
    ["matriz", "searchTerm=vestido&attribute=G"],
    ["matriz", "searchTerm=xyzzyplugh"],
    ["matriz", "color=azul&color=rojo&minPrice=300"],
    ["norte", "category=mujer&minPrice=200&maxPrice=899.50&attribute=M"],
    ["matriz", "offer=true&color=negro"],
    ["norte", "searchTerm=vestido&new=1&maxPrice=1500"],
  ])("in %s with '%s' every count equals the filtered list's total", async (shopKey, query) => {
    const facets = await getJson<Facets>("/facets", query, shopKey);
    expect(facets.totalDocs).toBe(await countFoundProducts(query, shopKey));
    const queryWithout = (name: string): string => {
      const params = new URLSearchParams(query);
      params.delete(name);
      return params.toString();
    };
    const checks = [
      ...facets.brands.map(({ slug, count }) => [`${queryWithout("brand")}&brand=${slug}`, count] as const),
      ...facets.sizes.map(
        ({ name, count }) => [`${queryWithout("attribute")}&attribute=${encodeURIComponent(name)}`, count] as const,
      ),
      ...facets.categories.map(({ slug, count }) => [`${queryWithout("category")}&category=${slug}`, count] as const),
      ...facets.colors.map(({ _id, count }) => [`${queryWithout("color")}&color=${_id}`, count] as const),
      [`${queryWithout("offer")}&offer=true`, facets.offers] as const,
      [`${queryWithout("new")}&new=true`, facets.newProducts] as const,
    ];
    if (facets.totalDocs > 0) expect(checks.length).toBeGreaterThan(10);
    const totals: [string, number][] = [];
    for (const [narrowedQuery] of checks)
      totals.push([narrowedQuery, await countFoundProducts(narrowedQuery, shopKey)]);
    expect(totals).toEqual(checks.map((check) => [...check]));
  });
});

describe("suggestions", () => {
  test("list products, brands and categories with a matching name", async () => {
    const suggestions = await getJson<Suggestions>("/suggestions", "searchTerm=vest");
    expect(suggestions.products).toHaveLength(5);
    expect(suggestions.products[0]!.name).toMatch(/vestido/i);
    expect(suggestions.categories[0]).toMatchObject({ name: "Vestidos", slug: "vestidos" });
    expect(suggestions.totalDocs).toBe(await countFoundProducts("searchTerm=vest"));
    const [brand] = (await server.call("GET", "/api/v1/brands")).json as { name: string }[];
    const brandSuggestions = await getJson<Suggestions>(
      "/suggestions",
      `searchTerm=${encodeURIComponent(brand!.name.slice(0, 4))}`,
    );
    expect(brandSuggestions.brands.map((suggested) => suggested.name)).toContain(brand!.name);
  });

  test("have the prices of the shop", async () => {
    const [headOffice, branch] = await Promise.all(
      ["matriz", "norte"].map((key) => getJson<Suggestions>("/suggestions", "searchTerm=vestido", key)),
    );
    const higherPricedProducts = branch!.products.filter((product) => {
      const headOfficeProduct = headOffice!.products.find((other) => other._id === product._id);
      return headOfficeProduct && product.price > headOfficeProduct.price;
    });
    expect(higherPricedProducts.length).toBeGreaterThan(0);
  });

  test.each(["", "   ", "%", "' OR 1=1", "xyzzyplugh"])("are empty for %j, without an error", async (term) => {
    const answer = await server.call("GET", `/api/v1/search2/suggestions?searchTerm=${encodeURIComponent(term)}`);
    expect(answer).toMatchObject({ status: 200, json: { products: [] } });
  });
});
