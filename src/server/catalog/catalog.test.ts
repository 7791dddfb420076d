import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import { newId } from "../db/new-id.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const search = async (query: Record<string, string>, shopKey?: string) =>
  (await server.call("GET", `/api/v1/search2?${new URLSearchParams(query)}`, { shop: shopKey })).json;
type Doc = {
  _id: string;
  name: string;
  color: string | null;
  price: number;
  shopPrice: number | null;
  stocks: { stock: number; attribute: string }[];
  brands: { _id: string; name: string }[];
  categories: { name: string }[];
};

describe("the demo shop has the data required by rule API-8", () => {
  test("products with pictures, tickets, offers, a sold-out product, brands and a category tree", async () => {
    const allProducts = (await server.call("GET", "/products")).json as (Doc & {
      type: string;
      hasDto: boolean;
      images: object[];
    })[];
    expect(allProducts.length).toBeGreaterThanOrEqual(240);
    expect(allProducts.filter((product) => product.type === "DIGITAL").length).toBeGreaterThanOrEqual(6);
    expect(allProducts.some((product) => product.hasDto)).toBe(true);
    expect(allProducts.some((product) => product.stocks.every((size) => size.stock === 0))).toBe(true);
    expect(allProducts.every((product) => product.images.length >= 2)).toBe(true);
    expect((await server.call("GET", "/api/v1/brands")).json.length).toBeGreaterThanOrEqual(24);
    const tree = (await server.call("GET", "/api/v1/categories/menu")).json as { children: object[] }[];
    expect(tree.filter((top) => top.children.length > 0).length).toBeGreaterThanOrEqual(4);
  });

  test("carriers: basic, insured at 2 %, with a fee per piece, with an alert", async () => {
    const { docs } = (await server.call("GET", "/api/v1/shippings")).json as { docs: Record<string, unknown>[] };
    expect(docs.find((carrier) => carrier.secured)).toMatchObject({ percentage: 2 });
    expect(docs.find((carrier) => carrier.hasPiecesFee)).toMatchObject({ maxPieces: 5, piecePrice: 12.5 });
    expect(docs.some((carrier) => carrier.hasAlert && carrier.alert !== null)).toBe(true);
    expect(docs.some((carrier) => !carrier.secured && !carrier.hasPiecesFee && !carrier.hasAlert)).toBe(true);
  });

  test("the branch has increments on at least half the brands", async () => {
    const app = (await server.call("GET", "/api/v1/app", { shop: "norte" })).json;
    const { prices } = (await server.call("GET", `/api/v1/app/${app._id}/prices`)).json;
    const brands = (await server.call("GET", "/api/v1/brands")).json;
    expect(prices.length * 2).toBeGreaterThanOrEqual(brands.length);
    expect(app).toMatchObject({ shopType: "branch", chat: null, settings: { orders: { wholesaleDto: 25 } } });
  });
});

describe("search", () => {
  test.each([
    ["vestidos", "vestido"],
    ["VESTIDO", "vestido"],
    ["vestdio", "vestido"],
    ["Blsua", "blusa"],
    ["blsuas", "blusa"],
    ["pantalon", "pantalón"],
    ["camiza", "camisa"],
    ["jeens", "jeans"],
    ["sueter", "suéter"],
  ])("'%s' finds %s first", async (term, word) => {
    const page = await search({ searchTerm: term });
    expect(page.totalDocs).toBeGreaterThan(0);
    expect(page.docs[0].name.toLowerCase()).toContain(word);
  });

  test("a search uses all words: colour and kind", async () => {
    const [firstDoc] = (await search({ searchTerm: "vestido rojo" })).docs as Doc[];
    expect(firstDoc!.name.toLowerCase()).toContain("vestido");
    expect(firstDoc!.color?.toLowerCase()).toContain("rojo");
  });

  test("a brand's name finds its products", async () => {
    const brand = (await server.call("GET", "/api/v1/brands")).json[3];
    const page = await search({ searchTerm: brand.name });
    expect((page.docs as Doc[])[0]!.brands.map((productBrand) => productBrand.name)).toContain(brand.name);
  });

  test.each(["xyzzyplugh", "' OR 1=1 --", ":*&|!()", "%", "😀", "a & | b", "<script>"])(
    "a search for %j is answered without an error",
    async (term) => {
      const answer = await server.call("GET", `/api/v1/search2?${new URLSearchParams({ searchTerm: term })}`);
      expect(answer.status).toBe(200);
    },
  );

  test("a term of more than 100 characters is refused", async () => {
    const answer = await server.call("GET", `/api/v1/search2?searchTerm=${"a".repeat(101)}`);
    expect(answer).toMatchObject({
      status: 422,
      json: { code: "VALIDATION_FAILED", errors: [{ path: "searchTerm" }] },
    });
  });

  test("products without stock are not listed and not counted", async () => {
    const page = await search({ size: "50" });
    expect((page.docs as Doc[]).every((doc) => doc.stocks.some((size) => size.stock > 0))).toBe(true);
    const allProducts = (await server.call("GET", "/products")).json as Doc[];
    expect(page.totalDocs).toBe(allProducts.filter((doc) => doc.stocks.some((size) => size.stock > 0)).length);
  });
});

describe("filters", () => {
  test("a category includes its subcategories, by id and by slug", async () => {
    const [mujer] = (await server.call("GET", "/api/v1/categories/menu")).json;
    const pageById = await search({ category: mujer._id });
    const pageBySlug = await search({ category: "mujer" });
    const subcategoryPages = await Promise.all(
      mujer.children.map((child: { _id: string }) => search({ category: child._id })),
    );
    expect(pageById.totalDocs).toBe(pageBySlug.totalDocs);
    expect(pageById.totalDocs).toBeGreaterThan(Math.max(...subcategoryPages.map((page) => page.totalDocs)));
  });

  test("brand, size and category combine", async () => {
    const page = await search({ category: "vestidos", attribute: "CH", size: "50" });
    const [doc] = page.docs as Doc[];
    const brandPage = await search({ category: "vestidos", attribute: "CH", brand: doc!.brands[0]!._id, size: "50" });
    expect(brandPage.totalDocs).toBeGreaterThan(0);
    expect(brandPage.totalDocs).toBeLessThanOrEqual(page.totalDocs);
    for (const foundDoc of brandPage.docs as Doc[]) {
      expect(foundDoc.stocks.some((size) => size.attribute === "CH" && size.stock > 0)).toBe(true);
      expect(foundDoc.brands.map((brand) => brand._id)).toContain(doc!.brands[0]!._id);
    }
  });

  test.each(["category", "brand", "attribute"])("an unknown %s gives an empty page, not an error", async (filter) => {
    expect(await search({ [filter]: "no-existe" })).toMatchObject({ docs: [], totalDocs: 0, totalPages: 0 });
  });
});

test("the menu has a category whose available products have no brand", async () => {
  const size = await createTestSize(server.app, { pieces: 3 });
  const categoryId = newId();
  const slug = `sin-marca-${categoryId.slice(-8)}`;
  await server.app.db
    .insertInto("categories")
    .values({ id: categoryId, slug, name: "Sin marca", position: 99 })
    .execute();
  await server.app.db.deleteFrom("product_brands").where("product_id", "=", size.productId).execute();
  await server.app.db
    .insertInto("product_categories")
    .values({ product_id: size.productId, category_id: categoryId })
    .execute();
  await expect
    .poll(async () => (await server.call("GET", "/api/v1/categories/menu")).text, { timeout: 5_000 })
    .toContain(slug);
});

describe("pages", () => {
  test("have twelve products, do not overlap, and are empty after the last one", async () => {
    const firstPage = await search({});
    const secondPage = await search({ page: "2" });
    expect(firstPage.docs).toHaveLength(12);
    const firstIds = new Set((firstPage.docs as Doc[]).map((doc) => doc._id));
    expect((secondPage.docs as Doc[]).filter((doc) => firstIds.has(doc._id))).toEqual([]);
    expect(await search({ page: String(firstPage.totalPages + 1) })).toMatchObject({ docs: [] });
    expect(await search({ page: "999999999" })).toMatchObject({ docs: [] });
  });

  test("have at most 50 products", async () => expect((await search({ size: "5000" })).docs).toHaveLength(50));

  test.each([
    ["page", "0"],
    ["page", "-1"],
    ["page", "1.5"],
    ["page", "uno"],
    ["size", "0"],
    ["size", "1e99"],
  ])("%s=%s is refused, and the answer names the field", async (name, value) => {
    const answer = await server.call("GET", `/api/v1/search2?${name}=${value}`);
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ path: name }] } });
  });
});

describe("a product", () => {
  test("has the branch's price in the branch and null in the head office", async () => {
    const [doc] = (await search({ size: "1" })).docs as Doc[];
    const headOffice = (await server.call("GET", `/api/v1/products/${doc!._id}`)).json;
    const branch = (await server.call("GET", `/api/v1/products/${doc!._id}`, { shop: "norte" })).json;
    expect(headOffice).toMatchObject({ shopPrice: null, shopWholesalePrice: null });
    expect(branch.price).toBe(headOffice.price);
    expect(branch.shopWholesalePrice).toBe(branch.shopPrice - 25);
  });

  test.each(["no-es-un-id", "01990000-0000-7000-8000-000000000000", "..%2F..%2Fetc"])(
    "%s is not found: 404",
    async (id) => {
      const answer = await server.call("GET", `/api/v1/products/${id}`);
      expect(answer).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    },
  );

  test("of a presale is not visible without its code", async () => {
    const presaleProducts = await server.app.db
      .selectFrom("products")
      .select("id")
      .where("presale_id", "is not", null)
      .execute();
    const allProducts = (await server.call("GET", "/products")).json as Doc[];
    const ids = new Set(allProducts.map((doc) => doc._id));
    expect(presaleProducts.length).toBeGreaterThanOrEqual(12);
    expect(presaleProducts.filter((product) => ids.has(product.id))).toEqual([]);
    expect((await server.call("GET", `/api/v1/products/${presaleProducts[0]!.id}`)).status).toBe(404);
  });
});

test("public responses have an ETag, and a request with it is answered 304", async () => {
  for (const path of ["/products", "/api/v1/app", "/api/v1/search2", "/api/v1/categories/menu", "/api/v1/shippings"]) {
    const firstAnswer = await server.call("GET", path);
    const etag = firstAnswer.headers.get("etag")!;
    const secondAnswer = await server.call("GET", path, { headers: { "If-None-Match": etag } });
    expect([path, secondAnswer.status, secondAnswer.text]).toEqual([path, 304, ""]);
  }
});

test("public responses match the schemas of their endpoints", async () => {
  const [doc] = (await search({ size: "1" })).docs as Doc[];
  const pathsByOperation = {
    searchProducts: "/api/v1/search2",
    listAllProducts: "/products",
    getProduct: `/api/v1/products/${doc!._id}`,
    getProductStock: `/api/v1/products/${doc!._id}/stock`,
    listSizeNames: "/api/v1/products/attributes/sizes",
    listBrands: "/api/v1/brands",
    listCategories: "/api/v1/categories",
    getCategoryMenu: "/api/v1/categories/menu",
    getApp: "/api/v1/app",
    listCarriers: "/api/v1/shippings",
    getPaymentMethod: "/api/v1/payment-methods/TB",
  } as const;
  for (const [name, path] of Object.entries(pathsByOperation)) {
    const answer = await server.call("GET", path);
    expect([name, answer.status]).toEqual([name, 200]);
    expect(() => API[name as keyof typeof pathsByOperation].response.parse(answer.json)).not.toThrow();
  }
});

test("size names are sorted from small to large, letters before numbers", async () => {
  const sizes = ((await server.call("GET", "/api/v1/products/attributes/sizes")).json as { name: string }[]).map(
    (size) => size.name,
  );
  const expectedNames = ["CH", "M", "G", "XG", "24", "26", "28"];
  expect(sizes.filter((name) => expectedNames.includes(name))).toEqual(expectedNames);
});
