import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../server/db/new-id.ts";
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

describe("after a change that was saved", () => {
  const note = (text: string) => ({ intent: "note", id: newId(), text, status: "WAITING_PAYMENT" });
  const cookiesOf = (headers: Headers) =>
    headers.getSetCookie().flatMap((cookie) => (cookie.includes("Max-Age=0") ? [] : [cookie.split(";", 1)[0]!]));

  test("a next page that fails says that it is done, and offers itself again", async () => {
    const { id } = await waitingOrder(shop);
    const cookie = await shop.cookieOf("owner");
    const sent = await shop.visit(`/panel/pedidos/${id}`, { cookie, form: note("Llamar antes") });
    expect(sent.status).toBe(302);
    const next = sent.headers.get("location")!;
    const kept = [cookie, ...cookiesOf(sent.headers)].join("; ");
    for (const table of ["order_events", "staff_sessions"]) {
      const { status, text } = await without(table, () => shop.visit(next, { cookie: kept }));
      expect(status, table).toBe(500);
      expect(text, table).toContain("Quedó hecho");
      expect(text, table).toContain(`href="${next.replace("&", "&amp;")}"`);
      expect(text, table).not.toContain("carrito");
    }
    const shown = await shop.visit(next, { cookie: kept });
    expect(shown.text).toContain("Llamar antes");
    expect(shown.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^guardado=1;.*Max-Age=0/));
    const { text } = await without("order_events", () => shop.visit(next, { cookie }));
    expect(text).not.toContain("Quedó hecho");
    expect(text).toContain("revisa si quedó antes de repetirlo");
  });

  test("what was refused, or only asked, is not called done", async () => {
    const { id } = await waitingOrder(shop);
    const refused = await shop.visit(`/panel/pedidos/${id}`, { as: "owner", form: note(" ") });
    expect(refused.headers.getSetCookie().join()).not.toContain("guardado=1");
    const asked = await shop.visit("/panel/pedidos", { as: "owner", form: { row: "1", intent: "cancelar" } });
    expect(asked.status).toBe(302);
    expect(asked.headers.getSetCookie().join()).not.toContain("guardado=1");
  });
});

test("after the checkout a failing order page says that the order is placed; any other says nothing of a cart", async () => {
  const { id } = await waitingOrder(shop);
  const failed = (path: string) => without("payment_methods", () => shop.visit(path));
  const placed = await failed(`/orders/${id}?nuevo`);
  expect(placed.status).toBe(500);
  expect(placed.text).toContain("Tu pedido quedó hecho");
  expect(placed.text).toContain("Ver mi pedido");
  const { text } = await failed(`/orders/${id}`);
  expect(text).toContain("Algo falló de nuestro lado");
  expect(text).not.toMatch(/quedó hecho|a salvo|nada se guardó/i);
});
