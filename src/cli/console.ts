import type { App } from "../server/app.ts";
import { closeIfRestored } from "../server/backup/restored-database.ts";
import { readConfig } from "../server/config.ts";
import { openLog } from "../server/log.ts";
import { migrateAll, openDatabase, startApp } from "../server/start-app.ts";

/** An error for the person who ran the command. Its message is printed on stderr, and the exit code is 1. */
export class CommandError extends Error {
  override name = "CommandError";
}

/**
 * Runs `work` on the shop's database: the one of DATABASE_URL, that of a running shop, or the embedded one, started for
 * the duration of the command. The database is migrated first, and a shop that was just restored is closed.
 */
export async function withApp(work: (app: App) => Promise<void>): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "error" });
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, log, { useRunning: true });
  try {
    await migrateAll(database.databaseConfig);
    const runningApp = await startApp(config, database.databaseConfig, log);
    try {
      await closeIfRestored(runningApp.app);
      await work(runningApp.app);
    } finally {
      await runningApp.stop();
    }
  } finally {
    await database.close();
  }
}

export function printLine(line: string): void {
  console.log(line);
}
