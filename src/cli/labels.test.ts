import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runShopCommand } from "../server/testing/run-shop-command.ts";
import { startTestApp, type TestApp } from "../server/testing/test-app.ts";
import { createTestSize, type TestSize } from "../server/testing/test-size.ts";

let testApp: TestApp;
let folder: string;
let size: TestSize;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-labels-cli-"));
  testApp = await startTestApp({ DATA_DIR: folder });
  size = await createTestSize(testApp.app, { pieces: 3 });
  await testApp.app.db.updateTable("sizes").set({ sku: "FAL-001-M" }).where("id", "=", size.sizeId).execute();
});
afterAll(async () => {
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

const getPdfPath = () => path.join(folder, "etiquetas.pdf");
const run = (...args: string[]) => runShopCommand(testApp.databaseConfig, folder, ["labels", getPdfPath(), ...args]);
const countPrintedSkus = async () => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(getPdfPath()))), {
    mergePages: true,
  });
  return text.match(/FAL-001-M/g)?.length ?? 0;
};

test("writes a label for each piece of a product", async () => {
  expect(await run("--product", size.productId)).toMatchObject({
    status: 0,
    stdout: `Listo: 3 etiquetas de 1 tallas en ${getPdfPath()}. Imprime en tamaño real (100 %).\n`,
  });
  expect(await countPrintedSkus()).toBe(3);
});

test("finds a size by its SKU, and writes the given number of labels, also with the option --price", async () => {
  const options = ["--copies", "5", "--sheet", "roll-50x25", "--price", "matriz"];
  expect(await run("--size", "fal-001-m", ...options)).toMatchObject({ status: 0 });
  expect(await countPrintedSkus()).toBe(5);
});

test.each([
  [[], "Di de qué son: --product, --size o --delivery.\n"],
  [["--size", "NO-HAY"], "Ninguna talla tiene el código NO-HAY.\n"],
  [["--product", "no-existe"], "No hay tallas así.\n"],
  [["--size", "FAL-001-M", "--price", "no-hay"], "No existe la tienda no-hay.\n"],
  [["--size", "FAL-001-M", "--copies", "0"], "Escribe cuántas etiquetas quieres de al menos una talla.\n"],
  [["--size", "FAL-001-M", "--start", "31"], /lugar/],
])("%j is refused with a message", async (args, expectedMessage) => {
  const { status, stderr } = await run(...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(expectedMessage);
});

test("a folder that does not exist is refused", async () => {
  const pathInMissingFolder = path.join(folder, "no-hay", "etiquetas.pdf");
  const result = await runShopCommand(testApp.databaseConfig, folder, [
    "labels",
    pathInMissingFolder,
    "--product",
    size.productId,
  ]);
  expect(result).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`No se pudo escribir ${pathInMissingFolder}`),
  });
});
