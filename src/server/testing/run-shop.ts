import { spawnSync } from "node:child_process";
import path from "node:path";
import type { PoolConfig } from "pg";

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** `shop …` in a process of its own, on the database of a test and with its folder. */
export function runShop(address: PoolConfig, dataDir: string, args: readonly string[]): Ran {
  return runScript("src/cli.ts", address, { DATA_DIR: dataDir }, args);
}

/** One of the two programs, in a process of its own with this environment, until it ends. */
export function runScript(
  script: string,
  { host, user, port, database }: PoolConfig,
  env: Record<string, string>,
  args: readonly string[] = [],
): Ran {
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, [script, ...args], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    env: { PATH, HOME, DATABASE_URL: url, ...env },
    encoding: "utf8",
  });
}
