import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks about access codes. */
export const presaleChecks: readonly AuditCheck[] = [
  {
    name: "code-uses-are-orders",
    invariant: "los usos de un código son los pedidos hechos con él, y nunca más de los permitidos",
    sql: `
      SELECT a.code AS id FROM access_codes a
      WHERE a.uses > a.max_uses OR a.uses <> (SELECT count(*) FROM orders o WHERE o.access_code = a.code)`,
  },
];
