-- Renames columns to standard terms, and constraints and indexes that repeat an old name. The only values that change
-- are the states of unconfirmed places on the waiting list: 'asked' becomes 'unconfirmed'.

ALTER TABLE orders RENAME COLUMN looked_at TO reconciled_at;
ALTER TABLE orders RENAME COLUMN looks TO reconciliations;

ALTER TABLE payment_webhooks RENAME COLUMN worked_at TO processed_at;

-- When the e-mail with a payment's voucher was enqueued.
ALTER TABLE payments RENAME COLUMN voucher_told_at TO voucher_emailed_at;

-- The data of the e-mail's job, without its key, to send the e-mail again.
ALTER TABLE sent_mails RENAME COLUMN told TO payload;
ALTER TABLE sent_mails RENAME CONSTRAINT sent_mails_told TO sent_mails_payload;

ALTER TABLE waiting_rooms RENAME COLUMN drawn_at TO places_assigned_at;
ALTER TABLE waiting_rooms RENAME COLUMN called_up_to TO admitted_up_to;
ALTER TABLE waiting_rooms RENAME CONSTRAINT waiting_rooms_called_within TO waiting_rooms_admitted_within;
ALTER TABLE waiting_room_visitors RENAME COLUMN called_at TO admitted_at;
ALTER INDEX waiting_room_visitors_called RENAME TO waiting_room_visitors_admitted;

-- What the import of this row would do, as previewed; and when a running import finished its last batch.
ALTER TABLE import_rows RENAME COLUMN foreseen TO expected_outcome;
ALTER TABLE import_rows RENAME CONSTRAINT import_rows_foreseen_known TO import_rows_expected_outcome_known;
ALTER TABLE imports RENAME COLUMN worked_at TO last_batch_at;

ALTER TABLE failed_attempts RENAME COLUMN misses TO failures;
ALTER TABLE failed_attempts RENAME COLUMN forget_at TO expires_at;

-- The password was correct, and the session waits for the second factor.
ALTER TABLE staff_sessions RENAME COLUMN is_half_open TO awaits_second_factor;

ALTER TABLE audit_runs RENAME COLUMN asked_at TO requested_at;
ALTER TABLE audit_runs RENAME COLUMN asked_by TO requested_by;
ALTER TABLE invoices RENAME COLUMN cancel_asked_at TO cancel_requested_at;
ALTER TABLE sandbox_pac_cancellations RENAME COLUMN asked_at TO requested_at;

ALTER TABLE waiting_list RENAME COLUMN asked_at TO requested_at;
ALTER TABLE waiting_list
  DROP CONSTRAINT waiting_list_state_known,
  DROP CONSTRAINT waiting_list_waits_confirmed,
  DROP CONSTRAINT waiting_list_offer_whole,
  ALTER COLUMN state SET DEFAULT 'unconfirmed';
DROP INDEX waiting_list_place_once;
UPDATE waiting_list SET state = 'unconfirmed' WHERE state = 'asked';
ALTER TABLE waiting_list
  ADD CONSTRAINT waiting_list_state_known
    CHECK (state IN ('unconfirmed', 'waiting', 'offered', 'taken', 'passed', 'left')),
  ADD CONSTRAINT waiting_list_waits_confirmed CHECK (state IN ('unconfirmed', 'left') OR confirmed_at IS NOT NULL),
  ADD CONSTRAINT waiting_list_offer_whole CHECK (
    (cart_id IS NULL) = (offer_ends_at IS NULL) AND (cart_id IS NULL) = (offer_token_hash IS NULL)
    AND (state IN ('offered', 'taken', 'passed') AND cart_id IS NOT NULL
      OR state IN ('unconfirmed', 'waiting') AND cart_id IS NULL
      OR state = 'left'));
-- One place per mailbox, size and shop.
CREATE UNIQUE INDEX waiting_list_place_once ON waiting_list (size_id, email, shop_id)
  WHERE state IN ('unconfirmed', 'waiting', 'offered');
