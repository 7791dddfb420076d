-- A token stays valid until the token that replaces it is first used. Until then the row of the new token has the hash
-- of the old one in this column.
ALTER TABLE sessions ADD replaces bytea;

------------------------------------------------------------------------------------------------ reviews

-- One review for each product of an order that arrived. A customer who has received nothing may write one (decision
-- 14).
ALTER TABLE reviews
  ADD order_id uuid REFERENCES orders,
  ADD product_id uuid REFERENCES products,
  -- Numbers the reviews that one customer wrote before this rule, which all stay. 0 for every new review.
  ADD earlier integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT reviews_line_whole CHECK ((order_id IS NULL) = (product_id IS NULL));
UPDATE reviews r SET earlier = n.earlier FROM (
  SELECT id, row_number() OVER (PARTITION BY shop_id, customer_id ORDER BY created_at DESC, id) - 1 AS earlier
  FROM reviews WHERE customer_id IS NOT NULL) n
WHERE n.id = r.id AND n.earlier > 0;
CREATE UNIQUE INDEX reviews_once_a_line ON reviews (order_id, product_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX reviews_once_without_purchase ON reviews (shop_id, customer_id, earlier)
  WHERE order_id IS NULL AND customer_id IS NOT NULL;

------------------------------------------------------------------------------------------------ passwords

-- Eight characters, the default of a new shop. Shops that set another number, or chose four explicitly, keep it.
UPDATE shops s SET settings = jsonb_set(settings, '{accounts,passwordMin}', '8')
WHERE settings #>> '{accounts,passwordMin}' = '4' AND NOT EXISTS (
  SELECT FROM staff_log l WHERE l.object_kind = 'shop' AND l.object_id = s.id::text AND l.act = 'settings'
    AND l.after ? 'accounts.passwordMin');
