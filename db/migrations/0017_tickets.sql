-- Digital tickets: what each paid place of an event is, whether it was used, and the keys that sign its code.

-- When and where a DIGITAL product takes place; null until the owner says it.
ALTER TABLE products ADD COLUMN event_at timestamptz, ADD COLUMN event_place text;

-- One row a place: the pieces of a DIGITAL line counted from 1, issued when the order is paid. When an order is joined
-- into another its lines take their tickets along.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  size_id uuid NOT NULL,
  number integer NOT NULL CONSTRAINT tickets_number_positive CHECK (number > 0),
  -- What a person types where the camera does not read the QR: 50 random bits, no look-alike letters.
  code text NOT NULL CONSTRAINT tickets_code_once UNIQUE
    CONSTRAINT tickets_code_form CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  -- Who it was ordered for, as the order said then.
  holder text NOT NULL,
  state text NOT NULL DEFAULT 'VALID' CONSTRAINT tickets_state_known CHECK (state IN ('VALID', 'USED', 'VOID')),
  used_at timestamptz,
  -- The device that let somebody in with it, and which of its scans did: the same scan told again is no second one.
  used_by text,
  used_scan text,
  issued_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tickets_once UNIQUE (order_id, size_id, number),
  CONSTRAINT tickets_of_line FOREIGN KEY (order_id, size_id)
    REFERENCES order_lines (order_id, size_id) ON UPDATE CASCADE,
  CONSTRAINT tickets_used_whole CHECK (
    (used_at IS NULL) = (used_by IS NULL) AND (used_at IS NULL) = (used_scan IS NULL)
    AND (state <> 'USED' OR used_at IS NOT NULL) AND (state <> 'VALID' OR used_at IS NULL))
);

-- Ed25519, in DER (SPKI, PKCS #8). The newest signs, all verify; the private one is read by the server alone.
CREATE TABLE ticket_keys (
  id smallint PRIMARY KEY CONSTRAINT ticket_keys_one_byte CHECK (id BETWEEN 1 AND 255),
  public_key bytea NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Orders paid before there were tickets get theirs. Hexadecimal digits are among the letters of a code.
INSERT INTO tickets (id, order_id, size_id, number, code, holder)
SELECT gen_random_uuid(), l.order_id, l.size_id, n, upper(left(replace(gen_random_uuid()::text, '-', ''), 10)),
  btrim(o.customer_name || ' ' || o.customer_last_name)
FROM orders o JOIN order_lines l ON l.order_id = o.id, generate_series(1, l.pieces) AS n
WHERE l.is_digital AND o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED');
