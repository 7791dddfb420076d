import { CARE_CODES } from "../../domain/care.ts";
import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of products. */
export const catalogChecks: readonly AuditCheck[] = [
  {
    name: "care-symbols-are-known",
    invariant: "cada producto lleva a lo más un símbolo de cuidado de cada grupo, todos de la norma",
    sql: `
      SELECT p.id FROM products p WHERE EXISTS (
        SELECT FROM unnest(p.care) AS c (code)
        HAVING count(DISTINCT split_part(code, '-', 1)) < count(*)
          OR NOT bool_and(code = ANY ('{${CARE_CODES.join()}}')))`,
  },
  {
    name: "codes-are-searchable",
    invariant: "la búsqueda encuentra el SKU y el código de barras de cada talla",
    sql: `
      SELECT s.id FROM sizes s JOIN products p ON p.id = s.product_id
      WHERE strpos(p.search_words, plain_text(coalesce(s.sku, ''))) = 0
        OR strpos(p.search_words, coalesce(s.gtin, '')) = 0`,
  },
  {
    name: "cards-are-as-computed",
    invariant: "las listas muestran de cada producto lo que el catálogo dice hoy",
    sql: `
      WITH wanted AS (SELECT * FROM compute_product_cards(NULL))
      SELECT coalesce(c.product_id, w.product_id) AS id FROM product_cards c FULL JOIN wanted w USING (product_id)
      WHERE (c.*)::text IS DISTINCT FROM (w.*)::text`,
  },
  {
    name: "lists-agree-with-cards",
    invariant: "cada producto publicado y con piezas está en las listas de sus marcas y categorías, y ningún otro",
    sql: `
      SELECT coalesce(l.product_id, w.product_id) AS id FROM product_lists l FULL JOIN (
        SELECT c.product_id, list.id AS list_id, c.created_at, c.is_local
        FROM product_cards c CROSS JOIN unnest(c.list_ids) AS list (id) WHERE c.is_listed AND c.has_stock) w
        USING (product_id, list_id, created_at, is_local)
      WHERE l.product_id IS NULL OR w.product_id IS NULL`,
  },
];
