import { sql } from "kysely";
import { STATE_NAMES } from "../../domain/postal-code.ts";
import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of the postal codes. */
export const postalCodeChecks: readonly AuditCheck[] = [
  {
    name: "postal-codes-are-in-known-states",
    invariant: "cada código postal es de un estado que los formularios ofrecen",
    async find(db) {
      const { rows } = await sql<{ code: string }>`
        SELECT code FROM postal_codes WHERE state <> ALL (${STATE_NAMES})`.execute(db);
      return rows.map(({ code }) => code);
    },
  },
];
