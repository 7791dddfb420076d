-- The first steps of a shop: when its owner confirmed the steps that no data can prove, and when they hid the list on
-- the page Inicio.
CREATE TABLE first_steps (
  shop_id uuid PRIMARY KEY REFERENCES shops,
  look_confirmed_at timestamptz,
  legal_confirmed_at timestamptz,
  hidden_at timestamptz
);
-- Shops that exist already are open (settings without `management.opened` say so) and need no list.
INSERT INTO first_steps (shop_id, hidden_at) SELECT id, now() FROM shops;

-- Links with which staff see a shop before it opens.
CREATE TABLE preview_links (
  token_hash bytea PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops,
  expires_at timestamptz NOT NULL
);
CREATE INDEX preview_links_expiring ON preview_links (expires_at);
