import type pg from "pg";
import type { DatabaseConfig } from "../db/database-config.ts";
import { ShopClient } from "../db/shop-client.ts";
import { parseLsn, type Lsn } from "./lsn.ts";

/** The facts about the database server that a backup and the WAL archive need, read at one moment. */
export interface ServerFacts {
  systemId: string;
  timeline: number;
  version: string;
  database: string;
  segmentBytes: number;
  /** The server's clock. Everything that was committed before this instant is in the WAL before `lsn`. */
  now: Date;
  lsn: Lsn;
  lastReference: number | null;
  /** The name of the newest migration. Null for a database that was never migrated. */
  migration: string | null;
}

/** Runs `work` on one connection of its own. A query fails after a minute. */
export async function withClient<Result>(
  databaseConfig: DatabaseConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new ShopClient({
    ...databaseConfig,
    application_name: "escaparate backup",
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Reads the clock before the position, so that everything committed until that instant is before the position. */
export async function readServerFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<{
    system_id: string;
    timeline: string;
    version: string;
    database: string;
    segment_bytes: string;
    now: Date;
  }>(
    `SELECT (pg_control_system()).system_identifier::text AS system_id,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline,
      current_setting('server_version') AS version, current_database() AS database,
      (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS segment_bytes, clock_timestamp() AS now`,
  );
  const { rows: positions } = await client.query<{ lsn: string }>("SELECT pg_current_wal_flush_lsn()::text AS lsn");
  const { system_id: systemId, timeline, version, database, segment_bytes: segmentBytes, now } = rows[0]!;
  return {
    systemId,
    timeline: Number(timeline),
    version: version.split(" ")[0]!,
    database,
    segmentBytes: Number(segmentBytes),
    now,
    lsn: parseLsn(positions[0]!.lsn),
    ...(await readShopFacts(client)),
  };
}

async function readShopFacts(client: pg.Client): Promise<Pick<ServerFacts, "lastReference" | "migration">> {
  const { rows } = await client.query<{ reference: string | null; has_migrations: boolean }>(
    `SELECT (SELECT last_value FROM pg_sequences WHERE sequencename = 'order_references')::text AS reference,
      to_regclass('migrations') IS NOT NULL AS has_migrations`,
  );
  const { reference, has_migrations: hasMigrations } = rows[0]!;
  const lastReference = reference === null ? null : Number(reference);
  if (!hasMigrations) return { lastReference, migration: null };
  const { rows: migrationRows } = await client.query<{ name: string | null }>(
    "SELECT max(name) AS name FROM migrations",
  );
  return { lastReference, migration: migrationRows[0]!.name };
}
