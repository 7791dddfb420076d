-- The monthly payments that the payer chose at the provider (rule MSI-5). Null where the provider does not state them:
-- payments that are not by card, and payments from before this column.
ALTER TABLE payments ADD COLUMN installments smallint
  CONSTRAINT payments_installments_positive CHECK (installments > 0);
