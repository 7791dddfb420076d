-- A shop's account at a provider of carrier labels, and the address from which its parcels are sent.
CREATE TABLE carrier_accounts (
  shop_id uuid PRIMARY KEY REFERENCES shops,
  provider text NOT NULL CONSTRAINT carrier_accounts_provider_known CHECK (provider IN ('envia')),
  -- 'test' is the provider's own test service. 'sandbox' is the carrier sandbox of this program (0116).
  mode text NOT NULL CONSTRAINT carrier_accounts_mode_known CHECK (mode IN ('live', 'test', 'sandbox')),
  -- Encrypted (vault/vault.ts). Null in the sandbox, which has its own token.
  token bytea,
  sender_name text NOT NULL,
  sender_phone text NOT NULL,
  street text NOT NULL,
  neighborhood text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  postal_code text NOT NULL,
  -- The default box.
  length_cm integer NOT NULL CONSTRAINT carrier_accounts_length_range CHECK (length_cm BETWEEN 1 AND 200),
  width_cm integer NOT NULL CONSTRAINT carrier_accounts_width_range CHECK (width_cm BETWEEN 1 AND 200),
  height_cm integer NOT NULL CONSTRAINT carrier_accounts_height_range CHECK (height_cm BETWEEN 1 AND 200),
  empty_grams integer NOT NULL CONSTRAINT carrier_accounts_grams_range CHECK (empty_grams BETWEEN 0 AND 20000),
  CONSTRAINT carrier_accounts_have_token CHECK ((mode = 'sandbox') = (token IS NULL))
);

-- Purchases of labels (decision 67, rule CARRIER-1). If the parcel is unpacked later, staff cancel its label.
CREATE TABLE label_purchases (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  order_id uuid NOT NULL REFERENCES orders,
  parcel_id uuid REFERENCES parcels ON DELETE SET NULL,
  -- The reference that is sent to the provider. It identifies the purchase there if the answer is lost.
  reference text NOT NULL CONSTRAINT label_purchases_reference_once UNIQUE,
  carrier text NOT NULL,
  service text NOT NULL,
  -- The price that staff saw. A more expensive label is not bought.
  max_cents bigint NOT NULL CONSTRAINT label_purchases_max_positive CHECK (max_cents > 0),
  state text NOT NULL DEFAULT 'queued' CONSTRAINT label_purchases_state_known
    CHECK (state IN ('queued', 'sent', 'bought', 'refused', 'cancelled')),
  -- When the purchase was sent to the provider. Null again if it was not received there, and it may be sent again.
  -- Otherwise a sent purchase is only looked up.
  sent_at timestamptz,
  charged_cents bigint CONSTRAINT label_purchases_charged_range CHECK (charged_cents >= 0),
  guide text,
  label_url text,
  -- The PDF, after it was downloaded.
  label bytea,
  refusal text,
  refusal_message text,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  CONSTRAINT label_purchases_sent CHECK (state NOT IN ('sent', 'bought', 'cancelled') OR sent_at IS NOT NULL),
  CONSTRAINT label_purchases_bought CHECK ((state IN ('bought', 'cancelled')) = (guide IS NOT NULL)),
  CONSTRAINT label_purchases_refused CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CONSTRAINT label_purchases_settled CHECK ((state IN ('queued', 'sent')) = (settled_at IS NULL))
);
-- One label per parcel: of two people who buy it at the same time the second is refused.
CREATE UNIQUE INDEX label_purchases_once ON label_purchases (parcel_id) WHERE state IN ('queued', 'sent', 'bought');
CREATE INDEX label_purchases_of_order ON label_purchases (order_id);
CREATE INDEX label_purchases_open ON label_purchases (requested_at) WHERE state IN ('queued', 'sent');
