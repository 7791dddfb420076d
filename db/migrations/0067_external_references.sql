-- The reference that the provider stores: the order's id. Null for a payment page of an earlier version, whose
-- reference is '<shop key>:<order number>'. Numbers may be reused after a restore, and then an old payment must not pay
-- another order.
ALTER TABLE payment_checkouts ADD COLUMN external_ref text;
CREATE INDEX payment_checkouts_collector ON payment_checkouts (collector_id);
