-- Labels that the carrier sandbox sold (decision 67). A shop with a real account, or without one, never writes here.
CREATE TABLE sandbox_carrier_guides (
  guide text PRIMARY KEY,
  carrier text NOT NULL,
  service text NOT NULL,
  sender_company text NOT NULL,
  consignee text NOT NULL,
  destination text NOT NULL,
  grams integer NOT NULL,
  price_cents bigint NOT NULL,
  status text NOT NULL DEFAULT 'Created' CONSTRAINT sandbox_carrier_guides_status_known
    CHECK (status IN ('Created', 'Shipped', 'Delivered', 'Delivery Attempt', 'Canceled')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sandbox_carrier_guides_newest ON sandbox_carrier_guides (created_at DESC);

CREATE TABLE sandbox_carrier_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fault text,
  balance_cents bigint NOT NULL DEFAULT 10000000
    CONSTRAINT sandbox_carrier_balance_never_negative CHECK (balance_cents >= 0)
);
INSERT INTO sandbox_carrier_settings DEFAULT VALUES;
