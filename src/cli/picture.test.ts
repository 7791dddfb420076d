import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../server/db/new-id.ts";
import { listPictureKeys } from "../server/pictures/queries.ts";
import { createTestSize } from "../server/testing/test-size.ts";
import { runShopCommand, runShopCommandInOwnProcess } from "../server/testing/run-shop-command.ts";
import { startTestApp, type TestApp } from "../server/testing/test-app.ts";

let testApp: TestApp;
let folder: string;
let productId: string;
let dressPath: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-picture-cli-"));
  testApp = await startTestApp({ DATA_DIR: folder });
  ({ productId } = await createTestSize(testApp.app, { pieces: 1 }));
  dressPath = path.join(folder, "vestido.png");
  await sharp({ create: { width: 240, height: 300, channels: 3, background: "#aa5533" } }).toFile(dressPath);
});
afterAll(async () => {
  await testApp.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runShopCommand(testApp.databaseConfig, folder, ["picture", ...args]);
/** Runs the command in a separate process, as staff do. */
const runProcess = (...args: string[]) =>
  runShopCommandInOwnProcess(testApp.databaseConfig, folder, ["picture", ...args]);

test("adds a picture, prints its key, changes nothing the second time, and removes the picture", async () => {
  const firstRun = runProcess("add", productId, dressPath, "--alt", "Vestido terracota");
  expect(firstRun).toMatchObject({ status: 0, stderr: "" });
  const [key] = firstRun.stdout.split("  ");
  expect(firstRun.stdout).toBe(`${key}  agregada  ${dressPath}\n`);
  expect(await listPictureKeys(testApp.app.db, productId)).toEqual([key]);
  expect(await testApp.app.files.has(`${key}.180.avif`)).toBe(true);
  expect((await run("add", productId, dressPath)).stdout).toBe(`${key}  sin cambios  ${dressPath}\n`);
  expect(await run("remove", productId, key!)).toMatchObject({ status: 0, stdout: "Foto quitada.\n" });
  expect(await listPictureKeys(testApp.app.db, productId)).toEqual([]);
  expect(await run("remove", productId, key!)).toMatchObject({
    status: 1,
    stderr: "Este producto no tiene esa foto.\n",
  });
});

test("a refused file is explained and does not stop the other files", async () => {
  const notePath = path.join(folder, "nota.jpg");
  writeFileSync(notePath, "no soy una foto");
  const { status, stdout, stderr } = await run(
    "add",
    productId,
    notePath,
    path.join(folder, "no-existe.jpg"),
    folder,
    dressPath,
  );
  expect(status).toBe(1);
  expect(stdout).toMatch(/^[0-9a-f]{32} {2}agregada {2}.*vestido\.png\n$/);
  expect(stderr).toContain(`${notePath}: Esto no es una foto que se pueda leer`);
  expect(stderr).toContain("no-existe.jpg: No se pudo leer: ENOENT");
  expect(stderr).toContain(`${folder}: No se pudo leer: EISDIR`);
  expect(stderr).toContain("4 de 4");
  expect(stderr).toContain("3 de 4 fotos no se tomaron.");
});

test("an unknown product is refused and an incomplete command is explained", async () => {
  expect(await run("add", newId(), dressPath)).toMatchObject({ status: 1, stderr: "No encontramos este producto.\n" });
  expect((await run("add", productId)).status).toBe(2);
  expect(await run("add", "--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("--alt <texto>") });
});
