import { FORMER_PRICE_DAYS } from "../../domain/price-history.ts";
import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of offers and of the history of prices. */
export const offerChecks: readonly AuditCheck[] = [
  {
    name: "offers-lower-the-price-and-do-not-overlap",
    invariant: "cada oferta baja el precio, y de un producto, talla y tienda corre una a la vez",
    sql: `
      SELECT o.id FROM offers o WHERE o.price_cents >= o.former_price_cents OR EXISTS (
        SELECT FROM offers x WHERE x.product_id = o.product_id AND x.id <> o.id AND x.size_id IS NOT DISTINCT FROM o.size_id
          AND x.shop_id IS NOT DISTINCT FROM o.shop_id
          AND tstzrange(x.starts_at, x.ends_at) && tstzrange(o.starts_at, o.ends_at))`,
  },
  {
    // Offers of branches are not checked, because the increment that a branch had in the past is not stored.
    name: "former-prices-of-offers-were-charged",
    invariant: "el precio anterior de cada oferta se cobró en los 90 días antes, según el historial de precios",
    sql: `
      SELECT o.id FROM offers o WHERE o.shop_id IS NULL AND NOT EXISTS (
        SELECT FROM (
          SELECT cents, tstzrange(since, lead(since) OVER (ORDER BY since, id)) AS charged FROM price_history
            WHERE product_id = o.product_id AND kind = 'price'
          UNION ALL SELECT price_cents, tstzrange(starts_at, ends_at) FROM offers
            WHERE product_id = o.product_id AND shop_id IS NULL AND id <> o.id) h
        WHERE h.cents = o.former_price_cents
          AND h.charged && tstzrange(o.starts_at - interval '${FORMER_PRICE_DAYS} days', o.starts_at))`,
  },
  {
    name: "price-history-ends-with-current-prices",
    invariant: "el historial de precios termina con los precios de hoy",
    sql: `
      SELECT p.id FROM products p
      WHERE p.price_cents IS DISTINCT FROM (SELECT h.cents FROM price_history h
          WHERE h.product_id = p.id AND h.kind = 'price' ORDER BY h.since DESC, h.id DESC LIMIT 1)
        OR p.wholesale_price_cents IS DISTINCT FROM (SELECT h.cents FROM price_history h
          WHERE h.product_id = p.id AND h.kind = 'wholesale' ORDER BY h.since DESC, h.id DESC LIMIT 1)
      UNION SELECT sp.product_id FROM shop_products sp JOIN products p ON p.id = sp.product_id
      WHERE sp.price_cents IS DISTINCT FROM (SELECT h.cents FROM price_history h
        WHERE h.product_id = sp.product_id AND h.kind = 'branch' AND h.shop_id = sp.shop_id
        ORDER BY h.since DESC, h.id DESC LIMIT 1)`,
  },
  {
    name: "order-lines-are-below-former-prices",
    invariant: "lo que se vendió en oferta costó menos que antes",
    sql: "SELECT l.order_id AS id FROM order_lines l WHERE l.former_price_cents <= l.unit_price_cents",
  },
];
