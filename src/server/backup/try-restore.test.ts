import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../db/migrate.ts";
import { createOldDatabase, type OldDatabase } from "../testing/old-database.ts";
import { auditRestoredDatabase } from "./try-restore.ts";

let oldDatabase: OldDatabase;
beforeAll(async () => {
  oldDatabase = await createOldDatabase("0051_sandbox_token.sql");
  await migrate(oldDatabase.databaseConfig, { until: "0163_empty_receipts.sql" });
});
afterAll(() => oldDatabase.drop());

test("a restored backup of an earlier version is migrated before it is audited", async () => {
  const results = await auditRestoredDatabase(oldDatabase.databaseConfig);
  expect(results.length).toBeGreaterThan(50);
  // The fixture has an old webhook that its shop had not processed.
  expect(results.filter(({ violationCount }) => violationCount > 0).map(({ check }) => check.name)).toEqual([
    "webhooks-are-processed",
  ]);
});
