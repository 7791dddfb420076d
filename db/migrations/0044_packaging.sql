-- Packaging is a setting of each shop, in pesos an order (decision 31). Shops that charged the fixed 10 keep charging them.
UPDATE shops SET settings = jsonb_set(settings, '{orders,packaging}', '10') WHERE NOT settings -> 'orders' ? 'packaging';

-- What the shop charged for packing a parcel when the order was placed, so that its figures can be computed again.
-- Null: placed while packaging was 10 pesos on every order, tickets alone included.
ALTER TABLE orders ADD COLUMN packaging_price_cents bigint,
  ADD CONSTRAINT orders_packaging_as_priced CHECK (packaging_price_cents IS NULL
    OR packaging_price_cents >= 0 AND packaging_cents IN (0, packaging_price_cents));
