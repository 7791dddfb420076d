-- Staff close a buyer's request that ended with a problem once they have solved it. An open request continues
-- automatically.
ALTER TABLE own_invoice_requests ADD COLUMN closed_at timestamptz
  CONSTRAINT own_invoice_requests_closed CHECK (closed_at IS NULL OR problem IS NOT NULL);
CREATE INDEX own_invoice_requests_to_watch ON own_invoice_requests (requested_at)
  WHERE ended_at IS NULL OR problem IS NOT NULL AND closed_at IS NULL;
