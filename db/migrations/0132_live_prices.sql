-- For a carrier with a live price (decision 70): the provider's name of the carrier, and of the service. Without a
-- service the cheapest one counts. Customers pay the carrier's price in this table while there is no quote.
ALTER TABLE carriers ADD COLUMN live_carrier text, ADD COLUMN live_service text,
  ADD CONSTRAINT carriers_live_named CHECK (live_service IS NULL OR live_carrier IS NOT NULL);

-- The weight of a piece whose size has no weight.
ALTER TABLE carrier_accounts ADD COLUMN piece_grams integer NOT NULL DEFAULT 300
  CONSTRAINT carrier_accounts_piece_grams_range CHECK (piece_grams BETWEEN 1 AND 20000);

-- Cached quotes of the shop's account, so that a checkout does not wait for a carrier. They may be lost.
CREATE TABLE carrier_quotes (
  shop_id uuid NOT NULL REFERENCES shops,
  carrier text NOT NULL,
  postal_code text NOT NULL,
  kilograms integer NOT NULL,
  -- When the provider was last called, and when it last answered.
  asked_at timestamptz NOT NULL,
  quoted_at timestamptz,
  -- The last answer. Null: none yet.
  quotes jsonb,
  PRIMARY KEY (shop_id, carrier, postal_code, kilograms),
  CONSTRAINT carrier_quotes_quoted CHECK ((quotes IS NULL) = (quoted_at IS NULL))
);
CREATE INDEX carrier_quotes_oldest ON carrier_quotes (asked_at);
