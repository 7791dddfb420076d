import { sql } from "kysely";
import pg from "pg";
import type { DatabaseAddress } from "./address.ts";
import { SESSION, type Queryable } from "./connect.ts";
import { ShopClient } from "./shop-client.ts";

/** Closes idle connections that were opened before the change, and waits for it. Pools and poolers replace them. */
const CLOSE_OLDER = `SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND state = 'idle' AND pid <> pg_backend_pid()`;

/**
 * Stores the session values as defaults of our role in this database, from where every new connection of a pooler gets
 * them: a pooler in transaction mode accepts no startup options (decision 41). Does nothing if they are stored already.
 */
export async function setSessionOfRole(address: DatabaseAddress): Promise<void> {
  const client = new ShopClient(address);
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
      WHERE setrole = current_user::regrole AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    const stored = new Set((rows as { setting: string }[]).map(({ setting }) => setting.toLowerCase()));
    const missing = SESSION.filter((setting) => !stored.has(setting.toLowerCase()));
    if (missing.length === 0) return;
    const { rows: names } = await client.query("SELECT current_database() AS database");
    const database = pg.escapeIdentifier((names[0] as { database: string }).database);
    for (const setting of missing) {
      const [name, value] = setting.split("=") as [string, string];
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(value)}`);
    }
    await client.query(CLOSE_OLDER);
  } finally {
    await client.end();
  }
}

/**
 * The session values that this database connection does not have, as `name=value` of what it should be. A pooler may drop
 * them, or may have opened its connections before the role had them.
 */
export async function findMissingSession(db: Queryable): Promise<string[]> {
  const expected = SESSION.map((setting) => setting.split("=") as [string, string]);
  const names = expected.map(([name]) => name);
  const { rows } = await sql<{ name: string; value: string }>`
    SELECT name, current_setting(name) AS value FROM unnest(${names}::text[]) name`.execute(db);
  const values = new Map(rows.map(({ name, value }) => [name, value.toLowerCase()]));
  return expected.filter(([name, value]) => values.get(name) !== value.toLowerCase()).map((pair) => pair.join("="));
}
