import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../server/db/new-id.ts";
import { findIssuer } from "../server/invoicing/issuers.ts";
import { runShopCommand } from "../server/testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";
import { createTestSize } from "../server/testing/test-size.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-vat-cli-"));
  server = await startTestServer({ DATA_DIR: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["invoice", ...args]);

test("the console sets and lists a product's VAT, and refuses unknown treatments and ids and invalid days", async () => {
  const { productId } = await createTestSize(server.app, { pieces: 1 });
  expect(await run("vat", "product", productId, "exempt", "--from", "2026-07-01")).toMatchObject({ status: 0 });
  expect((await run("vat", "list")).stdout).toContain(
    `Playera de prueba · Exento desde el 2026-07-01 · consola · ${productId}`,
  );
  const failedRun = await run("vat", "product", productId, "gratis");
  expect(failedRun).toMatchObject({ status: 1 });
  expect(failedRun.stderr).toContain("exempt (Exento)");
  expect((await run("vat", "category", productId, "zero", "--from", "mañana")).stderr).toContain("--from es un día");
  expect((await run("vat", "category", newId(), "zero")).stderr).toContain("No existe.");
});

test("--global-auto accepts sí and no, and refuses other words", async () => {
  const { id: shopId } = (await server.app.shops.byKey("matriz"))!;
  const isSentAutomatically = async () => (await findIssuer(server.app.db, shopId))!.sendsGlobalAutomatically;
  expect(await run("issuer", "set", "--global-auto", "sí")).toMatchObject({ status: 0 });
  expect(await isSentAutomatically()).toBe(true);
  expect((await run("issuer", "set", "--global-auto", "claro")).stderr).toContain("Escribe sí o no.");
  expect(await isSentAutomatically()).toBe(true);
  expect(await run("issuer", "set", "--global-auto", "no")).toMatchObject({ status: 0 });
  expect(await isSentAutomatically()).toBe(false);
});

test("the console sets the general rate of a shop from a day on, and refuses a day too far in the future", async () => {
  const issuerRun = await run("issuer", "set", "--vat", "8", "--vat-from", "2027-01-01");
  expect(issuerRun.stdout).toContain("IVA 16 %");
  expect(issuerRun.stdout).toContain("IVA 8 % desde el 2027-01-01");
  expect((await run("issuer", "set", "--vat", "8", "--vat-from", "2199-01-01")).stderr).toContain("--vat-from");
});
