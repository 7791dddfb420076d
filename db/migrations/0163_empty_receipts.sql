-- SAT may have a request to cancel although the PAC returned no acuse. Such requests had an empty text as their receipt.
ALTER TABLE invoice_cancellations DROP CONSTRAINT invoice_cancellations_receipt_whole;
ALTER TABLE invoice_cancellations DISABLE TRIGGER invoice_cancellations_kept;
UPDATE invoice_cancellations SET receipt = NULL WHERE receipt = '';
ALTER TABLE invoice_cancellations ENABLE TRIGGER invoice_cancellations_kept;
ALTER TABLE invoice_cancellations ADD CONSTRAINT invoice_cancellations_receipt_whole
  CHECK (receipt IS NULL OR receipt <> '' AND received_at IS NOT NULL);
