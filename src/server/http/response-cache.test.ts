import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, test } from "vitest";
import { ProductChangeTracker } from "../db/product-change-tracker.ts";
import { ResponseCache, type ComputedResponse } from "./response-cache.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** A server whose responses complete when the test calls `end`. */
async function serveSlowly(productIds: readonly string[]) {
  const productChanges = new ProductChangeTracker();
  const cache = new ResponseCache(productChanges);
  const computationFinishers: ((computed: ComputedResponse) => void)[] = [];
  const receivedListeners: (() => void)[] = [];
  server = createServer((req, res) => {
    const compute = (): Promise<ComputedResponse> => new Promise((done) => computationFinishers.push(done));
    void cache.serve(ResponseCache.keyOf(req, req.url!)!, req, res, compute, () => {});
    receivedListeners.shift()?.();
  });
  await new Promise<void>((listening) => server!.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    productChanges,
    countComputations: () => computationFinishers.length,
    end: (index: number) =>
      computationFinishers[index]!({ response: new Response(`answer ${index}`), cacheable: { productIds } }),
    /** Resolves once the server has received the request. */
    send: async () => {
      const receivedPromise = new Promise<void>((resolve) => receivedListeners.push(resolve));
      const text = fetch(`http://127.0.0.1:${port}/products/one/details`).then((response) => response.text());
      await receivedPromise;
      return { text };
    },
  };
}

test("while stock changes constantly, a page is rendered once for all concurrent requests", async () => {
  const slowServer = await serveSlowly([]);
  const requests = [];
  for (let n = 0; n < 20; n++) {
    requests.push(await slowServer.send());
    slowServer.productChanges.recordChanges(["one"]);
  }
  expect(slowServer.countComputations()).toBe(1);
  slowServer.end(0);
  expect(new Set(await Promise.all(requests.map(({ text }) => text)))).toEqual(new Set(["answer 0"]));
});

test("a request after a stock change does not get an older response, and all such requests share one computation", async () => {
  const slowServer = await serveSlowly(["one"]);
  const earlierRequest = await slowServer.send();
  slowServer.productChanges.recordChanges(["one"]);
  const laterRequests = [await slowServer.send(), await slowServer.send()];
  slowServer.end(0);
  expect(await earlierRequest.text).toBe("answer 0");
  await expect.poll(() => slowServer.countComputations()).toBe(2);
  // Further stock changes do not delay these requests forever: this computation began after the requests.
  slowServer.productChanges.recordChanges(["one"]);
  slowServer.end(1);
  expect(await Promise.all(laterRequests.map(({ text }) => text))).toEqual(["answer 1", "answer 1"]);
  expect(slowServer.countComputations()).toBe(2);
});

/** Hono's server replaces the global `Response`, here as in the shop. */
getRequestListener(() => new Response());

test("cancelling the responses of all concurrent requests cancels the body", async () => {
  const cancelled: unknown[] = [];
  const body = new ReadableStream({ cancel: (reason) => void cancelled.push(reason) });
  const cache = new ResponseCache(new ProductChangeTracker());
  const sentResponses: Response[] = [];
  const serve = (): Promise<void> => {
    const [req, res] = [{} as IncomingMessage, {} as ServerResponse];
    return cache.serve(
      "/page",
      req,
      res,
      async () => ({ response: new Response(body) }),
      (response) => sentResponses.push(response),
    );
  };
  await Promise.all([serve(), serve(), serve()]);
  await Promise.all(sentResponses.map((response) => response.body!.cancel("disconnected")));
  expect(cancelled).toHaveLength(1);
});

test.each([
  { type: "application/json; charset=utf-8", isSmallerLater: true },
  { type: "text/html; charset=utf-8", isSmallerLater: false },
])(
  "$type is compressed well (JSON from its second request on, a page at once), equally at all URLs",
  async ({ type, isSmallerLater }) => {
    const body = JSON.stringify(
      Array.from({ length: 200 }, (_, n) => ({ id: (n * 7919) % 1_000, name: `Vestido ${n}` })),
    );
    const cache = new ResponseCache(new ProductChangeTracker());
    const compute = async (): Promise<ComputedResponse> => ({
      response: new Response(body, { headers: { "Content-Type": type } }),
      cacheable: { productIds: [], body },
    });
    server = createServer((req, res) => {
      void cache.serve(req.url!, req, res, compute, () => {});
    });
    await new Promise<void>((listening) => server!.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (const encoding of ["br", "gzip"]) {
      const [firstResponse, secondResponse] = [await fetchEncoded(url, encoding), await fetchEncoded(url, encoding)];
      expect([firstResponse.text, secondResponse.text]).toEqual([body, body]);
      if (encoding === "br") expect(secondResponse.bytes < firstResponse.bytes).toBe(isSmallerLater);
      const otherUrlResponse = await fetchEncoded(`${url}elsewhere`, encoding);
      expect(otherUrlResponse).toEqual(secondResponse);
    }
  },
);

async function fetchEncoded(url: string, encoding: string): Promise<{ text: string; bytes: number }> {
  const response = await fetch(url, { headers: { "Accept-Encoding": encoding } });
  return { text: await response.text(), bytes: Number(response.headers.get("content-length")) };
}

test("JSON is stored from its second request on, a page at once", async () => {
  const cache = new ResponseCache(new ProductChangeTracker());
  const computeCounts = { json: 0, page: 0 };
  server = createServer((req, res) => {
    const isJson = req.url === "/json";
    const compute = async (): Promise<ComputedResponse> => {
      computeCounts[isJson ? "json" : "page"]++;
      const headers = { "Content-Type": isJson ? "application/json" : "text/html" };
      return { response: new Response("{}", { headers }), cacheable: { productIds: [], body: "{}" } };
    };
    void cache.serve(req.url!, req, res, compute, () => {});
  });
  await new Promise<void>((listening) => server!.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ["/json", "/page", "/json", "/page", "/json", "/page"]) {
    expect((await fetchEncoded(origin + path, "br")).text).toBe("{}");
  }
  expect(computeCounts).toEqual({ json: 2, page: 1 });
});

test("concurrent first requests for JSON share one compressed body", async () => {
  const body = JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ id: n, name: `Vestido ${n}` })));
  const cache = new ResponseCache(new ProductChangeTracker());
  const sentBodies: Buffer[] = [];
  let release = (): void => {};
  const releasePromise = new Promise<void>((resolve) => (release = resolve));
  const compute = async (): Promise<ComputedResponse> => {
    await releasePromise;
    const headers = { "Content-Type": "application/json" };
    return { response: new Response(body, { headers }), cacheable: { productIds: [], body } };
  };
  server = createServer((req, res) => {
    const end = res.end.bind(res);
    res.end = ((chunk: Buffer) => {
      sentBodies.push(chunk);
      return end(chunk);
    }) as typeof res.end;
    void cache.serve(req.url!, req, res, compute, () => {});
    if (++receivedCount === 5) release();
  });
  let receivedCount = 0;
  await new Promise<void>((listening) => server!.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/json`;
  const texts = await Promise.all([1, 2, 3, 4, 5].map(async () => (await fetchEncoded(url, "br")).text));
  expect(new Set(texts)).toEqual(new Set([body]));
  // The same object, so it was compressed once.
  expect(new Set(sentBodies).size).toBe(1);
});
