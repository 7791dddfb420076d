import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFiles } from "./disk-files.ts";
import { FilesUnavailable } from "./files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "escaparate-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const toBytes = (text: string) => Buffer.from(text);

test("a stored file can be read, and is the only file in the folder that was created for it", async () => {
  const files = diskFiles(path.join(folder, "deep/pictures"));
  expect(await files.has("a1.360.avif")).toBe(false);
  expect(await files.read("a1.360.avif")).toBeUndefined();
  await files.put("a1.360.avif", toBytes("foto"), "image/avif");
  expect(await files.has("a1.360.avif")).toBe(true);
  expect(await files.read("a1.360.avif")).toEqual(toBytes("foto"));
  expect(readdirSync(path.join(folder, "deep/pictures"))).toEqual(["a1.360.avif"]);
});

test("only the server's operating-system user can read stored files, even if others could open the folder before", async () => {
  const accessibleFolder = path.join(folder, "accessible");
  mkdirSync(accessibleFolder, { mode: 0o755 });
  for (const directory of [accessibleFolder, path.join(folder, "new")]) {
    await diskFiles(directory).put("a1.jpg", toBytes("foto"), "image/jpeg");
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(directory, "a1.jpg")).mode & 0o777).toBe(0o600);
  }
});

test("a removed file is not listed any more, and removing it again is not an error", async () => {
  const files = diskFiles(path.join(folder, "receipts"));
  expect(await collect(files.list())).toEqual([]);
  await files.remove("a1.jpg");
  for (const name of ["a1.jpg", "b2.pdf"]) await files.put(name, toBytes(name), "image/jpeg");
  writeFileSync(path.join(folder, "receipts", ".interrupted.tmp"), "");
  await files.remove("a1.jpg");
  await files.remove("a1.jpg");
  const listedFiles = await collect(files.list());
  expect(listedFiles).toEqual([{ name: "b2.pdf", storedAt: expect.any(Date) }]);
  expect(Date.now() - listedFiles[0]!.storedAt.getTime()).toBeLessThan(60_000);
});

test("concurrent readers see a complete file", async () => {
  const files = diskFiles(folder);
  const [shortBytes, longBytes] = [Buffer.alloc(10, "a"), Buffer.alloc(2_000_000, "b")];
  await files.put("x.1.webp", shortBytes, "image/webp");
  const writes = Array.from({ length: 10 }, (_, n) =>
    files.put("x.1.webp", n % 2 ? shortBytes : longBytes, "image/webp"),
  );
  const sizes = new Set<number>();
  for (let n = 0; n < 100; n++) sizes.add((await files.read("x.1.webp"))!.byteLength);
  await Promise.all(writes);
  expect([...sizes].filter((size) => size !== shortBytes.byteLength && size !== longBytes.byteLength)).toEqual([]);
  expect(readdirSync(folder)).toEqual(["x.1.webp"]);
});

test("an unusable folder is an outage, not a missing file", async () => {
  const fileAsFolder = path.join(folder, "file");
  writeFileSync(fileAsFolder, "");
  const files = diskFiles(fileAsFolder);
  await expect(files.put("x.1.webp", toBytes("foto"), "image/webp")).rejects.toThrow(FilesUnavailable);
  await expect(files.read("x.1.webp")).rejects.toThrow(/No se puede usar la carpeta .*\(ENOTDIR\)/);
});

test.each(["../x.webp", "..", "a/../../x.webp", "/etc/passwd", "x\u0000.webp", ".x.webp"])(
  "%j is not a file name",
  async (name) => {
    await expect(diskFiles(folder).read(name)).rejects.toThrow("Not a file name");
    await expect(diskFiles(folder).put(name, toBytes("foto"), "image/webp")).rejects.toThrow("Not a file name");
  },
);

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collectedItems: Item[] = [];
  for await (const item of items) collectedItems.push(item);
  return collectedItems;
}
