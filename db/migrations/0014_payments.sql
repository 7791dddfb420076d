-- Payments: what was requested from the provider, what it reports as paid, refunds, and flags for staff. Centavos.

-- A payment page that was opened at the provider. An order has one open page at a time, for exactly the missing amount.
CREATE TABLE payment_checkouts (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  provider text NOT NULL,
  provider_checkout_id text NOT NULL,
  -- The account that receives the money. A payment to another account is not ours.
  collector_id text NOT NULL,
  cents bigint NOT NULL CONSTRAINT payment_checkouts_positive CHECK (cents > 0),
  url text NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT payment_checkouts_once UNIQUE (provider, provider_checkout_id)
);
CREATE INDEX payment_checkouts_of_order ON payment_checkouts (order_id);
CREATE UNIQUE INDEX payment_checkouts_one_open ON payment_checkouts (order_id) WHERE closed_at IS NULL;

-- One row per payment, however many webhooks report it. `provider` is 'shop' for money that staff confirmed.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  provider text NOT NULL,
  provider_payment_id text NOT NULL,
  state text NOT NULL CONSTRAINT payments_state_known CHECK (state IN
    ('PENDING', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'DISPUTED')),
  cents bigint NOT NULL CONSTRAINT payments_positive CHECK (cents > 0),
  refunded_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT payments_refund_within CHECK (refunded_cents BETWEEN 0 AND cents),
  kind text NOT NULL CONSTRAINT payments_kind_known CHECK (kind IN ('card', 'cash', 'transfer', 'wallet', 'other')),
  method text NOT NULL,
  -- The provider's own name of the status, for staff.
  raw_status text NOT NULL,
  voucher_url text,
  voucher_reference text,
  expires_at timestamptz,
  -- The provider's time of this state: older data never replaces newer data.
  provider_updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  actor text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT payments_once UNIQUE (provider, provider_payment_id)
);
CREATE INDEX payments_of_order ON payments (order_id);

-- Refunds. A row is written before the provider is asked. Its id is the idempotency key of the call, so a repeated call
-- refunds nothing more.
CREATE TABLE payment_refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  cents bigint NOT NULL CONSTRAINT payment_refunds_positive CHECK (cents > 0),
  -- The refunded amount before this refund. The refund is done once the payment's refunded amount has grown by its
  -- cents.
  refunded_before_cents bigint NOT NULL,
  state text NOT NULL DEFAULT 'ASKED' CONSTRAINT payment_refunds_state_known CHECK (state IN ('ASKED', 'DONE', 'FAILED')),
  actor text NOT NULL,
  reason text NOT NULL,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX payment_refunds_of_payment ON payment_refunds (payment_id);
CREATE UNIQUE INDEX payment_refunds_one_asked ON payment_refunds (payment_id) WHERE state = 'ASKED';

-- Webhooks of the provider as they arrived. They are hints to read the payment, and their content is not trusted. A job
-- processes them. They are kept for staff.
CREATE TABLE payment_news (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  -- The provider's id of this delivery: the same delivery twice is one row.
  delivery text NOT NULL,
  kind text NOT NULL,
  resource_id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  worked_at timestamptz,
  outcome text,
  CONSTRAINT payment_news_once UNIQUE (provider, delivery)
);
CREATE INDEX payment_news_of_resource ON payment_news (provider, resource_id);
CREATE INDEX payment_news_by_age ON payment_news (received_at);

CREATE TABLE order_flags (
  order_id uuid NOT NULL REFERENCES orders,
  flag text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- 'sistema' if the cause ended by itself. Then the flag may open again.
  closed_by text,
  PRIMARY KEY (order_id, flag),
  CONSTRAINT order_flags_closed_whole CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX order_flags_open ON order_flags (opened_at) WHERE closed_at IS NULL;

-- Proofs of a transfer that customers sent. A proof is not a payment: staff check it.
CREATE TABLE transfer_receipts (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  file text NOT NULL,
  content_type text NOT NULL,
  bytes integer NOT NULL,
  state text NOT NULL DEFAULT 'SUBMITTED'
    CONSTRAINT transfer_receipts_state_known CHECK (state IN ('SUBMITTED', 'ACCEPTED', 'REJECTED')),
  answer text,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  answered_by text
);
CREATE INDEX transfer_receipts_of_order ON transfer_receipts (order_id);

-- When an unpaid order was last looked up at the provider. The next lookup waits longer each time.
ALTER TABLE orders ADD COLUMN looked_at timestamptz, ADD COLUMN looks integer NOT NULL DEFAULT 0;
