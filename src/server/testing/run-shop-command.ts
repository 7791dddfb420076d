import { spawnSync } from "node:child_process";
import path from "node:path";
import type { PoolConfig } from "pg";
import { runInProcess, type CommandResult } from "../../cli/testing/run-in-process.ts";

/** Runs `shop …` in this process, on a test's database and data folder. */
export function runShopCommand(
  databaseConfig: PoolConfig,
  dataDir: string,
  args: readonly string[],
): Promise<CommandResult> {
  return runInProcess(args, { DATABASE_URL: databaseUrlOf(databaseConfig), DATA_DIR: dataDir });
}

/** Runs `shop …` in its own process, as a shell does. It takes a second to start: use it in one test of a test file. */
export function runShopCommandInOwnProcess(
  databaseConfig: PoolConfig,
  dataDir: string,
  args: readonly string[],
): ProcessResult {
  return runScript("src/cli.ts", databaseConfig, { DATA_DIR: dataDir }, args);
}

interface ProcessResult extends Omit<CommandResult, "status"> {
  status: number | null;
}

/** Runs `src/cli.ts` or `src/main.ts` in its own process with this environment, until it ends. */
export function runScript(
  script: string,
  databaseConfig: PoolConfig,
  env: Record<string, string>,
  args: readonly string[] = [],
): ProcessResult {
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, [script, ...args], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    env: { PATH, HOME, DATABASE_URL: databaseUrlOf(databaseConfig), ...env },
    encoding: "utf8",
  });
}

export function databaseUrlOf({ host, user, port, database }: PoolConfig): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
}
