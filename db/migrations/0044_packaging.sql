-- Packaging is a setting of each shop, in pesos per order (decision 31). Shops that charged the fixed 10 pesos keep it.
UPDATE shops SET settings = jsonb_set(settings, '{orders,packaging}', '10') WHERE NOT settings -> 'orders' ? 'packaging';

-- The shop's price of packaging when the order was placed, so that its figures can be computed again. Null: the
-- order was placed while packaging was 10 pesos for every order, also for one of tickets only.
ALTER TABLE orders ADD COLUMN packaging_price_cents bigint,
  ADD CONSTRAINT orders_packaging_as_priced CHECK (packaging_price_cents IS NULL
    OR packaging_price_cents >= 0 AND packaging_cents IN (0, packaging_price_cents));
