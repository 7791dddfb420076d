-- Restores of a backup. While one is not opened the shop sells nothing, invoices nothing and sends no e-mail.
CREATE TABLE restores (
  id text PRIMARY KEY,
  backup_id text NOT NULL,
  -- Everything committed until then is here. What came later is lost.
  restored_to timestamptz NOT NULL,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The order numbers up to this one may have been used by lost orders.
  skipped_to bigint NOT NULL,
  -- What the payment provider has, and what became of it here.
  payments_compared_at timestamptz,
  payments jsonb,
  -- What SAT has: the XML files that somebody downloaded.
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
