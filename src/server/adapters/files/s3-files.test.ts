import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { openTestBucket, signatureOf, type TestBucket } from "../../testing/s3-bucket.ts";
import { FilesUnavailable } from "./files.ts";
import { s3Files } from "./s3-files.ts";

const BYTES = Buffer.from([0, 255, 1, 254, 13, 10]);

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await openTestBucket();
});
afterAll(() => bucket.close());

const openFiles = (env: Record<string, string> = {}) => s3Files(readConfig({ ...bucket.env, ...env }).s3!, "pictures");

test("the test bucket computes the signature of Amazon's published example", () => {
  const headers = {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "x-amz-date": "20130524T000000Z",
  };
  const request = { method: "GET", url: "/test.txt", headers, body: Buffer.alloc(0) };
  expect(signatureOf(request, Object.keys(headers), "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")).toBe(
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
});

test("a stored file has the same bytes, its media type and an immutable cache header", async () => {
  const files = openFiles();
  expect(await files.has("a1.360.avif")).toBe(false);
  expect(await files.read("a1.360.avif")).toBeUndefined();
  await files.put("a1.360.avif", BYTES, "image/avif");
  expect(await files.has("a1.360.avif")).toBe(true);
  expect(await files.read("a1.360.avif")).toEqual(BYTES);
  expect(bucket.objects.get("pictures/a1.360.avif")?.headers).toMatchObject({
    "content-type": "image/avif",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test.each(["500", "503", "cut"] as const)("a failed read or write (%s) is retried once", async (failure) => {
  const files = openFiles();
  bucket.failNext(failure);
  await files.put("b2.360.webp", BYTES, "image/webp");
  bucket.failNext(failure);
  expect(await files.read("b2.360.webp")).toEqual(BYTES);
});

test("a second failure is an outage, not a missing file", async () => {
  const files = openFiles();
  bucket.failNext("500", "503");
  await expect(files.read("b2.360.webp")).rejects.toThrow(FilesUnavailable);
  bucket.failNext("cut", "cut");
  await expect(files.has("b2.360.webp")).rejects.toThrow(FilesUnavailable);
});

test("a bucket that does not answer times out within seconds", { timeout: 15_000 }, async () => {
  bucket.failNext("hang", "hang");
  const startedAt = performance.now();
  await expect(openFiles().read("b2.360.webp")).rejects.toThrow("No contesta el almacén S3");
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

test.each([
  [{ S3_SECRET_ACCESS_KEY: "otra" }, "403 SignatureDoesNotMatch"],
  [{ S3_ACCESS_KEY_ID: "OTRA" }, "403 InvalidAccessKeyId"],
  [{ S3_REGION: "eu-west-1" }, "403 SignatureDoesNotMatch"],
  [{ S3_BUCKET: "otro-bucket" }, "404 NoSuchBucket"],
])("with %o every call fails with the reason but without the secret", async (env, message) => {
  const files = openFiles(env);
  const requestCountBefore = bucket.countRequests();
  await expect(files.read("b2.360.webp")).rejects.toThrow(message);
  await expect(files.put("b2.360.webp", BYTES, "image/webp")).rejects.toThrow(message);
  await expect(files.put("b2.360.webp", BYTES, "image/webp")).rejects.not.toThrow(bucket.env.S3_SECRET_ACCESS_KEY);
  // A retry would not help.
  expect(bucket.countRequests() - requestCountBefore).toBe(3);
});

test("a removed file is not listed any more, and all pages of the folder are listed", async () => {
  const files = s3Files(readConfig({ ...bucket.env }).s3!, "receipts");
  const names = Array.from({ length: 5 }, (_, n) => `r${n}.jpg`);
  for (const name of names) await files.put(name, BYTES, "image/jpeg");
  await files.remove("r1.jpg");
  await files.remove("r1.jpg");
  expect(await files.has("r1.jpg")).toBe(false);
  const listedFiles = await collect(files.list());
  expect(listedFiles.map(({ name }) => name)).toEqual(["r0.jpg", "r2.jpg", "r3.jpg", "r4.jpg"]);
  for (const { storedAt } of listedFiles) expect(Date.now() - storedAt.getTime()).toBeLessThan(60_000);
  bucket.failNext("503", "503");
  await expect(collect(files.list())).rejects.toThrow(FilesUnavailable);
  bucket.failNext("500", "500");
  await expect(files.remove("r2.jpg")).rejects.toThrow(FilesUnavailable);
});

test("a public URL is the one at which browsers fetch the file, also below a path", () => {
  const files = openFiles({ S3_PUBLIC_URL: "https://fotos.tienda.mx/tienda/" });
  expect(files.publicUrl("a1.360.avif")).toBe("https://fotos.tienda.mx/tienda/pictures/a1.360.avif");
  expect(openFiles().publicUrl("a1.360.avif")).toBeNull();
});

test.each(["../secreto", "a/b.webp", ".oculto", "a.webp?x=1", "%2e%2e.webp", ""])(
  "%j is not a file name",
  async (name) => {
    await expect(openFiles().read(name)).rejects.toThrow("Not a file name");
    await expect(openFiles().put(name, BYTES, "image/webp")).rejects.toThrow("Not a file name");
  },
);

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collectedItems: Item[] = [];
  for await (const item of items) collectedItems.push(item);
  return collectedItems;
}
