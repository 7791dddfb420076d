import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "../src/server/testing/find-free-port.ts";

interface Balancer {
  origin: string;
  stop(): Promise<void>;
}

const CONFIG_PATH = path.resolve(import.meta.dirname, "../deploy/haproxy.cfg");

/** Starts HAProxy (Debian: `haproxy`) for these web processes, with the configuration in deploy/ but without TLS. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-haproxy-"));
  const port = await findFreePort();
  const testConfigPath = path.join(folder, "haproxy.cfg");
  const originalLines = readFileSync(CONFIG_PATH, "utf8").split("\n");
  const lines = originalLines
    .filter((line) => !/^ +(?:server |bind :443|http-request redirect)/.test(line))
    .map((line) => line.replace("bind :80", `bind 127.0.0.1:${port}`));
  const servers = origins.map((origin, n) => `    server web${n + 1} ${new URL(origin).host}`);
  // The backend is the last section.
  writeFileSync(testConfigPath, `${[...lines, ...servers].join("\n")}\n`);
  const child = spawn("haproxy", ["-q", "-f", testConfigPath], { stdio: ["ignore", "ignore", "inherit"] });
  const exitEvent = once(child, "exit");
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await exitEvent;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
