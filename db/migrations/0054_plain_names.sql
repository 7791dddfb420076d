-- Renames tables, constraints, indexes, triggers, columns, counted events and jobs to standard terms.
CREATE FUNCTION pg_temp.rename_table(old text, new text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found record;
BEGIN
  EXECUTE format('ALTER TABLE %I RENAME TO %I', old, new);
  FOR found IN
    SELECT conname AS name FROM pg_constraint WHERE conrelid = new::regclass AND starts_with(conname, old || '_')
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', new, found.name, new || substr(found.name, length(old) + 1));
  END LOOP;
  FOR found IN
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = new::regclass AND starts_with(c.relname, old || '_')
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name, new || substr(found.name, length(old) + 1));
  END LOOP;
  FOR found IN
    SELECT tgname AS name FROM pg_trigger WHERE tgrelid = new::regclass AND NOT tgisinternal AND starts_with(tgname, old || '_')
  LOOP
    EXECUTE format('ALTER TRIGGER %I ON %I RENAME TO %I', found.name, new, new || substr(found.name, length(old) + 1));
  END LOOP;
END $$;

SELECT pg_temp.rename_table(old, new) FROM (VALUES
  ('payment_news', 'payment_webhooks'),
  ('mail_words', 'email_overrides'),
  ('mail_claims', 'email_quota_uses'),
  ('sandbox_mails', 'sandbox_emails'),
  ('rooms', 'waiting_rooms'),
  ('room_visitors', 'waiting_room_visitors'),
  ('door_devices', 'scanner_devices'),
  ('door_scans', 'ticket_scans'),
  ('guesses', 'failed_attempts'),
  ('audit_log', 'assisted_actions'),
  ('staff_log', 'change_log'),
  ('order_edges', 'order_transitions'),
  ('stock_rules', 'stock_settings')
) AS renamed (old, new);

ALTER FUNCTION staff_log_words RENAME TO change_log_search_text;
ALTER TABLE email_overrides RENAME COLUMN letter TO email_kind;
ALTER TABLE idempotency_keys RENAME COLUMN request_mark TO request_hash;
ALTER TABLE waiting_list RENAME COLUMN ask_token_hash TO confirmation_token_hash;
ALTER TABLE first_steps RENAME COLUMN look_confirmed_at TO theme_confirmed_at;
ALTER TABLE sizes RENAME COLUMN low_mark TO low_stock_threshold;
ALTER TABLE sizes RENAME CONSTRAINT sizes_low_mark_not_negative TO sizes_low_stock_threshold_not_negative;
ALTER TABLE stock_settings RENAME COLUMN low_mark TO low_stock_threshold;
ALTER TABLE stock_settings RENAME CONSTRAINT stock_settings_low_mark TO stock_settings_low_stock_threshold;

ALTER TABLE daily_counts DROP CONSTRAINT daily_counts_known;
UPDATE daily_counts SET what = 'webhook_' || substr(what, length('news_') + 1) WHERE starts_with(what, 'news_');
ALTER TABLE daily_counts ADD CONSTRAINT daily_counts_known
  CHECK (what IN ('mail_sent', 'webhook_unsigned', 'webhook_signature', 'webhook_incomplete'));

-- Queued jobs and scheduled jobs get the new names. A new database has no queue yet.
DO $$
DECLARE renamed record;
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NULL THEN RETURN; END IF;
  FOR renamed IN
    SELECT * FROM (VALUES
      ('payment_news', 'process_webhook'),
      ('look_at_order', 'reconcile_payment'),
      ('look_at_changes', 'reconcile_changes'),
      ('plan_looks', 'schedule_reconciliation'),
      ('plan_reminders', 'schedule_reminders'),
      ('plan_expiry', 'schedule_expiry'),
      ('plan_imports', 'schedule_imports'),
      ('plan_cancellations', 'schedule_cancellations'),
      ('plan_stamps', 'schedule_stamps'),
      ('plan_offers', 'schedule_offers'),
      ('tidy_receipts', 'purge_receipts'),
      ('unlock_dead_jobs', 'release_stale_locks'),
      ('forget_old_news', 'purge_webhooks'),
      ('forget_what_ended', 'purge_expired'),
      ('forget_places', 'purge_places'),
      ('forget_old_idempotency_keys', 'purge_idempotency_keys')
    ) AS names (old, new)
  LOOP
    UPDATE graphile_worker._private_tasks SET identifier = renamed.new
      WHERE identifier = renamed.old AND NOT EXISTS (
        SELECT FROM graphile_worker._private_tasks WHERE identifier = renamed.new);
    UPDATE graphile_worker._private_known_crontabs SET identifier = renamed.new
      WHERE identifier = renamed.old AND NOT EXISTS (
        SELECT FROM graphile_worker._private_known_crontabs WHERE identifier = renamed.new);
  END LOOP;
END $$;
