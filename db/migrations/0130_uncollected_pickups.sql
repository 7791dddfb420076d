-- The last day on which an order to collect is kept, as its reminder states (rule PICKUP-6). Null: no reminder was
-- sent.
ALTER TABLE pickups ADD COLUMN kept_until date;
ALTER TABLE pickups ADD CONSTRAINT pickups_expired_after_reminder CHECK (state <> 'EXPIRED' OR kept_until IS NOT NULL);
