import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { migrateJobs } from "../job-worker.ts";
import { migrate } from "../db/migrate.ts";
import { ensureDatabase } from "../start-app.ts";

/** The last migrations of earlier versions of the shop. `db/testing/old-shop-<number>.jsonl` has the rows of each. */
export const LAST_MIGRATIONS_OF_OLD_VERSIONS = [
  "0012_legal_texts.sql",
  "0023_pac_sandbox.sql",
  "0051_sandbox_token.sql",
] as const;
const FIXTURE_FOLDER = path.resolve(import.meta.dirname, "../../../db/testing");

interface TableHeader {
  table: string;
  columns: string[];
}
/**
 * A line of the fixture: a row of the table whose header precedes it, a header, a statement that runs before the rows
 * are inserted, the value of a sequence, or a description of the fixture.
 */
type Line = unknown[] | TableHeader | { sql: string } | { sequence: string; value: number } | { about: string };

/** The number of rows of each table of the fixture, by "schema.table". */
export type RowCounts = ReadonlyMap<string, number>;

/** The database of a shop of an earlier version. */
export interface OldDatabase {
  databaseConfig: pg.ClientConfig;
  client: pg.Client;
  rowCounts: RowCounts;
  drop(): Promise<void>;
}

/** Creates a database with the schema and the rows of a shop of that version. */
export async function createOldDatabase(
  lastMigration: (typeof LAST_MIGRATIONS_OF_OLD_VERSIONS)[number],
): Promise<OldDatabase> {
  const database = `old_shop_${randomBytes(4).toString("hex")}`;
  const databaseConfig = { ...inject("server"), database };
  await ensureDatabase(inject("server"), database);
  const counts = await restoreOldShop(databaseConfig, lastMigration);
  const client = new pg.Client(databaseConfig);
  await client.connect();
  const drop = async () => {
    await client.end();
    const admin = new pg.Client({ ...inject("server"), database: "postgres" });
    await admin.connect();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  };
  return { databaseConfig, client, rowCounts: counts, drop };
}

async function restoreOldShop(databaseConfig: pg.ClientConfig, lastMigration: string): Promise<RowCounts> {
  await migrate(databaseConfig, { until: lastMigration });
  await migrateJobs(databaseConfig);
  const lines = readFileSync(path.join(FIXTURE_FOLDER, `old-shop-${lastMigration.slice(0, 4)}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const client = new pg.Client(databaseConfig);
  await client.connect();
  try {
    // The rows are consistent with each other, so they are inserted in any order and without triggers.
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const tables = readTables(lines);
    for (const line of lines) if ("sql" in line) await client.query(line.sql);
    await client.query(`TRUNCATE ${tables.map(({ table }) => table).join(", ")} CASCADE`);
    for (const table of tables) await insertRows(client, table);
    for (const line of lines) {
      if ("sequence" in line) await client.query("SELECT setval($1::regclass, $2)", [line.sequence, line.value]);
    }
    await client.query("COMMIT");
    return new Map(tables.map(({ table, rows }) => [table, rows.length]));
  } finally {
    await client.end();
  }
}

interface TableWithRows extends TableHeader {
  rows: unknown[][];
}

function readTables(lines: readonly Line[]): TableWithRows[] {
  const tables: TableWithRows[] = [];
  for (const line of lines) {
    if (Array.isArray(line)) tables.at(-1)!.rows.push(line);
    else if ("table" in line) tables.push({ ...line, rows: [] });
  }
  return tables;
}

async function insertRows(client: pg.Client, { table, columns, rows }: TableWithRows): Promise<void> {
  const columnNames = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  await client.query(
    `INSERT INTO ${table} (${columnNames}) OVERRIDING SYSTEM VALUE
    SELECT ${columnNames} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(objects)],
  );
}
