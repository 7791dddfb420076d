-- What the PAC sandbox stamped and cancelled (decision 24). A shop with a real PAC, or without one, never writes here.

CREATE TABLE sandbox_pac_stamps (
  uuid uuid PRIMARY KEY,
  -- The same document is not stamped twice (SAT's rule 2.7.2.9). It is recognised by its seal.
  seal_hash bytea NOT NULL CONSTRAINT sandbox_pac_stamps_once UNIQUE,
  custom_id text CONSTRAINT sandbox_pac_stamps_custom_id_once UNIQUE,
  -- TipoDeComprobante: I, E.
  kind text NOT NULL,
  issuer_rfc text NOT NULL,
  receiver_rfc text NOT NULL,
  receiver_name text NOT NULL,
  total_cents bigint NOT NULL,
  seal_end text NOT NULL,
  -- The stamped document as it was returned, and the stamp alone.
  xml text NOT NULL,
  tfd text NOT NULL,
  original_string text NOT NULL,
  state text NOT NULL DEFAULT 'live'
    CONSTRAINT sandbox_pac_stamps_state_known CHECK (state IN ('live', 'requested', 'cancelled', 'rejected')),
  with_acceptance boolean NOT NULL DEFAULT false,
  stamped_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sandbox_pac_stamps_newest ON sandbox_pac_stamps (stamped_at DESC);

CREATE TABLE sandbox_pac_cancellations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL REFERENCES sandbox_pac_stamps,
  motive text NOT NULL,
  replaced_by uuid,
  receipt text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sandbox_pac_cancellations_of_stamp ON sandbox_pac_cancellations (uuid);

CREATE TABLE sandbox_pac_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fault text,
  -- Tokens issued before this time are not valid.
  tokens_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The sandbox's certificate and key, generated when first needed: DER and PKCS#8. They have no legal validity.
  certificate bytea,
  private_key text
);
INSERT INTO sandbox_pac_settings DEFAULT VALUES;
