import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of size guides. Constraints guard the rest. */
export const sizeGuideChecks: readonly AuditCheck[] = [
  {
    name: "size-guides-have-sizes",
    invariant: "toda guía de tallas tiene al menos una talla con sus medidas",
    sql: `SELECT g.id FROM size_guides g WHERE NOT EXISTS (SELECT FROM size_guide_rows r WHERE r.guide_id = g.id)`,
  },
  {
    name: "measures-belong-to-accounts",
    invariant: "las medidas guardadas son de clientes con cuenta que no pidieron ser borrados",
    sql: `
      SELECT DISTINCT m.customer_id AS id FROM customer_measures m JOIN customers c ON c.id = m.customer_id
      WHERE c.kind <> 'registered' OR c.erased_at IS NOT NULL`,
  },
];
