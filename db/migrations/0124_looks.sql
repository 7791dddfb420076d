-- Products that staff chose to be worn with another one ('Completa el look', decision 66). Without a choice the shop
-- selects them.
CREATE TABLE product_looks (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  paired_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  -- At most four products, each at its own place.
  position smallint NOT NULL CONSTRAINT product_looks_places CHECK (position BETWEEN 0 AND 3),
  PRIMARY KEY (product_id, paired_id),
  CONSTRAINT product_looks_place_once UNIQUE (product_id, position),
  CONSTRAINT product_looks_of_another CHECK (product_id <> paired_id)
);
CREATE INDEX product_looks_of_paired ON product_looks (paired_id);
