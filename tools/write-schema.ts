import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startCluster } from "../src/server/db/embedded-postgres.ts";
import { generateSchema } from "../src/server/db/generate-schema.ts";
import { migrate } from "../src/server/db/migrate.ts";

// Migrates an empty database and writes its types to src/server/db/schema.ts.
const folder = path.resolve(import.meta.dirname, "../src/server/db");
const dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-schema-"));
const cluster = await startCluster({ dataDir, settings: { fsync: "off" }, warn: (message) => console.warn(message) });
try {
  const databaseConfig = { ...cluster.serverConfig, database: "postgres" };
  await migrate(databaseConfig);
  const client = new pg.Client(databaseConfig);
  await client.connect();
  try {
    const values = readFileSync(path.join(folder, "schema-values.ts"), "utf8");
    writeFileSync(path.join(folder, "schema.ts"), await generateSchema(client, values));
  } finally {
    await client.end();
  }
} finally {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
