import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startTestServer, type TestServer } from "./testing/test-server.ts";
import { databaseUrlOf } from "./testing/run-shop-command.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../deploy/monitoring");
const readFile = (name: string): string => readFileSync(path.join(FOLDER, name), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
}

const rules = (parse(readFile("alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFile("grafana-dashboard.json")) as { uid: string; panels: Panel[] };
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];
const METRICS_TOKEN = "a-token-for-the-metrics";

let metrics: string;
let server: TestServer;
beforeAll(async () => {
  const firstServer = await startTestServer();
  const url = databaseUrlOf(firstServer.databaseConfig);
  await firstServer.stop();
  // Any replica URL makes the metrics of a replica appear.
  server = await startTestServer({ METRICS_TOKEN, DATABASE_URL: url, DATABASE_REPLICA_URL: url });
  await server.call("GET", "/api/v1/brands");
  metrics = (await server.call("GET", "/metrics", { token: METRICS_TOKEN })).text;
});
afterAll(() => server.stop());

describe("each query of the alerts and of the dashboard", () => {
  test.each(expressions)("of %s uses metrics and labels that the server has: %s", (_, expr) => {
    const names = [...expr.matchAll(/\b(?:shop|backup|http|process|nodejs)_\w+/g)].map(([name]) => name);
    // prom-client reads file descriptors on Linux only.
    const expectedNames = names.filter((name) => process.platform === "linux" || !name.endsWith("_fds"));
    for (const name of expectedNames) expect(metrics).toMatch(new RegExp(`^${name}[{ ]`, "m"));
    for (const [selector] of expr.matchAll(/\w+\{(?:what|kind)="\w+"/g)) expect(metrics).toContain(selector);
    const labels = [...expr.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list]) => list!.split(", "));
    for (const label of labels) if (label !== "instance") expect(metrics).toMatch(new RegExp(`[{,]${label}="`));
    expect(names.length > 0 || expr.startsWith("up{") || expr.startsWith("absent(up{")).toBe(true);
  });
});

describe("alerts", () => {
  test("have a summary, a severity, and a link to an existing section of the runbook", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations, labels } of rules) {
      expect(["page", "look"]).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(10);
      const [runbookPath, anchor] = annotations.runbook.split("#");
      const headings = [...readFileSync(path.join(FOLDER, "../..", runbookPath!), "utf8").matchAll(/^#+ (.+)$/gm)];
      const anchors = headings.map(([, text]) =>
        text!
          .toLowerCase()
          .replaceAll(/[^\w -]/g, "")
          .replaceAll(" ", "-"),
      );
      expect(anchors).toContain(anchor);
    }
  });

  test("have a scrape configuration with a job for the web processes and one for the workers", () => {
    const { scrape_configs: jobs } = parse(readFile("prometheus.yml")) as { scrape_configs: { job_name: string }[] };
    expect(jobs.map((job) => job.job_name)).toEqual(["escaparate-web", "escaparate-worker"]);
  });

  test.skipIf(spawnSync("promtool", ["--version"]).status !== 0).each([
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
    ["check", "config", "--syntax-only", "prometheus.yml"],
  ])("pass promtool %s %s", (...args) => {
    const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: FOLDER, encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
  });
});

describe("the dashboard", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");

  test("has panels that do not overlap, each with its own id", () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  test("uses the data source that is chosen on import", () => {
    const sources = panels.flatMap(({ datasource, targets = [] }) => [
      datasource,
      ...targets.map((one) => one.datasource),
    ]);
    expect(new Set(sources.map((source) => source?.uid))).toEqual(new Set(["${datasource}"]));
  });
});
