import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../server/db/new-id.ts";
import { openLog } from "../server/log.ts";
import { openTestOffice, type TestOffice } from "../server/testing/test-office.ts";
import { waitingOrder } from "../server/testing/office-orders.ts";

const lines: string[] = [];
let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice({}, openLog("warn", { write: (line) => void lines.push(line) }));
});
afterAll(() => office.stop());

/** Renames the table while `work` runs, so that queries of the table fail. */
async function withoutTable<Answer>(table: string, work: () => Promise<Answer>): Promise<Answer> {
  const renamed = sql.table(`${table}_away`);
  await sql`ALTER TABLE ${sql.table(table)} RENAME TO ${renamed}`.execute(office.app.db);
  try {
    return await work();
  } finally {
    await sql`ALTER TABLE ${renamed} RENAME TO ${sql.table(table)}`.execute(office.app.db);
  }
}

const loggedFailures = (requestId: string | null) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown> & { err?: { stack: string } })
    .filter((line) => line.requestId === requestId && line.msg === "page failed");

test("a failed page of the office shows the request id under which route, path and stack are logged", async () => {
  const { id } = await waitingOrder(office);
  const { status, text, headers } = await withoutTable("order_notes", () =>
    office.visit(`/panel/pedidos/${id}?clave=5598761234`, { as: "owner" }),
  );
  const requestId = headers.get("x-request-id");
  expect(status).toBe(500);
  expect(text).toContain(requestId);
  expect(headers.get("set-cookie")).toContain(`fallo=${requestId}`);
  const [line] = loggedFailures(requestId);
  expect(line).toMatchObject({ method: "GET", route: "/panel/pedidos/:orderId", path: `/panel/pedidos/${id}` });
  expect(line!.err!.stack).toContain("order_notes");
  expect(lines.join("")).not.toContain("5598761234");
});

test("a failed data request and a failed page of the shop are logged and have their request id too", async () => {
  const { id } = await waitingOrder(office);
  const data = await withoutTable("order_notes", () => office.visit(`/panel/pedidos/${id}.data`, { as: "owner" }));
  expect(data.status).toBe(500);
  expect(data.headers.get("set-cookie")).toContain(`fallo=${data.headers.get("x-request-id")}`);
  expect(loggedFailures(data.headers.get("x-request-id"))).toMatchObject([{ path: `/panel/pedidos/${id}.data` }]);
  const page = await withoutTable("reviews", () => office.visit("/reviews"));
  expect(page.status).toBe(500);
  expect(page.text).toContain(page.headers.get("x-request-id"));
  expect(loggedFailures(page.headers.get("x-request-id"))).toMatchObject([{ route: "/reviews", path: "/reviews" }]);
});

test("a failed answer of the API is logged with its path and without personal data", async () => {
  const { id } = await waitingOrder(office);
  const answer = await withoutTable("order_events", () => office.call("GET", `/api/v1/orders/${id}?key=5598761234`));
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

test("a transient failure shows no request id and is answered with 503", async () => {
  const { id } = await waitingOrder(office);
  await office.app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE order_notes IN ACCESS EXCLUSIVE MODE`.execute(tx);
    const { status, text, headers } = await office.visit(`/panel/pedidos/${id}`, { as: "owner" });
    expect(status).toBe(503);
    expect(text).not.toContain(headers.get("x-request-id"));
    expect(headers.get("set-cookie")).toBeNull();
  });
});

describe("after a saved change", () => {
  const note = (text: string) => ({ intent: "note", id: newId(), text, status: "WAITING_PAYMENT" });
  const cookiesOf = (headers: Headers) =>
    headers.getSetCookie().flatMap((cookie) => (cookie.includes("Max-Age=0") ? [] : [cookie.split(";", 1)[0]!]));

  test("a next page that fails says that the change is saved, and links to itself", async () => {
    const { id } = await waitingOrder(office);
    const cookie = await office.cookieOf("owner");
    const sent = await office.visit(`/panel/pedidos/${id}`, { cookie, form: note("Llamar antes") });
    expect(sent.status).toBe(302);
    const next = sent.headers.get("location")!;
    const cookies = [cookie, ...cookiesOf(sent.headers)].join("; ");
    for (const table of ["order_events", "staff_sessions"]) {
      const { status, text } = await withoutTable(table, () => office.visit(next, { cookie: cookies }));
      expect(status, table).toBe(500);
      expect(text, table).toContain("Quedó hecho");
      expect(text, table).toContain(`href="${next.replace("&", "&amp;")}"`);
      expect(text, table).not.toContain("carrito");
    }
    const shown = await office.visit(next, { cookie: cookies });
    expect(shown.text).toContain("Llamar antes");
    expect(shown.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^guardado=1;.*Max-Age=0/));
    const { text } = await withoutTable("order_events", () => office.visit(next, { cookie }));
    expect(text).not.toContain("Quedó hecho");
    expect(text).toContain("revisa si quedó antes de repetirlo");
  });

  test("a refused change and a redirect without a change are not called saved", async () => {
    const { id } = await waitingOrder(office);
    const refused = await office.visit(`/panel/pedidos/${id}`, { as: "owner", form: note(" ") });
    expect(refused.headers.getSetCookie().join()).not.toContain("guardado=1");
    const redirected = await office.visit("/panel/pedidos", { as: "owner", form: { row: "1", intent: "cancel" } });
    expect(redirected.status).toBe(302);
    expect(redirected.headers.getSetCookie().join()).not.toContain("guardado=1");
  });
});

test("a failed order page says that the order is placed only right after the checkout", async () => {
  const { id } = await waitingOrder(office);
  const failedPage = (path: string) => withoutTable("payment_methods", () => office.visit(path));
  const placed = await failedPage(`/orders/${id}?nuevo`);
  expect(placed.status).toBe(500);
  expect(placed.text).toContain("Tu pedido quedó hecho");
  expect(placed.text).toContain("Ver mi pedido");
  const { text } = await failedPage(`/orders/${id}`);
  expect(text).toContain("Algo falló de nuestro lado");
  expect(text).not.toMatch(/quedó hecho|a salvo|nada se guardó/i);
});
