import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facets, Suggestions } from "../../contract/catalog.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
});
afterAll(() => shop.stop());

const getJson = async <T>(path: string, query: string, key?: string): Promise<T> =>
  (await shop.call("GET", `/api/v1/search2${path}?${query}`, { shop: key })).json as T;
const total = async (query: string, key?: string): Promise<number> =>
  (await getJson<{ totalDocs: number }>("", `size=1&${query}`, key)).totalDocs;

describe("filters", () => {
  test("several values of one filter match any of them; different filters are combined", async () => {
    const { brands } = await getJson<Facets>("/facets", "category=mujer");
    const [brandA, brandB] = brands.toSorted((a, b) => b.count - a.count);
    const both = `category=mujer&brand=${brandA!.slug}&brand=${brandB!._id}`;
    expect(await total(both)).toBe(brandA!.count + brandB!.count);
    expect(await total(`${both}&attribute=CH`)).toBeLessThan(brandA!.count + brandB!.count);
  });

  test("more than twenty values of a filter are refused, and so is a repeated category", async () => {
    const many = Array.from({ length: 21 }, (_, n) => `brand=b${n}`).join("&");
    expect((await shop.call("GET", `/api/v1/search2?${many}`)).status).toBe(422);
    expect((await shop.call("GET", "/api/v1/search2?category=mujer&category=hombre")).status).toBe(422);
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
  ])("in %s with '%s' every count equals the filtered list's total", async (key, query) => {
    const facets = await getJson<Facets>("/facets", query, key);
    expect(facets.totalDocs).toBe(await total(query, key));
    const without = (name: string): string => {
      const rest = new URLSearchParams(query);
      rest.delete(name);
      return rest.toString();
    };
    const checks = [
      ...facets.brands.map(({ slug, count }) => [`${without("brand")}&brand=${slug}`, count] as const),
      ...facets.sizes.map(
        ({ name, count }) => [`${without("attribute")}&attribute=${encodeURIComponent(name)}`, count] as const,
      ),
      ...facets.categories.map(({ slug, count }) => [`${without("category")}&category=${slug}`, count] as const),
    ];
    if (facets.totalDocs > 0) expect(checks.length).toBeGreaterThan(10);
    const totals: [string, number][] = [];
    for (const [narrowed] of checks) totals.push([narrowed, await total(narrowed, key)]);
    expect(totals).toEqual(checks.map((check) => [...check]));
  });
});

describe("suggestions", () => {
  test("products, brands, and categories with the matching name first", async () => {
    const found = await getJson<Suggestions>("/suggestions", "searchTerm=vest");
    expect(found.products).toHaveLength(5);
    expect(found.products[0]!.name).toMatch(/vestido/i);
    expect(found.categories[0]).toMatchObject({ name: "Vestidos", slug: "vestidos" });
    expect(found.totalDocs).toBe(await total("searchTerm=vest"));
    const [brand] = (await shop.call("GET", "/api/v1/brands")).json as { name: string }[];
    const named = await getJson<Suggestions>(
      "/suggestions",
      `searchTerm=${encodeURIComponent(brand!.name.slice(0, 4))}`,
    );
    expect(named.brands.map((suggested) => suggested.name)).toContain(brand!.name);
  });

  test("prices are those of the shop", async () => {
    const [matrix, branch] = await Promise.all(
      ["matriz", "norte"].map((key) => getJson<Suggestions>("/suggestions", "searchTerm=vestido", key)),
    );
    const higherPriced = branch!.products.filter((product) => {
      const there = matrix!.products.find((other) => other._id === product._id);
      return there && product.price > there.price;
    });
    expect(higherPriced.length).toBeGreaterThan(0);
  });

  test.each(["", "   ", "%", "' OR 1=1", "xyzzyplugh"])("%j has no suggestions and no error", async (term) => {
    const answer = await shop.call("GET", `/api/v1/search2/suggestions?searchTerm=${encodeURIComponent(term)}`);
    expect(answer).toMatchObject({ status: 200, json: { products: [] } });
  });
});
