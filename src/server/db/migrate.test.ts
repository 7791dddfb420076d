import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isMigrated, SchemaTooNew } from "./applied-migrations.ts";
import { migrate } from "./migrate.ts";

const database = `migrate_${randomBytes(4).toString("hex")}`;
const getDatabaseConfig = () => ({ ...inject("server"), database });

async function run(databaseConfig: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(databaseConfig);
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(() => run({ ...inject("server"), database: "postgres" }, `CREATE DATABASE ${database}`));
afterAll(() => run({ ...inject("server"), database: "postgres" }, `DROP DATABASE ${database} WITH (FORCE)`));

test("each migration is applied once by one of several processes that start together", async () => {
  const appliedNames = (
    await Promise.all([migrate(getDatabaseConfig()), migrate(getDatabaseConfig()), migrate(getDatabaseConfig())])
  ).flat();
  expect(appliedNames.length).toBeGreaterThan(0);
  expect(new Set(appliedNames).size).toBe(appliedNames.length);
  expect(await migrate(getDatabaseConfig())).toEqual([]);
});

test("a schema newer than the program is refused with the name of its newest migration", async () => {
  await run(getDatabaseConfig(), "INSERT INTO migrations (name) VALUES ('9999_future.sql')");
  await expect(migrate(getDatabaseConfig())).rejects.toThrow(SchemaTooNew);
  const client = new pg.Client(getDatabaseConfig());
  await client.connect();
  await expect(isMigrated(client)).rejects.toThrow(/9999_future/);
  await client.end();
});
