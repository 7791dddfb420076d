-- A parcel does not leave with a label that is being cancelled (rule CARRIER-3).
ALTER TABLE label_purchases
  -- When its cancellation was sent to the provider. Null if it was not, or if the provider refused it.
  ADD COLUMN cancel_sent_at timestamptz,
  ADD CONSTRAINT label_purchases_cancel_sent CHECK (cancel_sent_at IS NULL OR state IN ('bought', 'cancelled'));
