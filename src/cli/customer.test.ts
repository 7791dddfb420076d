import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runShopCommand } from "../server/testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-customer-cli-"));
  server = await startTestServer({ DATA_DIR: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["customer", ...args]);

test("tags customers by their user name, lists those with a tag, and removes the tag", async () => {
  expect(await run("tag", "VIP", "ana@ejemplo.mx")).toMatchObject({ status: 0 });
  expect((await run("list", "vip")).stdout).toContain("ana@ejemplo.mx");
  expect(await run("untag", "vip", "ana@ejemplo.mx")).toMatchObject({ status: 0 });
  expect((await run("list", "vip")).stdout).toBe("");
});

test("an unknown customer is refused before any customer is changed, and an invalid tag is wrong usage", async () => {
  expect(await run("tag", "vip", "ana@ejemplo.mx", "nadie@ejemplo.mx")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("nadie@ejemplo.mx"),
  });
  const unknownId = "01990000-0000-7000-8000-000000000000";
  expect(await run("tag", "vip", "ana@ejemplo.mx", unknownId)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(unknownId),
  });
  expect((await run("list", "vip")).stdout).toBe("");
  expect(await run("tag", "a,b", "ana@ejemplo.mx")).toMatchObject({ status: 2 });
});
