import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../server/db/new-id.ts";
import { openLog } from "../server/log.ts";
import { openTestOffice, type TestOffice } from "../server/testing/test-office.ts";
import { createUnpaidOrder } from "../server/testing/unpaid-orders.ts";

const rawLogLines: string[] = [];
let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice({}, openLog("warn", { write: (line) => void rawLogLines.push(line) }));
});
afterAll(() => office.stop());

/** Renames the table while `work` runs, so that queries of the table fail. */
async function withoutTable<Answer>(table: string, work: () => Promise<Answer>): Promise<Answer> {
  const renamedTable = sql.table(`${table}_away`);
  await sql`ALTER TABLE ${sql.table(table)} RENAME TO ${renamedTable}`.execute(office.app.db);
  try {
    return await work();
  } finally {
    await sql`ALTER TABLE ${renamedTable} RENAME TO ${sql.table(table)}`.execute(office.app.db);
  }
}

const listLoggedFailures = (requestId: string | null) =>
  rawLogLines
    .map((line) => JSON.parse(line) as Record<string, unknown> & { err?: { stack: string } })
    .filter((line) => line.requestId === requestId && line.msg === "page failed");

test("a failed office page shows the request id of its log line, which has the route, path and stack", async () => {
  const { id } = await createUnpaidOrder(office);
  const { status, text, headers } = await withoutTable("order_notes", () =>
    office.visit(`/panel/pedidos/${id}?clave=5598761234`, { as: "owner" }),
  );
  const requestId = headers.get("x-request-id");
  expect(status).toBe(500);
  expect(text).toContain(requestId);
  expect(headers.get("set-cookie")).toContain(`fallo=${requestId}`);
  const [line] = listLoggedFailures(requestId);
  expect(line).toMatchObject({ method: "GET", route: "/panel/pedidos/:orderId", path: `/panel/pedidos/${id}` });
  expect(line!.err!.stack).toContain("order_notes");
  expect(rawLogLines.join("")).not.toContain("5598761234");
});

test("a failed data request of the office and a failed shop page are logged with their request ids, too", async () => {
  const { id } = await createUnpaidOrder(office);
  const dataAnswer = await withoutTable("order_notes", () =>
    office.visit(`/panel/pedidos/${id}.data`, { as: "owner" }),
  );
  expect(dataAnswer.status).toBe(500);
  expect(dataAnswer.headers.get("set-cookie")).toContain(`fallo=${dataAnswer.headers.get("x-request-id")}`);
  expect(listLoggedFailures(dataAnswer.headers.get("x-request-id"))).toMatchObject([
    { path: `/panel/pedidos/${id}.data` },
  ]);
  const page = await withoutTable("reviews", () => office.visit("/reviews"));
  expect(page.status).toBe(500);
  expect(page.text).toContain(page.headers.get("x-request-id"));
  expect(listLoggedFailures(page.headers.get("x-request-id"))).toMatchObject([{ route: "/reviews", path: "/reviews" }]);
});

test("a failed API request is logged with its path and without personal data", async () => {
  const { id } = await createUnpaidOrder(office);
  const answer = await withoutTable("order_events", () => office.call("GET", `/api/v1/orders/${id}?key=5598761234`));
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get("x-request-id");
  expect(answer.json.detail).toContain(requestId);
  const logLines = rawLogLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logLines.filter((line) => line.requestId === requestId)).toMatchObject([
    { msg: "request failed", path: `/api/v1/orders/${id}`, err: { stack: expect.any(String) } },
    { msg: "request", status: 500, path: `/api/v1/orders/${id}` },
  ]);
  expect(rawLogLines.join("")).not.toContain("5598761234");
});

test("a transient failure shows no request id and is answered with 503", async () => {
  const { id } = await createUnpaidOrder(office);
  await office.app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE order_notes IN ACCESS EXCLUSIVE MODE`.execute(tx);
    const { status, text, headers } = await office.visit(`/panel/pedidos/${id}`, { as: "owner" });
    expect(status).toBe(503);
    expect(text).not.toContain(headers.get("x-request-id"));
    expect(headers.get("set-cookie")).toBeNull();
  });
});

describe("the message that a change was saved", () => {
  const makeOrderNoteForm = (text: string) => ({ intent: "note", id: newId(), text, status: "WAITING_PAYMENT" });
  const cookiesOf = (headers: Headers) =>
    headers.getSetCookie().flatMap((cookie) => (cookie.includes("Max-Age=0") ? [] : [cookie.split(";", 1)[0]!]));

  test("is shown by the error page if the next page fails, with a link to try that page again", async () => {
    const { id } = await createUnpaidOrder(office);
    const cookie = await office.cookieOf("owner");
    const savedAnswer = await office.visit(`/panel/pedidos/${id}`, { cookie, form: makeOrderNoteForm("Llamar antes") });
    expect(savedAnswer.status).toBe(302);
    const nextPath = savedAnswer.headers.get("location")!;
    const cookies = [cookie, ...cookiesOf(savedAnswer.headers)].join("; ");
    for (const table of ["order_events", "staff_sessions"]) {
      const { status, text } = await withoutTable(table, () => office.visit(nextPath, { cookie: cookies }));
      expect(status, table).toBe(500);
      expect(text, table).toContain("Quedó hecho");
      expect(text, table).toContain(`href="${nextPath.replace("&", "&amp;")}"`);
      expect(text, table).not.toContain("carrito");
    }
    const nextPage = await office.visit(nextPath, { cookie: cookies });
    expect(nextPage.text).toContain("Llamar antes");
    expect(nextPage.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^guardado=1;.*Max-Age=0/));
    const { text } = await withoutTable("order_events", () => office.visit(nextPath, { cookie }));
    expect(text).not.toContain("Quedó hecho");
    expect(text).toContain("revisa si quedó antes de repetirlo");
  });

  test("is not shown after a refused change or a redirect without a change: its cookie is not set", async () => {
    const { id } = await createUnpaidOrder(office);
    const refusedAnswer = await office.visit(`/panel/pedidos/${id}`, { as: "owner", form: makeOrderNoteForm(" ") });
    expect(refusedAnswer.headers.getSetCookie().join()).not.toContain("guardado=1");
    const redirectAnswer = await office.visit("/panel/pedidos", { as: "owner", form: { row: "1", intent: "cancel" } });
    expect(redirectAnswer.status).toBe(302);
    expect(redirectAnswer.headers.getSetCookie().join()).not.toContain("guardado=1");
  });
});

test("a failed order page says, only right after the checkout, that the order is placed", async () => {
  const { id } = await createUnpaidOrder(office);
  const visitFailedPage = (path: string) => withoutTable("payment_methods", () => office.visit(path));
  const placedPage = await visitFailedPage(`/orders/${id}?nuevo`);
  expect(placedPage.status).toBe(500);
  expect(placedPage.text).toContain("Tu pedido quedó hecho");
  expect(placedPage.text).toContain("Ver mi pedido");
  const { text } = await visitFailedPage(`/orders/${id}`);
  expect(text).toContain("Algo falló de nuestro lado");
  expect(text).not.toMatch(/quedó hecho|a salvo|nada se guardó/i);
});
