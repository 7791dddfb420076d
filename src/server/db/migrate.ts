import type pg from "pg";
import type { DatabaseConfig } from "./database-config.ts";
import { listPendingMigrations, readMigration } from "./applied-migrations.ts";
import { SETTINGS_WITHOUT_TIMEOUTS, startupOptions } from "./connect.ts";
import { ShopClient } from "./shop-client.ts";

/** The `application_name` of the connection that migrates. */
export const MIGRATION_APPLICATION_NAME = "escaparate migrate";

/** The key of an advisory lock that nothing else uses in this database. */
const LOCK_KEY = 4_720_211;

/**
 * Applies the numbered files of db/migrations, forward only, each in its own transaction, one process at a time.
 * Files whose name sorts after `until` are not applied. Returns the names of the applied ones.
 */
export async function migrate(databaseConfig: DatabaseConfig, { until }: { until?: string } = {}): Promise<string[]> {
  const client = new ShopClient({
    ...databaseConfig,
    application_name: MIGRATION_APPLICATION_NAME,
    ...(!databaseConfig.isPooler && { options: startupOptions(SETTINGS_WITHOUT_TIMEOUTS) }),
  });
  await client.connect();
  try {
    const appliedNames: string[] = [];
    for (let attempt = 1; ;) {
      try {
        const name = await applyNext(client, until);
        if (name === undefined) return appliedNames;
        appliedNames.push(name);
        attempt = 1;
      } catch (error) {
        if (!isDeadlock(error) || attempt++ === MAX_ATTEMPTS) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

/**
 * Applies the first pending migration in a transaction, and returns its name. Returns undefined if none is pending, or
 * if its name sorts after `until`. The advisory lock belongs to the transaction, because behind a pooler another
 * process could get the session that holds a session-level lock.
 */
async function applyNext(client: pg.Client, until?: string): Promise<string | undefined> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const [name] = await listPendingMigrations(client);
    if (name === undefined || (until !== undefined && name > until)) {
      await client.query("COMMIT");
      return undefined;
    }
    await applyAndCommit(client, name);
    return name;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** How often a migration is tried that deadlocks with processes of the old version, which still serve customers. */
const MAX_ATTEMPTS = 10;

function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (cause as { code?: unknown } | undefined)?.code === DEADLOCK_DETECTED;
}
/** PostgreSQL's SQLSTATE. */
const DEADLOCK_DETECTED = "40P01";

/** Applies the migration in the open transaction and commits it. */
async function applyAndCommit(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(readMigration(name));
    await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
    await client.query("COMMIT");
  } catch (error) {
    throw new Error(`La migración ${name} falló: ${(error as Error).message}`, { cause: error });
  }
}
