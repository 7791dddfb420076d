import { createServer } from "node:http";
import { createServer as createNetServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { listenReusePort } from "./listen-reuse-port.ts";

const LOOPBACK = { port: 0, host: "127.0.0.1" };

test("all listeners pass their connections to the same server, and closing waits for open requests", async () => {
  const pendingResponses: (() => void)[] = [];
  const server = createServer((_req, res) =>
    pendingResponses.push(() => res.setHeader("Connection", "close").end("done")),
  );
  const { port, close } = await listenReusePort(server, LOOPBACK);
  const responses = Array.from({ length: 64 }, () =>
    fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text()),
  );
  await expect.poll(() => pendingResponses.length).toBe(64);
  let isClosed = false;
  const closing = close().then(() => (isClosed = true));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  expect(isClosed).toBe(false);
  for (const answer of pendingResponses) answer();
  expect(new Set(await Promise.all(responses))).toEqual(new Set(["done"]));
  await closing;
});

test("a port of another process is refused, although ports can be shared", async () => {
  const otherServer = createNetServer();
  await new Promise<void>((listening) => otherServer.listen(0, "127.0.0.1", listening));
  const { port } = otherServer.address() as AddressInfo;
  await expect(listenReusePort(createServer(), { ...LOOPBACK, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  otherServer.close();
  const firstListeners = await listenReusePort(createServer(), LOOPBACK);
  await expect(listenReusePort(createServer(), { ...LOOPBACK, port: firstListeners.port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  await firstListeners.close();
});
