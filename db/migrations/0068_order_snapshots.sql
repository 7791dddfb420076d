-- The inputs of the checkout: prices, wholesale rule, carrier's terms, rates. A row is written in the statement that
-- places the order and never changes, so that the audit can compute every figure again. It has no foreign key, so
-- that the audit can find an order that disappeared, or got another number or customer, by its snapshot.
CREATE TABLE order_snapshots (
  order_id uuid PRIMARY KEY,
  reference bigint NOT NULL CONSTRAINT order_snapshots_reference_once UNIQUE,
  -- The customer who placed the order. A guest's order may belong to an account later.
  customer_id uuid NOT NULL,
  inputs jsonb NOT NULL
);

-- Orders of earlier versions get the values of their own columns. Whether a line had wholesale prices is stored with
-- the line.
INSERT INTO order_snapshots (order_id, reference, customer_id, inputs)
SELECT o.id, o.reference, coalesce(o.claimed_from_id, o.customer_id), jsonb_build_object(
  'lines', coalesce((
    SELECT jsonb_agg(jsonb_build_object('sizeId', l.size_id, 'productId', l.product_id, 'pieces', l.pieces,
      'isDigital', l.is_digital, 'isWholesale', coalesce(l.is_wholesale, o.is_wholesale),
      'prices', jsonb_build_object('priceCents', l.price_cents, 'wholesalePriceCents', l.wholesale_price_cents,
        'branchPriceCents', l.branch_price_cents, 'branchWholesalePriceCents', l.branch_wholesale_price_cents))
      ORDER BY l.position)
    FROM order_lines l WHERE l.order_id = o.id), '[]'),
  'wholesale', NULL,
  'paymentMethod', o.payment_method,
  'carrier', CASE WHEN o.carrier_id IS NOT NULL OR o.shipping_cents > 0 THEN jsonb_build_object(
    'id', o.carrier_id, 'priceCents', o.shipping_cents, 'maxPieces', o.max_pieces, 'pieceCents', o.piece_cents) END,
  'insuranceRateBps', o.insurance_rate_bps,
  'onlineFee', CASE WHEN o.payment_method = 'MP' THEN
    jsonb_build_object('rateBps', o.online_fee_rate_bps, 'baseCents', o.online_fee_base_cents) END,
  'packagingCents', o.packaging_price_cents)
FROM orders o;

CREATE TRIGGER order_snapshots_append_only BEFORE UPDATE OR DELETE ON order_snapshots
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER orders_never_deleted BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A refund that the owner made in the provider's own panel has a row too, so that refunds add up to the provider's
-- amount.
ALTER TABLE payment_refunds ADD COLUMN is_outside boolean NOT NULL DEFAULT false;
INSERT INTO payment_refunds (id, payment_id, cents, refunded_before_cents, state, actor, reason, is_outside, created_at, ended_at)
SELECT gen_random_uuid(), p.id, p.refunded_cents - coalesce(known.cents, 0), coalesce(known.cents, 0), 'DONE', p.provider,
  'Devuelto fuera de la tienda', true, p.provider_updated_at, p.provider_updated_at
FROM payments p
LEFT JOIN (SELECT payment_id, sum(cents) AS cents FROM payment_refunds WHERE state IN ('ASKED', 'DONE') GROUP BY 1) known
  ON known.payment_id = p.id
WHERE p.provider <> 'shop' AND p.refunded_cents > coalesce(known.cents, 0);
