import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StaticFiles } from "./static-files.ts";

const SMALL_TEXT = "export const small = 1;\n";
/** Larger than the files that are kept in memory. */
const LARGE_TEXT = "export const large = 1;\n".repeat(40_000);
const folder = mkdtempSync(path.join(tmpdir(), "static-files-"));
let server: Server;
let origin: string;

beforeAll(async () => {
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "assets/small.js"), SMALL_TEXT);
  writeFileSync(path.join(folder, "assets/large.js"), LARGE_TEXT);
  writeFileSync(path.join(folder, "assets/large.js.br"), brotliCompressSync(LARGE_TEXT));
  writeFileSync(path.join(folder, "removed.js"), LARGE_TEXT);
  const files = new StaticFiles().addFolder(folder).addFolder(path.join(folder, "missing"));
  rmSync(path.join(folder, "removed.js"));
  server = createServer((req, res) => {
    if (!files.serve(req.url!, req, res, { "X-Test": "1" })) res.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["small.js", SMALL_TEXT],
  ["large.js", LARGE_TEXT],
])("%s is sent whole, with its type, length and cache time", async (name, text) => {
  const identityHeaders = { "Accept-Encoding": "identity" };
  const getResponse = await fetch(`${origin}/assets/${name}`, { headers: identityHeaders });
  expect(await getResponse.text()).toBe(text);
  const headResponse = await fetch(`${origin}/assets/${name}`, { method: "HEAD", headers: identityHeaders });
  expect(await headResponse.text()).toBe("");
  for (const { headers } of [getResponse, headResponse]) {
    expect(Number(headers.get("content-length"))).toBe(text.length);
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cache-control")).toContain("immutable");
    expect(headers.get("x-test")).toBe("1");
  }
});

test("a browser that accepts Brotli gets the compressed file", async () => {
  const response = await fetch(`${origin}/assets/large.js`, { headers: { "Accept-Encoding": "gzip, br" } });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(await response.text()).toBe(LARGE_TEXT);
});

test("a client that forbids the compressed form gets the file as it is", async () => {
  const response = await fetch(`${origin}/assets/large.js`, { headers: { "Accept-Encoding": "br;q=0, identity" } });
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(await response.text()).toBe(LARGE_TEXT);
});

test("a request for a file that was removed after the start fails, and the server continues", async () => {
  await expect(fetch(`${origin}/removed.js`).then((response) => response.text())).rejects.toThrow();
  expect((await fetch(`${origin}/assets/small.js`)).status).toBe(200);
});

test("other URLs and methods are not served", async () => {
  expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404);
  expect((await fetch(`${origin}/assets/small.js`, { method: "POST" })).status).toBe(404);
});
