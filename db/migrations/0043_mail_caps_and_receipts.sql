-- Mails to a mailbox that nobody confirmed are counted before they go out, for all processes together (decision 83).
CREATE TABLE mail_claims (
  message_id text PRIMARY KEY,
  -- SHA-256 of the address: what counts mails needs no list of strangers.
  mailbox_hash bytea NOT NULL,
  -- Notices that an account changed are counted apart: nobody can use up the others to hide them.
  budget text NOT NULL CONSTRAINT mail_claims_budget_known CHECK (budget IN ('notice', 'other')),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX mail_claims_of_mailbox ON mail_claims (mailbox_hash, budget, at);
CREATE INDEX mail_claims_on ON mail_claims (at);

-- A mail that was not sent, because its mailbox had had its share.
ALTER TABLE sent_mails ADD is_suppressed boolean NOT NULL DEFAULT false;
