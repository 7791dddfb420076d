-- More boxes of an account, in addition to its default one (rule CARRIER-7).
CREATE TABLE carrier_boxes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  shop_id uuid NOT NULL REFERENCES carrier_accounts ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT carrier_boxes_name_length CHECK (char_length(name) BETWEEN 1 AND 40),
  length_cm integer NOT NULL CONSTRAINT carrier_boxes_length CHECK (length_cm BETWEEN 1 AND 200),
  width_cm integer NOT NULL CONSTRAINT carrier_boxes_width CHECK (width_cm BETWEEN 1 AND 200),
  height_cm integer NOT NULL CONSTRAINT carrier_boxes_height CHECK (height_cm BETWEEN 1 AND 200),
  empty_grams integer NOT NULL CONSTRAINT carrier_boxes_empty CHECK (empty_grams BETWEEN 0 AND 20000),
  -- The maximum weight of the goods for which the box is proposed. Null: it is never proposed.
  max_grams integer CONSTRAINT carrier_boxes_max CHECK (max_grams BETWEEN 1 AND 70000),
  CONSTRAINT carrier_boxes_name_once UNIQUE (shop_id, name)
);
-- The box for which a label was quoted, with its measures at that time. Null: a purchase of an earlier version.
ALTER TABLE label_purchases ADD COLUMN box jsonb;
