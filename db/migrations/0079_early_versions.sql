-- Orders of the first versions get the rows and values that the audit requires of every order.

-- Money that staff confirmed before payments had rows (migration 0014): one transfer of a paid order's total.
INSERT INTO payments (id, order_id, provider, provider_payment_id, state, cents, kind, method, raw_status,
  provider_updated_at, paid_at, actor)
SELECT made.id, o.id, 'shop', made.id::text, 'APPROVED', o.grand_total_cents, 'transfer', 'confirmado por la tienda',
  'confirmed', accepted.at, accepted.at, 'actualización'
FROM orders o,
  LATERAL (SELECT gen_random_uuid() AS id WHERE o.id IS NOT NULL) made,
  LATERAL (SELECT coalesce(min(e.at), o.created_at) AS at FROM order_events e
    WHERE e.order_id = o.id AND e.to_status IN ('PAYMENT_ACCEPTED', 'SHIPPED')) accepted
WHERE o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
  AND o.created_at < (SELECT applied_at FROM migrations WHERE name = '0014_payments.sql')
  AND NOT EXISTS (
    WITH RECURSIVE family AS (
      SELECT o.id UNION ALL SELECT j.id FROM family f JOIN orders j ON j.joined_into_id = f.id)
    SELECT FROM payments p JOIN family f ON f.id = p.order_id);

-- Before migration 0013 staff joined orders by hand: they marked one as joined, and no column said into which order.
-- Such an order keeps its lines. Without this column every change of it was refused, even the erasure of its customer.
ALTER TABLE orders ADD COLUMN is_joined_by_hand boolean NOT NULL DEFAULT false;
ALTER TABLE orders DROP CONSTRAINT orders_joined_into_another;
UPDATE orders SET is_joined_by_hand = true WHERE status = 'JOINED' AND joined_into_id IS NULL;
ALTER TABLE orders ADD CONSTRAINT orders_joined_into_another
  CHECK ((status = 'JOINED') = (joined_into_id IS NOT NULL OR is_joined_by_hand) AND joined_into_id <> id);
