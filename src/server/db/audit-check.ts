import { CompiledQuery } from "kysely";
import type { Queryable } from "./connect.ts";

interface CheckDescription {
  name: string;
  /** The invariant in a Spanish sentence. */
  invariant: string;
}

/**
 * An invariant of the data. `sql` is a query that returns the ids of the rows that violate it, in the column `id` as
 * text or uuid. `find` returns these ids instead if a rule of `domain/` has to be computed. All checks of an audit see
 * the same snapshot of the database.
 */
export type AuditCheck = CheckDescription & ({ sql: string } | { find(db: Queryable): Promise<string[]> });

/** The ids of all rows that violate the invariant. */
export async function findViolations(db: Queryable, check: AuditCheck): Promise<string[]> {
  if (!("sql" in check)) return check.find(db);
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(check.sql));
  return rows.map(({ id }) => id);
}
