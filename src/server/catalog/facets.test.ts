import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facets, Suggestions } from "../../contract/catalog.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
});
afterAll(() => shop.stop());

const ask = async <T>(path: string, query: string, key?: string): Promise<T> =>
  (await shop.call("GET", `/api/v1/search2${path}?${query}`, { shop: key })).json as T;
const total = async (query: string, key?: string): Promise<number> =>
  (await ask<{ totalDocs: number }>("", `size=1&${query}`, key)).totalDocs;

describe("filters", () => {
  test("several of one kind mean any of them, kinds narrow each other", async () => {
    const { brands } = await ask<Facets>("/facets", "category=mujer");
    const [one, other] = brands.toSorted((a, b) => b.count - a.count);
    const both = `category=mujer&brand=${one!.slug}&brand=${other!._id}`;
    expect(await total(both)).toBe(one!.count + other!.count);
    expect(await total(`${both}&attribute=CH`)).toBeLessThan(one!.count + other!.count);
  });

  test("more than twenty of one kind are refused, a repeated single one too", async () => {
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
  ])("in %s with '%s' every count is what the list then has", async (key, query) => {
    const facets = await ask<Facets>("/facets", query, key);
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
    const listed: [string, number][] = [];
    for (const [narrowed] of checks) listed.push([narrowed, await total(narrowed, key)]);
    expect(listed).toEqual(checks.map((check) => [...check]));
  });
});

describe("suggestions", () => {
  test("products, the category of that name first, and brands", async () => {
    const found = await ask<Suggestions>("/suggestions", "searchTerm=vest");
    expect(found.products).toHaveLength(5);
    expect(found.products[0]!.name).toMatch(/vestido/i);
    expect(found.categories[0]).toMatchObject({ name: "Vestidos", slug: "vestidos" });
    expect(found.totalDocs).toBe(await total("searchTerm=vest"));
    const [brand] = (await shop.call("GET", "/api/v1/brands")).json as { name: string }[];
    const named = await ask<Suggestions>("/suggestions", `searchTerm=${encodeURIComponent(brand!.name.slice(0, 4))}`);
    expect(named.brands.map((one) => one.name)).toContain(brand!.name);
  });

  test("prices are this shop's", async () => {
    const [matrix, branch] = await Promise.all(
      ["matriz", "norte"].map((key) => ask<Suggestions>("/suggestions", "searchTerm=vestido", key)),
    );
    const dearer = branch!.products.filter((product) => {
      const there = matrix!.products.find((other) => other._id === product._id);
      return there && product.price > there.price;
    });
    expect(dearer.length).toBeGreaterThan(0);
  });

  test.each(["", "   ", "%", "' OR 1=1", "xyzzyplugh"])("nothing for %j, without an error", async (term) => {
    const answer = await shop.call("GET", `/api/v1/search2/suggestions?searchTerm=${encodeURIComponent(term)}`);
    expect(answer).toMatchObject({ status: 200, json: { products: [] } });
  });
});
