-- The catalogue edited in the back office: by several people at once, in bulk, with undo.

-- Increases with each change of what a product's form shows. A writer who read version n may only replace version n.
ALTER TABLE products ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE FUNCTION count_product_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version = OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER products_version BEFORE UPDATE OF name, description, is_digital, color, price_cents, wholesale_price_cents,
    is_local, is_offer, is_marked_new, is_published, presale_id, extended1, extended2, event_at, event_place ON products
  FOR EACH ROW EXECUTE FUNCTION count_product_version();

-- A size that was ever received or sold is not deleted, because of its stock movements. A hidden size does not exist
-- for customers. No index may contain this column either.
ALTER TABLE sizes ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

-- The point of a picture that stays visible where a card crops it, in percent from the left and from the top.
ALTER TABLE pictures
  ADD COLUMN focus_x smallint NOT NULL DEFAULT 50 CONSTRAINT pictures_focus_x_within CHECK (focus_x BETWEEN 0 AND 100),
  ADD COLUMN focus_y smallint NOT NULL DEFAULT 50 CONSTRAINT pictures_focus_y_within CHECK (focus_y BETWEEN 0 AND 100);

-- A hidden category is not shown, nor are those below it.
ALTER TABLE categories ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;

-- Indexes for the list of the back office. The shop's own indexes contain only products on sale.
CREATE INDEX products_all_newest ON products (created_at DESC, id DESC);

-- A member's last bulk change: the state of each product before it, and the version after it, so that undo skips
-- products that were changed since.
CREATE TABLE bulk_edits (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL CONSTRAINT bulk_edits_last_of_member UNIQUE REFERENCES staff_members,
  -- The label of the action for the button: "Publicar".
  act text NOT NULL,
  before jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
