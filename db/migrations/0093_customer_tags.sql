-- Tags that staff give to customers, and promotions for the customers of one tag (rule PROMO-13).
CREATE TABLE customer_tags (
  customer_id uuid NOT NULL REFERENCES customers,
  tag text NOT NULL CONSTRAINT customer_tags_form CHECK (char_length(tag) BETWEEN 1 AND 30 AND tag = btrim(tag)),
  who text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, tag)
);
CREATE INDEX customer_tags_of_tag ON customer_tags (tag, customer_id);

-- Null: for all customers. It may name a tag that no customer has yet.
ALTER TABLE promotions ADD COLUMN customer_tag text
  CONSTRAINT promotions_customer_tag_form CHECK (char_length(customer_tag) BETWEEN 1 AND 30);
