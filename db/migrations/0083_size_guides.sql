-- Size guides: a table of measures by size, of a product, of a brand in a category, or of a category (decision 46).
CREATE TABLE size_guides (
  id uuid PRIMARY KEY,
  product_id uuid REFERENCES products ON DELETE CASCADE,
  brand_id uuid REFERENCES brands ON DELETE CASCADE,
  category_id uuid REFERENCES categories ON DELETE CASCADE,
  -- What its columns measure, by the codes of `domain/size-guide.ts`.
  measures text[] NOT NULL CONSTRAINT size_guides_measures_known CHECK (cardinality(measures) BETWEEN 1 AND 9
    AND measures <@ '{chest,waist,hip,length,foot,shoulders,sleeve,rise,inseam}'),
  column_count integer NOT NULL GENERATED ALWAYS AS (cardinality(measures)) STORED,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT size_guides_of_one_owner CHECK (
    (product_id IS NOT NULL AND brand_id IS NULL AND category_id IS NULL) OR (product_id IS NULL AND category_id IS NOT NULL)),
  CONSTRAINT size_guides_once UNIQUE NULLS NOT DISTINCT (product_id, brand_id, category_id),
  CONSTRAINT size_guides_columns UNIQUE (id, column_count)
);
CREATE INDEX size_guides_of_category ON size_guides (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX size_guides_of_brand ON size_guides (brand_id) WHERE brand_id IS NOT NULL;

-- The row of a size: a measure for each column, in millimetres. All are present and positive.
CREATE TABLE size_guide_rows (
  guide_id uuid NOT NULL,
  size_name_id uuid NOT NULL REFERENCES size_names,
  millimeters integer[] NOT NULL CONSTRAINT size_guide_rows_range
    CHECK (array_position(millimeters, NULL) IS NULL AND 1 <= ALL (millimeters) AND 3000 >= ALL (millimeters)),
  column_count integer NOT NULL GENERATED ALWAYS AS (cardinality(millimeters)) STORED,
  PRIMARY KEY (guide_id, size_name_id),
  -- A row has as many measures as its guide has columns.
  CONSTRAINT size_guide_rows_whole FOREIGN KEY (guide_id, column_count) REFERENCES size_guides (id, column_count) ON DELETE CASCADE
);
CREATE INDEX size_guide_rows_of_size ON size_guide_rows (size_name_id);

-- Whether each column appears once. A CHECK constraint cannot contain the subquery itself.
CREATE FUNCTION has_distinct_items(items text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT count(*) = count(DISTINCT item) FROM unnest(items) AS item
$$;
ALTER TABLE size_guides ADD CONSTRAINT size_guides_measures_once CHECK (has_distinct_items(measures));

-- Measures of a customer's body, stored only if the customer asks for it.
CREATE TABLE customer_measures (
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  measure text NOT NULL CONSTRAINT customer_measures_known CHECK (measure IN ('chest', 'waist', 'hip', 'foot', 'inseam')),
  millimeters integer NOT NULL CONSTRAINT customer_measures_range CHECK (millimeters BETWEEN 1 AND 3000),
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, measure)
);

-- A guide is shown for its product, or for the products of its category and of the categories below. Its rows change
-- only together with its version.
CREATE FUNCTION announce_products_of_size_guides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((
    WITH RECURSIVE under AS (
      SELECT g.category_id, g.brand_id FROM changed g WHERE g.category_id IS NOT NULL
      UNION SELECT c.id, u.brand_id FROM under u JOIN categories c ON c.parent_id = u.category_id)
    SELECT string_agg(shown.id::text, ',') FROM (
      SELECT g.product_id AS id FROM changed g WHERE g.product_id IS NOT NULL
      UNION SELECT pc.product_id FROM under u JOIN product_categories pc ON pc.category_id = u.category_id
        WHERE u.brand_id IS NULL OR EXISTS (
          SELECT FROM product_brands pb WHERE pb.product_id = pc.product_id AND pb.brand_id = u.brand_id)) AS shown));
  RETURN NULL;
END $$;
CREATE TRIGGER size_guides_announced_new AFTER INSERT ON size_guides
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_size_guides();
CREATE TRIGGER size_guides_announced_changed AFTER UPDATE ON size_guides
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_size_guides();
CREATE TRIGGER size_guides_announced_removed AFTER DELETE ON size_guides
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_size_guides();
