-- Products that a customer saved in a shop ('Favoritos'), with their state at that time (decision 58).
CREATE TABLE wishlist_products (
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Whether it was sold out then, or at any later reading of the list. The list marks the product once it has stock
  -- again.
  was_sold_out boolean NOT NULL,
  -- Whether an offer ran then. The list marks only an offer that began later.
  was_on_offer boolean NOT NULL,
  PRIMARY KEY (customer_id, shop_id, product_id)
);
CREATE INDEX wishlist_products_of_product ON wishlist_products (product_id);
CREATE INDEX wishlist_products_of_shop ON wishlist_products (shop_id);
