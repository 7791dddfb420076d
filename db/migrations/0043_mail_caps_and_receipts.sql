-- Emails to an unconfirmed mailbox are counted before they are sent, for all processes together (decision 13).
CREATE TABLE mail_claims (
  message_id text PRIMARY KEY,
  -- SHA-256 of the email address, because counting needs no readable addresses.
  mailbox_hash bytea NOT NULL,
  -- Notices about a changed account are counted separately, so that nobody can exhaust the quota to suppress them.
  budget text NOT NULL CONSTRAINT mail_claims_budget_known CHECK (budget IN ('notice', 'access', 'other')),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX mail_claims_of_mailbox ON mail_claims (mailbox_hash, budget, at);
CREATE INDEX mail_claims_on ON mail_claims (at);

-- An email that was not sent, because its mailbox had reached its quota.
ALTER TABLE sent_mails ADD is_suppressed boolean NOT NULL DEFAULT false;

-- The row of a transfer's receipt stays. Its file is removed when the receipt was refused, or some time after its order
-- ended. 'missing': the job compare_receipts did not
-- find the file in the store. The column is null again if the store is restored with the file.
ALTER TABLE transfer_receipts
  ADD file_removed_at timestamptz,
  ADD file_removed_because text,
  ADD CONSTRAINT transfer_receipts_removal_known CHECK (file_removed_because IN ('refused', 'expired', 'missing')),
  ADD CONSTRAINT transfer_receipts_removal_whole CHECK ((file_removed_at IS NULL) = (file_removed_because IS NULL));
CREATE INDEX transfer_receipts_kept ON transfer_receipts (order_id) WHERE file_removed_at IS NULL;
CREATE INDEX transfer_receipts_by_file ON transfer_receipts (file);
