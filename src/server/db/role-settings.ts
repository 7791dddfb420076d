import { sql } from "kysely";
import pg from "pg";
import type { DatabaseConfig } from "./database-config.ts";
import { SESSION_SETTINGS, WITHOUT_TIMEOUTS_APPLICATION_NAME, type Queryable } from "./connect.ts";
import { MIGRATION_APPLICATION_NAME } from "./migrate.ts";
import { ShopClient } from "./shop-client.ts";

/** The `application_name` of the connection that stores the settings. */
const STORING_APPLICATION_NAME = "escaparate session";

/**
 * Closes the idle connections of our role to this database, which were opened before the change, and waits up to two
 * seconds for each. Pools and poolers replace them. Connections with one of the excluded names stay open, because a
 * starting process does not replace them.
 */
const CLOSE_OLDER_CONNECTIONS = `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND state = 'idle'
    AND application_name NOT IN ('${STORING_APPLICATION_NAME}', '${MIGRATION_APPLICATION_NAME}', '${WITHOUT_TIMEOUTS_APPLICATION_NAME}')`;

/** The key of an advisory lock that nothing else uses in this database. */
const LOCK_KEY = 4_720_244;
const INSUFFICIENT_PRIVILEGE = "42501";

const SELECT_STORED_SETTINGS = `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
  WHERE setrole = current_user::regrole AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Stores the session settings as defaults of our role in this database. Every new connection of a pooler gets them from
 * there, because a pooler in transaction mode accepts no startup options (decision 41). Does nothing if they are stored
 * already. Does nothing either if the role is not allowed to change its defaults: then `listMissingSettings` finds the
 * missing ones, and the process logs a warning at its start.
 */
export async function storeRoleSettings(databaseConfig: DatabaseConfig): Promise<void> {
  const client = new ShopClient({ ...databaseConfig, application_name: STORING_APPLICATION_NAME });
  await client.connect();
  try {
    await client.query("BEGIN");
    // PostgreSQL refuses concurrent changes of one role's settings.
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    const hasChanged = await storeMissingSettings(client);
    await client.query("COMMIT");
    if (hasChanged) await client.query(CLOSE_OLDER_CONNECTIONS);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  } finally {
    await client.end();
  }
}

async function storeMissingSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ setting: string }>(SELECT_STORED_SETTINGS);
  const storedSettings = new Set(rows.map(({ setting }) => setting.toLowerCase()));
  const missingSettings = SESSION_SETTINGS.filter((setting) => !storedSettings.has(setting.toLowerCase()));
  const { rows: databaseRows } = await client.query<{ database: string }>("SELECT current_database() AS database");
  const database = pg.escapeIdentifier(databaseRows[0]!.database);
  for (const setting of missingSettings) {
    const [name, value] = setting.split("=") as [string, string];
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(value)}`);
  }
  return missingSettings.length > 0;
}

/**
 * The session settings that this database connection lacks, as `name=value` with the expected value. A pooler may
 * discard them, or may have opened its connections before the role had them.
 */
export async function listMissingSettings(db: Queryable): Promise<string[]> {
  const expectedSettings = SESSION_SETTINGS.map((setting) => setting.split("=") as [string, string]);
  const names = expectedSettings.map(([name]) => name);
  const { rows } = await sql<{ name: string; value: string }>`
    SELECT name, current_setting(name) AS value FROM unnest(${names}::text[]) name`.execute(db);
  const values = new Map(rows.map(({ name, value }) => [name, value.toLowerCase()]));
  return expectedSettings
    .filter(([name, value]) => values.get(name) !== value.toLowerCase())
    .map((pair) => pair.join("="));
}
