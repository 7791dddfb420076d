-- Restores of this database from a backup. Until staff open the shop again, it sells nothing, issues no invoices and
-- sends no email.
CREATE TABLE restores (
  id text PRIMARY KEY,
  backup_id text NOT NULL,
  -- Everything committed before this instant was restored. Later changes are lost.
  restored_to timestamptz NOT NULL,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The order numbers up to this one may have been used by lost orders.
  skipped_to bigint NOT NULL,
  -- The comparison with the payment provider: its time and its result.
  payments_compared_at timestamptz,
  payments jsonb,
  -- The comparison with the XML files that staff downloaded from SAT.
  invoices_compared_at timestamptz,
  invoices jsonb,
  opened_at timestamptz,
  opened_by text,
  CONSTRAINT restores_opened_whole CHECK ((opened_at IS NULL) = (opened_by IS NULL)),
  CONSTRAINT restores_payments_whole CHECK ((payments_compared_at IS NULL) = (payments IS NULL)),
  CONSTRAINT restores_invoices_whole CHECK ((invoices_compared_at IS NULL) = (invoices IS NULL))
);
CREATE UNIQUE INDEX restores_one_unopened ON restores ((true)) WHERE opened_at IS NULL;
CREATE TRIGGER restores_changed AFTER INSERT OR UPDATE OR DELETE ON restores
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shops_changed();
