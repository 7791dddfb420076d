import { spawnSync } from "node:child_process";
import path from "node:path";
import type { PoolConfig } from "pg";

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** `shop …` in a process of its own, on the database of a test and with its folder. */
export function runShop({ host, user, port, database }: PoolConfig, dataDir: string, args: readonly string[]): Ran {
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`;
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, ["src/cli.ts", ...args], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    env: { PATH, HOME, DATABASE_URL: url, DATA_DIR: dataDir },
    encoding: "utf8",
  });
}
