-- The number of monthly payments that the payer chose at the provider (rule MSI-5). Null for payments
-- that are not by card, for those from before this column, and if the provider does not state it.
ALTER TABLE payments ADD COLUMN installments smallint
  CONSTRAINT payments_installments_positive CHECK (installments > 0);
