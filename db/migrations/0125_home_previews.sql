-- Drafts of the sections of a front page, for a link that shows them before they are saved (decision 66).
CREATE TABLE home_previews (
  token_hash bytea PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops ON DELETE CASCADE,
  sections jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX home_previews_expiring ON home_previews (expires_at);
CREATE INDEX home_previews_of_shop ON home_previews (shop_id);
