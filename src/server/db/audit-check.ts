/** An invariant of the data: a query that returns the rows which violate it. */
export interface AuditCheck {
  name: string;
  /** The invariant in a Spanish sentence. */
  promise: string;
  /** Returns the column `id`, as text or uuid. It sees one snapshot of the whole database. */
  sql: string;
}
