import { CARE_CODES } from "../../domain/care.ts";
import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of products. */
export const catalogChecks: readonly AuditCheck[] = [
  {
    name: "care-symbols-known",
    promise: "cada producto lleva a lo más un símbolo de cuidado de cada grupo, todos de la norma",
    sql: `
      SELECT p.id FROM products p WHERE EXISTS (
        SELECT FROM unnest(p.care) AS c (code)
        HAVING count(DISTINCT split_part(code, '-', 1)) < count(*)
          OR NOT bool_and(code = ANY ('{${CARE_CODES.join()}}')))`,
  },
  {
    name: "codes-searchable",
    promise: "la búsqueda encuentra el SKU y el código de barras de cada talla",
    sql: `
      SELECT s.id FROM sizes s JOIN products p ON p.id = s.product_id
      WHERE strpos(p.search_words, plain_text(coalesce(s.sku, ''))) = 0
        OR strpos(p.search_words, coalesce(s.gtin, '')) = 0`,
  },
];
