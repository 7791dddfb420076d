import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of label purchases. */
export const labelChecks: readonly AuditCheck[] = [
  {
    name: "label-purchases-have-an-outcome",
    invariant: "de cada guía que se pidió se sabe en un día si se compró",
    sql: `SELECT order_id AS id FROM label_purchases WHERE state IN ('queued', 'sent') AND requested_at < now() - interval '1 day'`,
  },
];
