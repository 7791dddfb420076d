import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveOrder } from "../orders/move-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

const TOKEN = "un-token-para-las-metricas";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: TOKEN });
});
afterAll(() => server.stop());

/** Requests `/metrics` with this Host header from the same machine, as a proxy there does. Returns the status. */
function readMetricsStatus(host: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${server.origin}/metrics`, { headers: { Host: host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on("error", reject)
      .end();
  });
}

test("callers on this machine get durations and pending work in Prometheus' format", async () => {
  await server.call("GET", "/api/v1/orders/5511112222");
  const { status, headers, text } = await server.call("GET", "/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(text).toMatch(/http_server_request_duration_seconds_count\{method="GET",route="[^"]*:[^"]*",status="404"\} 1/);
  expect(text).toMatch(/shop_orders\{status="SHIPPED"\} [1-9]/);
  expect(text).toMatch(/^shop_active_carts \d+$/m);
  expect(text).toContain('shop_pending_work{kind="failing_jobs"} 0');
  expect(text).toContain('shop_pending_work_age_seconds{kind="jobs"}');
  // No backup was ever verified here.
  expect(text).toContain("\nbackup_last_success_timestamp 0\n");
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  expect(text).not.toContain("5511112222");
});

test("an order's transition is in the next response", async () => {
  const countCancelled = async () => {
    const { text } = await server.call("GET", "/metrics");
    return Number(/shop_orders\{status="CANCELLED"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await countCancelled();
  const order = await server.app.db
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "RESERVED")
    .executeTakeFirstOrThrow();
  await moveOrder(server.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "prueba" });
  expect(await countCancelled()).toBe(before + 1);
});

test("from other machines or through a proxy the token is required", async () => {
  expect(await readMetricsStatus("localhost")).toBe(200);
  expect(await readMetricsStatus("[::1]:3000")).toBe(200);
  expect(await readMetricsStatus("tienda.example")).toBe(403);
  expect(await readMetricsStatus("localhost.malo.example")).toBe(403);
  expect(await readMetricsStatus("localhost", { "X-Forwarded-For": "203.0.113.7" })).toBe(403);
  expect(await readMetricsStatus("tienda.example", { Authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await readMetricsStatus("tienda.example", { Authorization: "Bearer otro" })).toBe(403);
});
