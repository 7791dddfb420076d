import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import { startTestServer, type TestServer } from "../../../server/testing/test-server.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../build/build-if-needed.ts";
import { loadBuiltPages } from "../../serve.ts";

let server: TestServer;
beforeAll(async () => {
  buildIfNeeded();
  server = await startTestServer({}, (app) => loadBuiltPages(app, BUILD_FOLDER));
});
afterAll(() => server.stop());

const getDemoOrder = (shopKey: string) =>
  server.app.db
    .selectFrom("orders")
    .innerJoin("shops", "shops.id", "orders.shop_id")
    .select("orders.id")
    .where("shops.key", "=", shopKey)
    .executeTakeFirstOrThrow();

test.each(["", ".data"])("the page%s of an existing order is served without a session or key", async (suffix) => {
  const { id } = await getDemoOrder("matriz");
  const response = await server.call("GET", `/orders/${id}${suffix}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
});

test("an id without an order, another shop's order and a malformed id get 404", async () => {
  const { id: branchOrderId } = await getDemoOrder("norte");
  for (const id of [newId(), branchOrderId, "x", "100001", "%00", "0", "../cart"].map(encodeURIComponent)) {
    const response = await server.call("GET", `/orders/${id}`);
    expect([id, response.status]).toEqual([id, 404]);
    expect(response.text).toContain("No podemos mostrarte este pedido");
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
  }
  expect((await server.call("GET", `/orders/${newId()}.data`)).status).toBe(404);
});
