import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../server/testing/test-app.ts";
import { databaseUrlOf } from "../server/testing/run-shop-command.ts";
import { runInProcess } from "./testing/run-in-process.ts";

const folder = mkdtempSync(path.join(tmpdir(), "escaparate-restore-"));
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(async () => {
  await testApp.stop();
  rmSync(folder, { recursive: true });
});

const run = (args: string[], env: Record<string, string> = {}) =>
  runInProcess(args, { DATA_DIR: path.join(folder, "data"), DATABASE_URL: "", BACKUP_TO: "", ...env });

test.each([
  [["restore", folder, "--time", "ayer"], "«ayer» no es un instante"],
  [["restore", path.join(folder, "nada")], "no hay ningún respaldo completo"],
  [["restore", "s3"], "define las variables S3_"],
  [["restore", folder, "--into", folder], "ya existe"],
  [["backup", "verify", path.join(folder, "nada")], "no hay ningún respaldo completo"],
])("%j is refused with the reason", async (args, reason) => {
  expect(await run(args)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
});

test("a database that exists is never overwritten", async () => {
  const dataDir = path.join(folder, "full");
  mkdirSync(path.join(dataDir, "postgres"), { recursive: true });
  const result = await run(["restore", folder], { DATA_DIR: dataDir });
  expect(result).toMatchObject({ status: 1, stderr: expect.stringContaining("ya hay una base de datos") });
});

test("if the owner has their own database server, the command explains how to restore it", async () => {
  const result = await run(["restore", folder], { DATABASE_URL: databaseUrlOf(testApp.databaseConfig) });
  expect(result).toMatchObject({ status: 1, stderr: expect.stringContaining("--into") });
});

test("a damaged backup label is reported with a message, not with a stack trace", async () => {
  mkdirSync(path.join(folder, "damaged/base"), { recursive: true });
  writeFileSync(path.join(folder, "damaged/base/base-20261123t034500000z.json"), "{");
  const result = await run(["backup", "verify", path.join(folder, "damaged")]);
  expect(result).toMatchObject({ status: 1, stderr: "base-20261123t034500000z.json está dañado.\n" });
});

test("backups and restores without a place are refused, and so are reports and openings without a restore", async () => {
  const env = { DATABASE_URL: databaseUrlOf(testApp.databaseConfig) };
  expect(await run(["backup"], env)).toMatchObject({ status: 1, stderr: expect.stringContaining("--to <carpeta>") });
  expect(await run(["backup", "verify"], env)).toMatchObject({ status: 1 });
  for (const args of [
    ["restore", "report"],
    ["restore", "open"],
  ]) {
    expect(await run(args, env)).toMatchObject({ status: 1, stderr: "La tienda no está cerrada por un respaldo.\n" });
  }
  expect(await run(["restore"], env)).toMatchObject({ status: 1, stderr: expect.stringContaining("¿De dónde?") });
  expect(await run(["restore", folder, "otra"], env)).toMatchObject({ status: 2 });
});
