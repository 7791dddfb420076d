import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of parcels. */
export const parcelChecks: readonly AuditCheck[] = [
  {
    name: "shipped-orders-have-parcels",
    invariant: "cada pedido enviado salió en un paquete, y solo los pagados o enviados tienen paquetes",
    sql: `
      SELECT o.id FROM orders o
      WHERE o.status = 'SHIPPED' AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND NOT l.is_digital)
        AND NOT EXISTS (SELECT FROM parcels p WHERE p.order_id = o.id AND p.state <> 'PACKED')
      UNION SELECT p.order_id FROM parcels p JOIN orders o ON o.id = p.order_id
      WHERE o.status <> 'SHIPPED' AND (o.status <> 'PAYMENT_ACCEPTED' OR p.state <> 'PACKED')`,
  },
  {
    name: "parcel-pieces-are-of-their-order",
    invariant: "ningún pedido tiene más piezas en sus paquetes que en sus líneas, ni un paquete vacío o con boletos",
    sql: `
      SELECT pl.order_id AS id FROM parcel_lines pl JOIN parcels p ON p.id = pl.parcel_id
      LEFT JOIN order_lines l ON l.order_id = pl.order_id AND l.size_id = pl.size_id
      WHERE p.state <> 'RETURNED' GROUP BY pl.order_id, pl.size_id, l.pieces, l.is_digital
      HAVING sum(pl.pieces) > coalesce(l.pieces, 0) OR coalesce(l.is_digital, true)
      UNION SELECT p.order_id FROM parcels p WHERE NOT EXISTS (SELECT FROM parcel_lines l WHERE l.parcel_id = p.id)`,
  },
  {
    name: "parcel-states-match-their-history",
    invariant: "cada paquete llegó a su estado por pasos permitidos, uno tras otro",
    sql: `
      WITH steps AS (
        SELECT parcel_id, from_state, to_state, at, lag(to_state, 1, 'NEW') OVER (PARTITION BY parcel_id ORDER BY id) AS previous,
          row_number() OVER (PARTITION BY parcel_id ORDER BY id DESC) = 1 AS is_last
        FROM parcel_events)
      SELECT p.order_id AS id FROM parcels p LEFT JOIN steps s ON s.parcel_id = p.id AND s.is_last
      WHERE s.to_state IS DISTINCT FROM p.state OR p.delivered_at <> s.at
      UNION SELECT p.order_id FROM steps s JOIN parcels p ON p.id = s.parcel_id WHERE s.from_state <> s.previous`,
  },
  {
    name: "parcel-guides-match-their-order",
    invariant:
      "la guía de un pedido es la de uno de sus paquetes, y quien viaja en la caja de otro tiene su misma guía",
    sql: `
      SELECT o.id FROM orders o
      WHERE o.status = 'SHIPPED' AND o.tracking_number <> '' AND EXISTS (SELECT FROM parcels p WHERE p.order_id = o.id)
        AND NOT EXISTS (SELECT FROM parcels p WHERE p.order_id = o.id AND p.guide = o.tracking_number)
      UNION SELECT p.order_id FROM parcels p JOIN parcels box ON box.id = p.box_parcel_id
      WHERE box.guide IS DISTINCT FROM p.guide OR box.carrier_id IS DISTINCT FROM p.carrier_id
        OR box.box_parcel_id IS NOT NULL OR box.order_id = p.order_id`,
  },
];
