-- The last day on which the shop keeps an order for its pick-up, as the reminder states it (rule PICKUP-6). Null: no
-- reminder was sent since the order became ready.
ALTER TABLE pickups ADD COLUMN kept_until date;
ALTER TABLE pickups ADD CONSTRAINT pickups_expired_after_reminder CHECK (state <> 'EXPIRED' OR kept_until IS NOT NULL);
