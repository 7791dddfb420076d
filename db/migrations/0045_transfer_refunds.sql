-- Money of transfers that staff sent back from the shop's own bank account (decision 16). Centavos.

-- One refund by transfer. The form generates the id, so a form that is sent twice makes one row.
CREATE TABLE transfer_refunds (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  cents bigint NOT NULL CONSTRAINT transfer_refunds_positive CHECK (cents > 0),
  sent_on date NOT NULL,
  -- The bank's reference on the proof, in capitals and without blanks.
  reference text NOT NULL CONSTRAINT transfer_refunds_reference_there CHECK (reference <> ''),
  reason text NOT NULL,
  -- Stored with the receipts of transfers.
  proof_file text,
  proof_type text,
  actor text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set if the refund was recorded by mistake. The row stays for reading, and the refund does not count.
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdrawn_reason text,
  CONSTRAINT transfer_refunds_proof_whole CHECK ((proof_file IS NULL) = (proof_type IS NULL)),
  CONSTRAINT transfer_refunds_withdrawn_whole CHECK (num_nulls(withdrawn_at, withdrawn_by, withdrawn_reason) IN (0, 3))
);
-- The same transfer recorded twice is a mistake.
CREATE UNIQUE INDEX transfer_refunds_once ON transfer_refunds (order_id, reference) WHERE withdrawn_at IS NULL;

-- A refund by transfer has a row here for each payment that it refunds, with the amount.
ALTER TABLE payment_refunds ADD COLUMN transfer_refund_id uuid REFERENCES transfer_refunds;
CREATE INDEX payment_refunds_of_transfer ON payment_refunds (transfer_refund_id) WHERE transfer_refund_id IS NOT NULL;
ALTER TABLE payment_refunds DROP CONSTRAINT payment_refunds_state_known,
  ADD CONSTRAINT payment_refunds_state_known CHECK (state IN ('ASKED', 'DONE', 'FAILED')
    OR state = 'WITHDRAWN' AND transfer_refund_id IS NOT NULL);
