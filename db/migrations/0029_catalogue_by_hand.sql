-- The catalogue edited in the back office: by several people at once, in bulk, with a way back.

-- Goes up with each change of what a product's form shows: whoever read version n may only write over version n.
ALTER TABLE products ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE FUNCTION count_product_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version = OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER products_version BEFORE UPDATE OF name, description, is_digital, color, price_cents, wholesale_price_cents,
    is_local, is_offer, is_marked_new, is_published, presale_id, extended1, extended2, event_at, event_place ON products
  FOR EACH ROW EXECUTE FUNCTION count_product_version();

-- A size that was ever received or sold stays, for the ledger's sake; hidden, the shop does not know it any more. No index
-- may contain it either.
ALTER TABLE sizes ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

-- Which point of a picture stays in view where a card cuts it, in percent from the left and from the top.
ALTER TABLE pictures
  ADD COLUMN focus_x smallint NOT NULL DEFAULT 50 CONSTRAINT pictures_focus_x_within CHECK (focus_x BETWEEN 0 AND 100),
  ADD COLUMN focus_y smallint NOT NULL DEFAULT 50 CONSTRAINT pictures_focus_y_within CHECK (focus_y BETWEEN 0 AND 100);

-- What a category is not shown with: it and all under it.
ALTER TABLE categories ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

-- The list of the back office is walked by these; the shop's own indexes hold only what is on sale.
CREATE INDEX products_all_newest ON products (created_at DESC, id DESC);

-- The last change a member made to many products at once: how each was, and its version afterwards, so that undoing it
-- leaves alone what somebody changed since.
CREATE TABLE bulk_edits (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL CONSTRAINT bulk_edits_last_of_member UNIQUE REFERENCES staff_members,
  -- In words, for the button: "Publicar".
  act text NOT NULL,
  before jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
