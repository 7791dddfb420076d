import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "../server/log.ts";
import { openTestOffice, type TestOffice } from "../server/testing/test-office.ts";
import { waitingOrder } from "../server/testing/office-orders.ts";

const lines: string[] = [];
let shop: TestOffice;
beforeAll(async () => {
  shop = await openTestOffice({}, openLog("warn", { write: (line) => void lines.push(line) }));
});
afterAll(() => shop.stop());

/** While `work` runs, whoever reads this table fails as if it were broken: its name is another. */
async function without<Answer>(table: string, work: () => Promise<Answer>): Promise<Answer> {
  const away = sql.table(`${table}_away`);
  await sql`ALTER TABLE ${sql.table(table)} RENAME TO ${away}`.execute(shop.app.db);
  try {
    return await work();
  } finally {
    await sql`ALTER TABLE ${away} RENAME TO ${sql.table(table)}`.execute(shop.app.db);
  }
}

const logged = (requestId: string | null) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown> & { err?: { stack: string } })
    .filter((line) => line.requestId === requestId && line.msg === "page failed");

test("a failed page of the office says the number under which the log has route, path and stack", async () => {
  const { id } = await waitingOrder(shop);
  const { status, text, headers } = await without("order_notes", () =>
    shop.visit(`/panel/pedidos/${id}?clave=5598761234`, { as: "owner" }),
  );
  const requestId = headers.get("x-request-id");
  expect(status).toBe(500);
  expect(text).toContain(requestId);
  expect(headers.get("set-cookie")).toContain(`fallo=${requestId}`);
  const [line] = logged(requestId);
  expect(line).toMatchObject({ method: "GET", route: "/panel/pedidos/:orderId", path: `/panel/pedidos/${id}` });
  expect(line!.err!.stack).toContain("order_notes");
  expect(lines.join("")).not.toContain("5598761234");
});

test("so do a page's data, and a page of the shop", async () => {
  const { id } = await waitingOrder(shop);
  const data = await without("order_notes", () => shop.visit(`/panel/pedidos/${id}.data`, { as: "owner" }));
  expect(data.status).toBe(500);
  expect(data.headers.get("set-cookie")).toContain(`fallo=${data.headers.get("x-request-id")}`);
  expect(logged(data.headers.get("x-request-id"))).toMatchObject([{ path: `/panel/pedidos/${id}.data` }]);
  const page = await without("reviews", () => shop.visit("/reviews"));
  expect(page.status).toBe(500);
  expect(page.text).toContain(page.headers.get("x-request-id"));
  expect(logged(page.headers.get("x-request-id"))).toMatchObject([{ route: "/reviews", path: "/reviews" }]);
});

test("an answer of the API that failed is logged with its path, and without what is personal in it", async () => {
  const { id } = await waitingOrder(shop);
  const answer = await without("order_events", () => shop.call("GET", `/api/v1/orders/${id}?key=5598761234`));
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get("x-request-id");
  expect(answer.json.detail).toContain(requestId);
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.filter((line) => line.requestId === requestId)).toMatchObject([
    { msg: "request failed", path: `/api/v1/orders/${id}`, err: { stack: expect.any(String) } },
    { msg: "request", status: 500, path: `/api/v1/orders/${id}` },
  ]);
  expect(lines.join("")).not.toContain("5598761234");
});

test("what may be well again in a moment has no number, and says when to come back", async () => {
  const { id } = await waitingOrder(shop);
  await shop.app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE order_notes IN ACCESS EXCLUSIVE MODE`.execute(tx);
    const { status, text, headers } = await shop.visit(`/panel/pedidos/${id}`, { as: "owner" });
    expect(status).toBe(503);
    expect(text).not.toContain(headers.get("x-request-id"));
    expect(headers.get("set-cookie")).toBeNull();
  });
});
