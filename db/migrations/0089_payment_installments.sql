-- The number of monthly payments that the payer chose at the provider (rule MSI-5). Null if the provider does not state
-- it: payments that are not by card, and payments from before this column.
ALTER TABLE payments ADD COLUMN installments smallint
  CONSTRAINT payments_installments_positive CHECK (installments > 0);
