import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isMigrated, migrate, SchemaTooNew } from "./migrate.ts";

const database = `migrate_${randomBytes(4).toString("hex")}`;
const address = () => ({ ...inject("server"), database });

async function run(target: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(() => run({ ...inject("server"), database: "postgres" }, `CREATE DATABASE ${database}`));
afterAll(() => run({ ...inject("server"), database: "postgres" }, `DROP DATABASE ${database} WITH (FORCE)`));

test("one of several concurrent migrations applies it, the others find it applied", async () => {
  const applied = await Promise.all([migrate(address()), migrate(address()), migrate(address())]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(address())).toEqual([]);
});

test("a schema newer than the program prevents the start with a message", async () => {
  await run(address(), "INSERT INTO migrations (name) VALUES ('9999_future.sql')");
  await expect(migrate(address())).rejects.toThrow(SchemaTooNew);
  const client = new pg.Client(address());
  await client.connect();
  await expect(isMigrated(client)).rejects.toThrow(/9999_future/);
  await client.end();
});
