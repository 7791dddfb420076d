import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../server/db/new-id.ts";
import { runShopCommand } from "../server/testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";
import { createTestSize } from "../server/testing/test-size.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-offer-cli-"));
  server = await startTestServer({ DATA_DIR: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(server.databaseConfig, folder, ["offer", ...args]);
const createProductId = async () => (await createTestSize(server.app, { pieces: 3, priceCents: 500_00 })).productId;
const getProduct = async (id: string, key = "matriz") =>
  (await server.call("GET", `/api/v1/products/${id}`, { shop: key })).json;

test("puts a product on offer until the end of a day, lists the offer and ends it", async () => {
  const id = await createProductId();
  expect(await run(id, "399.50", "--until", "2099-12-31")).toMatchObject({ status: 0 });
  expect(await getProduct(id)).toMatchObject({
    price: 399.5,
    formerPrice: 500,
    offerUntil: "2100-01-01T05:59:59.000Z",
    hasDto: true,
  });
  const { stdout } = await run("list");
  expect(stdout).toContain(`${id}  $399.50 (antes $500.00, -20 %)`);
  expect(await run(id, "--end")).toMatchObject({ status: 0 });
  // The command runs in its own App, and the running server caches responses for a second.
  await expect
    .poll(() => getProduct(id), { timeout: 5_000 })
    .toMatchObject({ price: 500, formerPrice: null, offerUntil: null, hasDto: false });
  expect(await run(id, "--end")).toMatchObject({ status: 1, stderr: expect.stringContaining("no tiene una oferta") });
});

test("an offer without a last day runs until it is ended, and a new offer replaces it", async () => {
  const id = await createProductId();
  await run(id, "400");
  expect(await run(id, "450")).toMatchObject({ status: 0 });
  await expect
    .poll(() => getProduct(id), { timeout: 5_000 })
    .toMatchObject({ price: 450, formerPrice: 500, offerUntil: null });
});

test("an offer can be of one branch or of one size", async () => {
  const { productId, sizeId } = await createTestSize(server.app, { pieces: 3, priceCents: 500_00 });
  expect(await run(productId, "450", "--shop", "norte")).toMatchObject({ status: 0 });
  expect(await getProduct(productId, "norte")).toMatchObject({ price: 500, shopPrice: 450 });
  expect(await run(productId, "420", "--size", sizeId)).toMatchObject({ status: 0 });
  expect(await getProduct(productId)).toMatchObject({ price: 420 });
});

test.each([
  [["500"], 1, "menor que el precio anterior"],
  [["0"], 1, "más de 0 pesos"],
  [["400", "--until", "2020-01-01"], 1, "ya pasó"],
  [["400", "--from", "2099-02-01", "--until", "2099-01-01"], 1, "después de empezar"],
  [["400", "--former", "900"], 1, "no se cobró"],
  [["400", "--shop", "sur"], 1, "No existe la tienda sur"],
  [["400", "--size", "M"], 1, ""],
  [[], 1, "Falta el precio"],
  [["400", "--end"], 1, "no se escribe un precio"],
  [["barato"], 2, "Escribe pesos como 349.50"],
  [["-5"], 2, ""],
  [["400", "--until", "mañana"], 2, "Escribe un día como"],
  [["400", "--until", "2026-02-30"], 2, "Escribe un día como"],
] as const)("`shop offer` with %j exits with status %i and prints: %s", async (args, status, sentence) => {
  const result = await run(await createProductId(), ...args);
  expect(result).toMatchObject({ status, stderr: expect.stringContaining(sentence) });
});

test.each([newId(), "no-es-un-id"])("an offer of the unknown product %s is refused", async (id) => {
  expect(await run(id, "100")).toMatchObject({ status: 1 });
  expect(await run(id, "--end")).toMatchObject({ status: 1 });
});
