import { connect, type AddressInfo } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../db/new-id.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { makeWorkerServer } from "../routes.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { isTransient } from "./problems.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.stop());

/** Sends these lines as they are and returns the status line. */
function sendRaw(...lines: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(testServer.origin).port), "127.0.0.1", () =>
    socket.write(`${lines.join("\r\n")}\r\n\r\n`),
  );
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString();
    socket.end();
  });
  socket.on("error", reject).on("close", () => resolve(text.split("\r\n", 1)[0]!));
  return promise;
}

test.each([
  ["GET /readyz HTTP/1.0", [], "200 OK"],
  ["GET /readyz HTTP/1.1", [], "200 OK"],
  ["GET /healthz HTTP/1.1", ["Host: a b"], "400 Bad Request"],
  ["GET / HTTP/1.1", [], "400 Bad Request"],
  ["GET /api/v1/brands HTTP/1.1", [], "400 Bad Request"],
  ["GET /api/v1/brands HTTP/1.0", [], "200 OK"],
])("%s with %j is answered %s", async (requestLine, headers, status) => {
  expect(await sendRaw(requestLine, ...headers)).toBe(`HTTP/1.1 ${status}`);
});

test("statements that do not fit the schema of a newer version get 503 with Retry-After, others 500", async () => {
  const { db } = testServer.app;
  const readReadiness = async () => (await testServer.call("GET", "/readyz")).json;
  const { productId, sizeId: attributeId } = await createTestSize(testServer.app, { pieces: 1 });
  const product = { productId, attributeId, quantity: 1 };
  const readCart = () => testServer.call("GET", `/api/v1/carts/${newId()}`);
  expect((await readCart()).status).toBe(404);
  await sql`ALTER TABLE carts RENAME COLUMN modified_at TO changed_at`.execute(db);
  try {
    expect((await readCart()).status).toBe(500);
    await sql`INSERT INTO migrations (name) VALUES ('9999_next_version.sql')`.execute(db);
    const { status, json, headers } = await readCart();
    expect(status).toBe(503);
    expect(json).toMatchObject({ code: "UNAVAILABLE" });
    expect(headers.get("retry-after")).toBe("2");
    // Statements of a pool, too.
    expect((await testServer.call("POST", "/api/v1/carts", { body: { products: [product] } })).status).toBe(503);
    await expect.poll(readReadiness, { timeout: 5_000 }).toEqual({ status: "schema too new" });
  } finally {
    await sql`ALTER TABLE carts RENAME COLUMN changed_at TO modified_at`.execute(db);
    await sql`DELETE FROM migrations WHERE name = '9999_next_version.sql'`.execute(db);
  }
  await expect.poll(readReadiness, { timeout: 5_000 }).toEqual({ status: "ready" });
});

test("a read-only database is not ready, and a write gets 503 with Retry-After", async () => {
  const { database } = testServer.databaseConfig;
  const setReadOnly = async (isOn: boolean): Promise<void> => {
    const client = new pg.Client({ ...testServer.databaseConfig, database: "postgres" });
    await client.connect();
    await client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = ${isOn}`);
    // The setting applies to new connections.
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [database]);
    await client.end();
  };
  await setReadOnly(true);
  try {
    await expect.poll(async () => (await testServer.call("GET", "/readyz")).status, { timeout: 5_000 }).toBe(503);
    expect((await testServer.call("GET", "/readyz")).json).toEqual({ status: "database read-only" });
    const body = { name: "Ana", lastName: "López", phone: "5512345678", email: "ana.solo@ejemplo.mx" };
    const refusedResponse = await testServer.call("POST", "/api/v1/customers", { body });
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([503, "UNAVAILABLE"]);
    expect(Number(refusedResponse.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await setReadOnly(false);
  }
  await expect.poll(async () => (await testServer.call("GET", "/readyz")).status, { timeout: 5_000 }).toBe(200);
});

test("a worker is not ready while a job has been due for more than two minutes", async () => {
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(testServer.app.db);
  const server = makeWorkerServer(testServer.app, () => false);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const readStatus = async () => ((await (await fetch(`${origin}/readyz`)).json()) as { status: string }).status;
  const setDue = (secondsAgo: number) =>
    sql`UPDATE graphile_worker._private_jobs SET run_at = now() - make_interval(secs => ${secondsAgo})`.execute(
      testServer.app.db,
    );
  try {
    expect(await readStatus()).toBe("ready");
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/metrics`)).status).toBe(200);
    expect((await fetch(`${origin}/api/v1/brands`)).status).toBe(404);
    await enqueue(testServer.app.db, "purge_places", {});
    await setDue(119);
    await expect.poll(readStatus, { timeout: 3_000 }).toBe("ready");
    await setDue(130);
    await expect.poll(readStatus, { timeout: 3_000 }).toBe("jobs delayed");
    expect((await testServer.call("GET", "/readyz")).status).toBe(200);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.each([["25006"], ["53100"], ["EMFILE"], ["ENOSPC"]])("the error %s is answered 503, not 500", (code) => {
  expect(isTransient(Object.assign(new Error("failed"), { code }))).toBe(true);
});
