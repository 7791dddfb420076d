import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

test("a shop that is stopped while it waits for its database ends with exit code 0", async () => {
  const silentServer = createServer().listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  const { port } = silentServer.address() as AddressInfo;
  const shopProcess = spawn(process.execPath, ["src/main.ts"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ROLE: "worker", DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` },
    stdio: "ignore",
  });
  const exit = once(shopProcess, "exit");
  await once(silentServer, "connection");
  shopProcess.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  silentServer.close();
});
