import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScript } from "../../src/server/testing/run-shop-command.ts";
import { startTestApp, type TestApp } from "../../src/server/testing/test-app.ts";

/** A worker needs no port and no pages. It exits by itself only if its start is refused. */
const LIVE_WORKER_ENV = {
  PUBLIC_URL: "https://tienda.example",
  SMTP_URL: "smtp://127.0.0.1:1",
  MP_ACCESS_TOKEN: "APP_USR-1",
  MP_WEBHOOK_SECRETS: "secreto",
  ROLE: "worker",
};

let demoApp: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-live-"));
  demoApp = await startTestApp();
});
afterAll(async () => {
  await demoApp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a live shop does not start with the demo's database", () => {
  const result = runScript("src/main.ts", demoApp.databaseConfig, { ...LIVE_WORKER_ENV, DATA_DIR: dataDir });
  expect(result.status).toBe(1);
  expect(result.stderr).toContain("Usa una base de datos vacía");
});

test("`shop demo` is refused in a live shop", () => {
  const result = runScript("src/cli.ts", demoApp.databaseConfig, { ...LIVE_WORKER_ENV, DATA_DIR: dataDir }, ["demo"]);
  expect(result.status).toBe(1);
  expect(result.stderr).toContain("ALLOW_SANDBOX=1");
});

test("with ALLOW_SANDBOX=1 `shop demo` is refused only because the database has a shop already", () => {
  const result = runScript(
    "src/cli.ts",
    demoApp.databaseConfig,
    { ...LIVE_WORKER_ENV, DATA_DIR: dataDir, ALLOW_SANDBOX: "1" },
    ["demo"],
  );
  expect(result).toMatchObject({ status: 1, stderr: "La base de datos ya tiene una tienda: no se cargó nada.\n" });
});
