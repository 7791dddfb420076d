import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { migrateJobs } from "../job-worker.ts";
import { migrate } from "../db/migrate.ts";
import { ensureDatabase } from "../start-app.ts";

/** Shops of earlier versions: the last migration that each had. Its rows are in `db/testing/landing-<number>.jsonl`. */
export const LANDINGS = ["0012_legal_texts.sql", "0023_pac_sandbox.sql", "0051_sandbox_token.sql"] as const;
const FOLDER = path.resolve(import.meta.dirname, "../../../db/testing");

interface Table {
  table: string;
  columns: string[];
}
type Line = unknown[] | Table | { sql: string } | { sequence: string; value: number } | { about: string };

/** The number of rows of each table of the fixture, by "schema.table". */
export type RowCounts = ReadonlyMap<string, number>;

/** The database of a shop of an earlier version. */
export interface Landing {
  address: pg.ClientConfig;
  client: pg.Client;
  counts: RowCounts;
  drop(): Promise<void>;
}

/** Makes a database as the shop of that version left it. */
export async function openLanding(lastMigration: (typeof LANDINGS)[number]): Promise<Landing> {
  const database = `landing_${randomBytes(4).toString("hex")}`;
  const address = { ...inject("server"), database };
  await ensureDatabase(inject("server"), database);
  const counts = await restoreLanding(address, lastMigration);
  const client = new pg.Client(address);
  await client.connect();
  const drop = async () => {
    await client.end();
    const admin = new pg.Client({ ...inject("server"), database: "postgres" });
    await admin.connect();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  };
  return { address, client, counts, drop };
}

async function restoreLanding(address: pg.ClientConfig, lastMigration: string): Promise<RowCounts> {
  await migrate(address, { until: lastMigration });
  await migrateJobs(address);
  const lines = readFileSync(path.join(FOLDER, `landing-${lastMigration.slice(0, 4)}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const client = new pg.Client(address);
  await client.connect();
  try {
    // The rows are consistent among themselves: no trigger has to act on them, in whatever order they come.
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const tables = readTables(lines);
    for (const line of lines) if ("sql" in line) await client.query(line.sql);
    await client.query(`TRUNCATE ${tables.map(({ table }) => table).join(", ")} CASCADE`);
    for (const table of tables) await insert(client, table);
    for (const line of lines) {
      if ("sequence" in line) await client.query("SELECT setval($1::regclass, $2)", [line.sequence, line.value]);
    }
    await client.query("COMMIT");
    return new Map(tables.map(({ table, rows }) => [table, rows.length]));
  } finally {
    await client.end();
  }
}

interface FilledTable extends Table {
  rows: unknown[][];
}

function readTables(lines: readonly Line[]): FilledTable[] {
  const tables: FilledTable[] = [];
  for (const line of lines) {
    if (Array.isArray(line)) tables.at(-1)!.rows.push(line);
    else if ("table" in line) tables.push({ ...line, rows: [] });
  }
  return tables;
}

async function insert(client: pg.Client, { table, columns, rows }: FilledTable): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place]])));
  await client.query(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(objects)],
  );
}
