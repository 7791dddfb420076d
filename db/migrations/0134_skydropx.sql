-- A second provider of labels. A label is looked up, tracked and cancelled only at the provider that sold it.
ALTER TABLE carrier_accounts DROP CONSTRAINT carrier_accounts_provider_known,
  ADD CONSTRAINT carrier_accounts_provider_known CHECK (provider IN ('envia', 'skydropx'));
ALTER TABLE label_purchases
  ADD COLUMN provider text NOT NULL DEFAULT 'envia'
    CONSTRAINT label_purchases_provider_known CHECK (provider IN ('envia', 'skydropx')),
  -- The provider's own id of the purchase. Null until the provider answers, or if it gives purchases no id.
  ADD COLUMN provider_id text;
