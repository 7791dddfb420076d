import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

test("a shop that is told to stop while it still waits for its database ends with 0", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const shop = spawn(process.execPath, ["src/main.ts"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ROLE: "worker", DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` },
    stdio: "ignore",
  });
  const ended = once(shop, "exit");
  await once(silent, "connection");
  shop.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  silent.close();
});
