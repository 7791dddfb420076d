import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageCsp } from "../http/security-headers.ts";
import { openTestBucket, type TestBucket } from "../testing/s3-bucket.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

const NAME = "0123abcd.360.avif";
const BYTES = Buffer.from([0, 255, 1, 254]);
const DEMO_PICTURES = path.resolve(import.meta.dirname, "../../../demo/pictures");

async function get(server: TestServer, name: string, init: RequestInit = {}) {
  const response = await fetch(`${server.origin}/pictures/${name}`, { redirect: "manual", ...init });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Requests the target unchanged: fetch would resolve '..' before the request. */
function getRaw(server: TestServer, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin);
    request({ hostname, port, path: target }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve(text));
    })
      .on("error", reject)
      .end();
  });
}

describe("on disk", () => {
  let server: TestServer;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-pictures-"));
    server = await startTestServer({ DATA_DIR: dataDir });
    await server.app.files.put(NAME, BYTES, "image/avif");
    writeFileSync(path.join(dataDir, "secret.360.avif"), "secreto");
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("a picture has its type, its length and a permanent cache header", async () => {
    const { status, headers, body } = await get(server, NAME);
    expect([status, body]).toEqual([200, BYTES]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/avif",
      "content-length": "4",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${NAME}"`,
      "x-content-type-options": "nosniff",
    });
  });

  test("the demo's pictures are served too", async () => {
    const name = readdirSync(DEMO_PICTURES).find((file) => file.endsWith(".webp"))!;
    const { status, headers, body } = await get(server, name);
    expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(body.equals(readFileSync(path.join(DEMO_PICTURES, name)))).toBe(true);
  });

  test("HEAD returns the same headers without a body", async () => {
    const { status, headers, body } = await get(server, NAME, { method: "HEAD" });
    expect([status, headers.get("content-length"), body.byteLength]).toEqual([200, "4", 0]);
  });

  test("a matching If-None-Match is answered with 304", async () => {
    const { status, body } = await get(server, NAME, { headers: { "If-None-Match": `W/"x", "${NAME}"` } });
    expect([status, body.byteLength]).toEqual([304, 0]);
  });

  test("a missing picture is a 404 that is not cached", async () => {
    const { status, headers } = await get(server, "ffff.360.avif");
    expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  test("a POST does not return the picture", async () => {
    const { body } = await get(server, NAME, { method: "POST", body: "x" });
    expect(body.equals(BYTES)).toBe(false);
  });

  test.each([
    "/pictures/../secret.360.avif",
    "/pictures/..%2fsecret.360.avif",
    "/pictures/%2e%2e/secret.360.avif",
    "/pictures/..%5csecret.360.avif",
    "/pictures//etc/passwd",
    "/pictures/....//secret.360.avif",
    "/pictures/secret.360.avif%00.avif",
    "/pictures/./../secret.360.avif?x=.avif",
  ])("%s reads no file outside the folder", async (target) => {
    expect(await getRaw(server, target)).not.toContain("secreto");
  });
});

describe("a folder that cannot be used", () => {
  test("is a 503 with Retry-After, and the demo's pictures are still served", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-pictures-"));
    const server = await startTestServer({ DATA_DIR: dataDir });
    writeFileSync(path.join(dataDir, "pictures"), "not a folder");
    const { status, headers } = await get(server, NAME);
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    expect((await get(server, readdirSync(DEMO_PICTURES)[0]!)).status).toBe(200);
    rmSync(path.join(dataDir, "pictures"));
    mkdirSync(path.join(dataDir, "pictures"));
    expect((await get(server, NAME)).status).toBe(404);
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe("in a bucket", () => {
  let bucket: TestBucket;
  let server: TestServer;
  beforeAll(async () => {
    bucket = await openTestBucket();
    server = await startTestServer(bucket.env);
    await server.app.files.put(NAME, BYTES, "image/avif");
  });
  afterAll(async () => {
    await server.stop();
    await bucket.close();
  });

  test("the server forwards the bytes with a permanent cache header", async () => {
    const { status, headers, body } = await get(server, NAME);
    expect([status, body]).toEqual([200, BYTES]);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get(server, "ffff.360.avif")).status).toBe(404);
  });

  test("a failing bucket is a 503 with Retry-After, and the next request succeeds", async () => {
    bucket.failNext("500", "cut");
    const { status, headers } = await get(server, NAME);
    expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "2", "no-store"]);
    expect((await get(server, NAME)).status).toBe(200);
  });

  test("with a public URL the browser is redirected there, and the CSP allows it", async () => {
    const redirectingServer = await startTestServer({ ...bucket.env, S3_PUBLIC_URL: "https://fotos.tienda.mx/a" });
    const { status, headers } = await get(redirectingServer, NAME);
    expect([status, headers.get("location")]).toEqual([302, `https://fotos.tienda.mx/a/pictures/${NAME}`]);
    expect((await get(redirectingServer, readdirSync(DEMO_PICTURES)[0]!)).status).toBe(200);
    expect(pageCsp([], redirectingServer.app.config.s3!.publicUrl)).toContain(
      "img-src 'self' data: blob: https://fotos.tienda.mx;",
    );
    await redirectingServer.stop();
  });
});
