import { CompiledQuery } from "kysely";
import type { PoolConfig } from "pg";
import { openDb, openPatientPool, type Db } from "../db/connect.ts";
import { CHECKS, type Check } from "./checks.ts";

export interface AuditResult {
  check: Check;
  /** How many rows break the promise. */
  violations: number;
  /** A few of them, to look at. */
  examples: string[];
}

const EXAMPLES = 5;

/** Hears how many checks are done, after each. */
type Told = (done: number) => Promise<void>;

/** Proves every invariant over the whole database, in one snapshot: a shop that sells meanwhile does not disturb it. */
export async function runAudit(address: PoolConfig, told: Told = async () => {}): Promise<AuditResult[]> {
  const db = openDb(openPatientPool(address));
  try {
    return await audit(db, told);
  } finally {
    await db.destroy();
  }
}

function audit(db: Db, told: Told): Promise<AuditResult[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const results: AuditResult[] = [];
      for (const check of CHECKS) {
        const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(check.sql));
        results.push({ check, violations: rows.length, examples: rows.slice(0, EXAMPLES).map((row) => row.id) });
        await told(results.length);
      }
      return results;
    });
}
