import { spawnSync } from "node:child_process";
import path from "node:path";
import type { PoolConfig } from "pg";
import { runInProcess, type Ran } from "../../cli/testing/run-in-process.ts";

/** `shop …` on the database of a test and with its folder, in this process. */
export function runShop(address: PoolConfig, dataDir: string, args: readonly string[]): Promise<Ran> {
  return runInProcess(args, { DATABASE_URL: urlOf(address), DATA_DIR: dataDir });
}

/** The same as it is typed: in a process of its own. Takes a second to start: once for each family of commands. */
export function runShopProcess(address: PoolConfig, dataDir: string, args: readonly string[]): RanProcess {
  return runScript("src/cli.ts", address, { DATA_DIR: dataDir }, args);
}

interface RanProcess extends Omit<Ran, "status"> {
  status: number | null;
}

/** One of the two programs, in a process of its own with this environment, until it ends. */
export function runScript(
  script: string,
  address: PoolConfig,
  env: Record<string, string>,
  args: readonly string[] = [],
): RanProcess {
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, [script, ...args], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    env: { PATH, HOME, DATABASE_URL: urlOf(address), ...env },
    encoding: "utf8",
  });
}

function urlOf({ host, user, port, database }: PoolConfig): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
}
