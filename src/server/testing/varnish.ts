import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether this machine has Varnish (Debian: `varnish`, which compiles its configuration with gcc). */
export const HAS_VARNISH = spawnSync("varnishd", ["-V"]).status === 0 && spawnSync("gcc", ["--version"]).status === 0;

const VCL_PATH = path.resolve(import.meta.dirname, "../../../deploy/varnish.vcl");

interface Varnish {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Starts Varnish on `port`, with the configuration of deploy/, in front of the server on `serverPort`. Returns once the
 * server answers through Varnish.
 */
export async function startVarnish(options: {
  port: number;
  serverPort: number;
  purgeToken: string;
}): Promise<Varnish> {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-varnish-"));
  // Started by root, Varnish reads its configuration as another user.
  chmodSync(folder, 0o755);
  const configPath = path.join(folder, "shop.vcl");
  writeFileSync(
    configPath,
    readFileSync(VCL_PATH, "utf8").replace('.port = "3000"', `.port = "${options.serverPort}"`),
  );
  const { PATH } = process.env;
  const args = ["-F", "-n", path.join(folder, "work"), "-a", `127.0.0.1:${options.port}`, "-f", configPath];
  const child = spawn("varnishd", args, {
    env: { PATH, PURGE_TOKEN: options.purgeToken },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const origin = `http://127.0.0.1:${options.port}`;
  for (let attempt = 0; ; attempt++) {
    // Varnish answers once its health probe of the server has succeeded.
    const status = await fetch(`${origin}/healthz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) break;
    if (attempt === 300 || child.exitCode !== null) throw new Error(`Varnish does not answer: ${status}\n${errors}`);
    await sleep(100);
  }
  return {
    origin,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
