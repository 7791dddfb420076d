import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../server/db/new-id.ts";
import { startTestServer, type TestServer } from "../../../server/testing/test-server.ts";
import { BUILD, buildIfNeeded } from "../../build/build-if-needed.ts";
import { builtPages } from "../../serve.ts";

let shop: TestServer;
beforeAll(async () => {
  buildIfNeeded();
  shop = await startTestServer({}, (app) => builtPages(app, BUILD));
});
afterAll(() => shop.stop());

const demoOrder = (key: string) =>
  shop.app.db
    .selectFrom("orders")
    .innerJoin("shops", "shops.id", "orders.shop_id")
    .select("orders.id")
    .where("shops.key", "=", key)
    .executeTakeFirstOrThrow();

test.each(["", ".data"])("an order's page%s is served for an order that exists, to any caller", async (suffix) => {
  const { id } = await demoOrder("matriz");
  const answer = await shop.call("GET", `/orders/${id}${suffix}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private, no-cache");
});

test("an id without an order, another shop's order and a malformed id are answered with 404", async () => {
  const { id: ofBranch } = await demoOrder("norte");
  for (const id of [newId(), ofBranch, "x", "100001", "%00", "0", "../cart"].map(encodeURIComponent)) {
    const answer = await shop.call("GET", `/orders/${id}`);
    expect([id, answer.status]).toEqual([id, 404]);
    expect(answer.text).toContain("No podemos mostrarte este pedido");
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  }
  expect((await shop.call("GET", `/orders/${newId()}.data`)).status).toBe(404);
});
