import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of customers. */
export const customerChecks: readonly AuditCheck[] = [
  {
    name: "erased-customers-have-no-mailbox",
    invariant: "un correo confirmado es de alguien que no pidió ser borrado, y ningún código sobrevive a su cliente",
    sql: `
      SELECT id FROM customers WHERE erased_at IS NOT NULL AND confirmed_email IS NOT NULL
      UNION ALL SELECT customer_id FROM mailbox_codes m JOIN customers c ON c.id = m.customer_id
        WHERE c.erased_at IS NOT NULL`,
  },
  {
    name: "erased-customers-are-anonymous",
    invariant: "quien pidió ser borrado no conserva dirección ni forma de entrar",
    sql: `
      SELECT c.id FROM customers c WHERE c.erased_at IS NOT NULL AND (c.username IS NOT NULL OR c.email IS NOT NULL
        OR c.password_hash IS NOT NULL OR EXISTS (SELECT FROM addresses a WHERE a.customer_id = c.id))`,
  },
  {
    name: "erased-customers-have-no-tags",
    invariant: "quien pidió ser borrado no conserva etiquetas",
    sql: `SELECT t.customer_id AS id FROM customer_tags t JOIN customers c ON c.id = t.customer_id WHERE c.erased_at IS NOT NULL`,
  },
];
