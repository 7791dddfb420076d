-- Digital tickets: one per paid place of an event, whether it was used, and the keys that sign the text of its QR code.

-- When and where the event of a DIGITAL product takes place. Null until the owner states it.
ALTER TABLE products ADD COLUMN event_at timestamptz, ADD COLUMN event_place text;

-- One row per ticket: the pieces of a DIGITAL line, numbered from 1, issued when the order is paid. When an order is
-- joined into another, its tickets move with its lines.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL,
  size_id uuid NOT NULL,
  number integer NOT NULL CONSTRAINT tickets_number_positive CHECK (number > 0),
  -- The code that staff type if the camera does not read the QR: ten random symbols (50 bits), without letters that
  -- look alike.
  code text NOT NULL CONSTRAINT tickets_code_once UNIQUE
    CONSTRAINT tickets_code_form CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  -- The holder: the customer's name when the order was placed.
  holder text NOT NULL,
  state text NOT NULL DEFAULT 'VALID' CONSTRAINT tickets_state_known CHECK (state IN ('VALID', 'USED', 'VOID')),
  used_at timestamptz,
  -- The device that admitted the holder, and the id of its scan: the same scan sent again is not a second one.
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

-- Ed25519 keys in DER (SPKI, PKCS #8). The newest one signs, all verify. Only the server reads the private keys.
CREATE TABLE ticket_keys (
  id smallint PRIMARY KEY CONSTRAINT ticket_keys_one_byte CHECK (id BETWEEN 1 AND 255),
  public_key bytea NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Orders paid before this migration get their tickets. Hexadecimal digits are among the characters of a code.
INSERT INTO tickets (id, order_id, size_id, number, code, holder)
SELECT gen_random_uuid(), l.order_id, l.size_id, n, upper(left(replace(gen_random_uuid()::text, '-', ''), 10)),
  btrim(o.customer_name || ' ' || o.customer_last_name)
FROM orders o JOIN order_lines l ON l.order_id = o.id, generate_series(1, l.pieces) AS n
WHERE l.is_digital AND o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED');
