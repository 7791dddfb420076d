-- Products that a customer saved in a shop ('Favoritos'), each as it was when it was saved (decision 58).
CREATE TABLE wishlist_products (
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Without stock then, or when the list was read since: the list marks the product once it has stock again.
  was_sold_out boolean NOT NULL,
  -- An offer ran then: the list marks only an offer that began since.
  was_on_offer boolean NOT NULL,
  PRIMARY KEY (customer_id, shop_id, product_id)
);
CREATE INDEX wishlist_products_of_product ON wishlist_products (product_id);
CREATE INDEX wishlist_products_of_shop ON wishlist_products (shop_id);
