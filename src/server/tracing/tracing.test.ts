import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InvalidConfig, readConfig } from "../config.ts";
import { startWorker } from "../job-worker.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { openLog } from "../log.ts";
import { startCollector, type CollectedSpan } from "../testing/otlp-collector.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTracing } from "./start-tracing.ts";

const KIND = { server: 2, client: 3, consumer: 5 };
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

let collector: Awaited<ReturnType<typeof startCollector>>;
let order: PlacedOrder;
const logLines: Record<string, unknown>[] = [];
let jobBeforeTracing: unknown;

/** Traces one purchase, from the checkout until its payment is accepted. */
beforeAll(async () => {
  collector = await startCollector();
  const log = openLog("debug", { write: (line) => void logLines.push(JSON.parse(line) as Record<string, unknown>) });
  const server = await startTestServer({}, undefined, log);
  const proxiedServer = await startTestServer({ TRUST_PROXY: "127.0.0.1" });
  log.info("before tracing");
  await enqueue(server.app.db, "purge_receipts", {}, { key: "untraced" });
  jobBeforeTracing = (
    await sql`SELECT payload FROM graphile_worker._private_jobs WHERE key = 'untraced'`.execute(server.app.db)
  ).rows[0];
  const { tracing: config } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_SERVICE_NAME: "tienda",
  });
  const tracing = await startTracing(config);
  const worker = startWorker(server.app);
  const payer = new Payer(server);
  order = await payer.placeOrder();
  await payer.pay(order.preferenceId, "APRO");
  for (let n = 0; n < 200 && (await payer.readOrder(order)).status !== "PAYMENT_ACCEPTED"; n++) await sleep(100);
  await requestBrands(server);
  await requestBrands(proxiedServer);
  await worker.stop();
  await tracing.stop();
  await server.stop();
  await proxiedServer.stop();
}, 60_000);
afterAll(() => collector.stop());

const requestBrands = (server: TestServer) =>
  server.call("GET", "/api/v1/brands", { headers: { traceparent: TRACEPARENT } });
const attributesOf = (span: CollectedSpan): Record<string, unknown> =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
const findSpans = (name: string | RegExp) =>
  collector.spans.filter((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));
const childrenOf = (parent: CollectedSpan) =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
const listSpansInTraceOf = ({ traceId }: CollectedSpan) => collector.spans.filter((span) => span.traceId === traceId);

describe("a trace of a purchase", () => {
  test("has the checkout's SQL statements and its call to the payment provider", () => {
    const [checkout] = findSpans("POST /api/v1/carts/:id/checkout");
    expect(checkout).toMatchObject({ kind: KIND.server });
    expect(attributesOf(checkout!)).toMatchObject({
      "http.route": "/api/v1/carts/:id/checkout",
      "http.response.status_code": 200,
    });
    const statements = childrenOf(checkout!).filter((span) => attributesOf(span)["db.system.name"] === "postgresql");
    expect(statements.map(({ name }) => name)).toContain("SELECT");
    const providerSpan = listSpansInTraceOf(checkout!).find((span) =>
      String(attributesOf(span)["url.full"]).includes("/sandbox/mp"),
    );
    expect(providerSpan).toMatchObject({ name: "POST", kind: KIND.client });
  });

  test("continues in the jobs that a request enqueues and in the emails that they send", () => {
    const [checkout] = findSpans("POST /api/v1/carts/:id/checkout");
    const job = listSpansInTraceOf(checkout!).find(({ name }) => name === "job mail_order_created");
    expect(job).toMatchObject({ kind: KIND.consumer });
    expect(childrenOf(job!).map(({ name }) => name)).toContain("send mail");
  });

  test("has the webhook and the job that reads the payment from the provider", () => {
    const jobs = findSpans("job process_webhook");
    const webhook = findSpans(/notifications/).find(({ spanId }) =>
      jobs.some((job) => listSpansInTraceOf(job).some((span) => span.spanId === spanId)),
    );
    expect(webhook).toBeDefined();
    const names = listSpansInTraceOf(webhook!).map(({ name, kind }) => `${kind} ${name}`);
    expect(names).toEqual(expect.arrayContaining([`${KIND.client} GET`, `${KIND.client} SELECT`]));
  });

  test("has no personal data, no token and no parameter values of statements", () => {
    const text = JSON.stringify(collector.spans);
    for (const secret of ["ejemplo.mx", "Lucía", "5511112222", order.token, "Calle 1"]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    expect(collector.resources[0]).toContainEqual({ key: "service.name", value: { stringValue: "tienda" } });
  });

  test("has its id in the request's log line", () => {
    const [checkout] = findSpans("POST /api/v1/carts/:id/checkout");
    const line = logLines.find(({ requestId }) => requestId === attributesOf(checkout!)["shop.request_id"]);
    expect(line).toMatchObject({ msg: "request", trace_id: checkout!.traceId, span_id: checkout!.spanId });
  });
});

test("only a trusted proxy's trace is continued", () => {
  expect(collector.spans.filter(({ traceId }) => traceId === TRACE_ID).map(({ name }) => name)).toContain(
    "GET /api/v1/brands",
  );
  const [ownSpans, proxiedSpans] = [false, true].map((isProxied) =>
    findSpans("GET /api/v1/brands").filter(({ traceId }) => (traceId === TRACE_ID) === isProxied),
  );
  expect([ownSpans!.length, proxiedSpans!.length]).toEqual([1, 1]);
});

test("before tracing starts, nothing is added to jobs or log lines, and without a collector's URL it is off", () => {
  expect(jobBeforeTracing).toEqual({ payload: {} });
  expect(logLines.find(({ msg }) => msg === "before tracing")).not.toHaveProperty("trace_id");
  expect(readConfig({}).tracing).toBeNull();
});

test("the standard variables set the sampler and its ratio", async () => {
  const samplerEnv = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
  };
  const { tracing } = readConfig({ ...samplerEnv, OTEL_TRACES_SAMPLER_ARG: "0" });
  expect(tracing).toMatchObject({ sampler: "parentbased_traceidratio", ratio: 0 });
  const spanCount = collector.spans.length;
  const runningTracing = await startTracing(tracing);
  const server = await startTestServer();
  await server.call("GET", "/api/v1/brands");
  await runningTracing.stop();
  await server.stop();
  expect(collector.spans.length).toBe(spanCount);
  expect(() => readConfig({ OTEL_TRACES_SAMPLER: "sometimes" })).toThrow(InvalidConfig);
});

test("with an unreachable collector requests succeed, and tracing stops within four seconds", async () => {
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  const runningTracing = await startTracing(tracing);
  const server = await startTestServer();
  expect((await server.call("GET", "/api/v1/brands")).status).toBe(200);
  const startedAt = performance.now();
  await runningTracing.stop();
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  await server.stop();
});
