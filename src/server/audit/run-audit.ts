import type { DatabaseConfig } from "../db/database-config.ts";
import { openDb, openPoolWithoutTimeouts, type Db } from "../db/connect.ts";
import { findViolations, type AuditCheck } from "../db/audit-check.ts";
import { CHECKS } from "./checks.ts";

export interface AuditResult {
  check: AuditCheck;
  /** How many rows violate the invariant. */
  violationCount: number;
  /** The ids of the first violating rows. */
  examples: string[];
}

const MAX_EXAMPLES = 5;

/** Called after each check with the number of checks done. */
type OnProgress = (checksDone: number) => Promise<void>;

/**
 * Checks every invariant over the whole database, in one snapshot, so that concurrent sales do not affect the result.
 */
export async function runAudit(
  databaseConfig: DatabaseConfig,
  onProgress: OnProgress = async () => {},
): Promise<AuditResult[]> {
  const db = openDb(openPoolWithoutTimeouts(databaseConfig));
  try {
    return await auditSnapshot(db, onProgress);
  } finally {
    await db.destroy();
  }
}

/** Like `runAudit`, on an open database, whose statement timeout must be long enough. */
export function auditSnapshot(db: Db, onProgress: OnProgress = async () => {}): Promise<AuditResult[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const results: AuditResult[] = [];
      for (const check of CHECKS) {
        const ids = await findViolations(tx, check);
        results.push({ check, violationCount: ids.length, examples: ids.slice(0, MAX_EXAMPLES) });
        await onProgress(results.length);
      }
      return results;
    });
}
