import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { generateSchema } from "./generate-schema.ts";

const readSource = (file: string): string => readFileSync(path.join(import.meta.dirname, file), "utf8");

let testApp: TestApp;
let client: pg.Client;

beforeAll(async () => {
  testApp = await startTestApp();
  client = new pg.Client(testApp.databaseConfig);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await testApp.stop();
});

test("the types of the tables are those of the migrated database", async () => {
  const generated = await generateSchema(client, readSource("schema-values.ts"));
  const isCurrent = generated === readSource("schema.ts");
  expect(isCurrent, 'src/server/db/schema.ts is not what the migrations leave: run "npm run schema"').toBe(true);
});

test("each kind of column has the type that the pools read and accept", async () => {
  await client.query("BEGIN");
  await client.query(`
    CREATE TABLE column_kinds (
      id bigint GENERATED ALWAYS AS IDENTITY, label text, kind text NOT NULL CHECK (kind IN ('a', 'b')), rate int DEFAULT 1,
      hash bytea NOT NULL, happens_on date NOT NULL DEFAULT now(), at timestamptz NOT NULL, shape jsonb, tags text[] NOT NULL)`);
  const valuesSource = `${readSource("schema-values.ts")}\n  "column_kinds.shape": object;\n`;
  const generated = await generateSchema(client, valuesSource);
  await client.query("ROLLBACK");
  expect(generated).toContain(`  column_kinds: {
    id: GeneratedAlways<number>;
    label: string | null;
    kind: "a" | "b";
    rate: Generated<number | null>;
    hash: Buffer;
    happens_on: ColumnType<Date, string | undefined, string>;
    at: Date;
    shape: ColumnType<ColumnValues["column_kinds.shape"] | null, string | null, string | null>;
    tags: string[];
  };`);
});

test("a described column that does not exist is an error", async () => {
  const valuesSource = `${readSource("schema-values.ts")}\n  "orders.colour": string;\n`;
  await expect(generateSchema(client, valuesSource)).rejects.toThrow(/do not exist: orders\.colour/);
});

test("a JSON column without a described shape is an error", async () => {
  await expect(generateSchema(client, "")).rejects.toThrow(/Describe \w+\.\w+ \(jsonb\) in schema-values\.ts/);
});
