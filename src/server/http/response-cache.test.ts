import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ProductChangeTracker } from "../db/product-change-tracker.ts";
import { ResponseCache, type Computed } from "./response-cache.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** Answers that end when the test says so; `began` says how often one was computed. */
async function serveSlowly(productIds: readonly string[]) {
  const touches = new ProductChangeTracker();
  const memory = new ResponseCache(touches);
  const running: ((computed: Computed) => void)[] = [];
  const asked: (() => void)[] = [];
  server = createServer((req, res) => {
    const compute = (): Promise<Computed> => new Promise((done) => running.push(done));
    void memory.serve(ResponseCache.keyOf(req, req.url!)!, req, res, compute, () => {});
    asked.shift()?.();
  });
  await new Promise<void>((listening) => server!.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    touches,
    began: () => running.length,
    end: (nth: number) => running[nth]!({ response: new Response(`answer ${nth}`), keep: { productIds } }),
    /** Settles once the server has the question. */
    ask: async () => {
      const there = new Promise<void>((resolve) => asked.push(resolve));
      const text = fetch(`http://127.0.0.1:${port}/products/one/details`).then((response) => response.text());
      await there;
      return { text };
    },
  };
}

test("while stock changes all the time a page is still rendered once for all who ask", async () => {
  const page = await serveSlowly([]);
  const crowd = [];
  for (let n = 0; n < 20; n++) {
    crowd.push(await page.ask());
    page.touches.touch(["one"]);
  }
  expect(page.began()).toBe(1);
  page.end(0);
  expect(new Set(await Promise.all(crowd.map(({ text }) => text)))).toEqual(new Set(["answer 0"]));
});

test("who asks after stock changed is not told what was read before, and all of them wait for one answer", async () => {
  const answer = await serveSlowly(["one"]);
  const before = await answer.ask();
  answer.touches.touch(["one"]);
  const after = [await answer.ask(), await answer.ask()];
  answer.end(0);
  expect(await before.text).toBe("answer 0");
  await expect.poll(() => answer.began()).toBe(2);
  // Stock that goes on changing keeps nobody waiting for ever: this one began after they asked.
  answer.touches.touch(["one"]);
  answer.end(1);
  expect(await Promise.all(after.map(({ text }) => text))).toEqual(["answer 1", "answer 1"]);
  expect(answer.began()).toBe(2);
});
