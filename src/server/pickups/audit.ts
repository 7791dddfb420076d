import type { AuditCheck } from "../db/audit-check.ts";

/** What `shop audit` checks of orders for pickup. */
export const pickupChecks: readonly AuditCheck[] = [
  {
    name: "pickups-match-their-orders",
    invariant: "cada pedido para recoger es de un punto de su tienda, sin envío que cobrar ni dirección",
    sql: `
      SELECT o.id FROM pickups p JOIN orders o ON o.id = p.order_id JOIN pickup_points t ON t.id = p.point_id
      WHERE t.shop_id <> o.shop_id OR o.carrier_id IS NOT NULL OR o.address IS NOT NULL
        OR o.shipping_cents + o.extra_shipping_cents + o.insurance_cents > 0`,
  },
  {
    name: "shipped-pickups-are-collected",
    invariant:
      "un pedido para recoger está enviado si y solo si se entregó en la tienda, y solo se prepara si está pagado",
    sql: `
      SELECT o.id FROM pickups p JOIN orders o ON o.id = p.order_id
      WHERE (p.state = 'COLLECTED') <> (o.status = 'SHIPPED')
        OR (p.state = 'COLLECTED' AND EXISTS (
          SELECT FROM parcels c WHERE c.order_id = o.id AND c.state IN ('PACKED', 'HANDED_OVER', 'IN_TRANSIT')))
        OR (p.state = 'READY' AND o.status NOT IN ('PAYMENT_ACCEPTED', 'CANCELLED'))`,
  },
  {
    name: "overdue-pickups-expire",
    invariant: "un pedido que nadie recogió termina a más tardar dos días después de su último día",
    sql: `
      SELECT o.id FROM pickups p JOIN orders o ON o.id = p.order_id
      WHERE o.status = 'PAYMENT_ACCEPTED' AND p.state = 'READY'
        AND p.kept_until < (now() AT TIME ZONE 'America/Mexico_City')::date - 2`,
  },
];
