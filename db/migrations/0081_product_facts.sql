-- Facts about a garment for customers, labels (NOM-004-SE-2021) and sales channels (decision 45). Each one may be
-- missing.

-- How the colours of products look and by which family they are filtered, for all products with that colour name.
CREATE TABLE colors (
  -- The name without accents and capitals.
  key text PRIMARY KEY,
  name text NOT NULL CONSTRAINT colors_name_length CHECK (char_length(name) BETWEEN 1 AND 60),
  -- Null: a pattern, shown by a crop of the product's picture.
  hex text CONSTRAINT colors_hex_form CHECK (hex ~ '^#[0-9a-f]{6}$'),
  -- A striped garment belongs to several.
  families text[] NOT NULL CONSTRAINT colors_families_known CHECK (cardinality(families) BETWEEN 1 AND 4
    AND families <@ '{negro,gris,blanco,beige,cafe,rojo,rosa,naranja,amarillo,verde,azul,morado,metalico,estampado}'),
  CONSTRAINT colors_key_of_name CHECK (key = plain_text(name))
);
INSERT INTO colors (key, name, hex, families)
SELECT plain_text(name), name, hex, string_to_array(families, ' ') FROM (VALUES
  ('Negro', '#1c1b1b', 'negro'), ('Blanco', '#f7f6f2', 'blanco'), ('Marfil', '#f1ead9', 'blanco beige'),
  ('Hueso', '#ece5d3', 'blanco beige'), ('Crudo', '#e8dfca', 'beige blanco'), ('Beige', '#d9c7a7', 'beige'),
  ('Arena', '#d3bf9a', 'beige'), ('Nude', '#dcb9a0', 'beige rosa'), ('Camel', '#b98a55', 'cafe beige'),
  ('Miel', '#b9793a', 'cafe'), ('Tabaco', '#7b5230', 'cafe'), ('Café', '#5c3d2a', 'cafe'), ('Chocolate', '#4b3026', 'cafe'),
  ('Gris', '#8c8c8c', 'gris'), ('Gris claro', '#c4c4c4', 'gris'), ('Gris perla', '#cfcdc8', 'gris'),
  ('Gris jaspe', '#a7a8aa', 'gris'), ('Gris Oxford', '#45484d', 'gris'), ('Gris oscuro', '#55575b', 'gris'),
  ('Rojo', '#b5222d', 'rojo'), ('Vino', '#5e1f2d', 'rojo'), ('Guinda', '#701f33', 'rojo'), ('Ladrillo', '#94432f', 'rojo cafe'),
  ('Terracota', '#b8593c', 'naranja cafe'), ('Coral', '#ee7c63', 'naranja rosa'), ('Naranja', '#de7530', 'naranja'),
  ('Durazno', '#f2b591', 'naranja rosa'), ('Salmón', '#eb9183', 'rosa naranja'), ('Mostaza', '#c9962f', 'amarillo'),
  ('Amarillo', '#edca52', 'amarillo'), ('Rosa', '#e58fa6', 'rosa'), ('Rosa palo', '#dfb7ae', 'rosa'), ('Fucsia', '#c62368', 'rosa'),
  ('Bugambilia', '#b3206b', 'rosa morado'), ('Lila', '#b9a3cf', 'morado'), ('Lavanda', '#b3a7d6', 'morado'),
  ('Morado', '#5e3b75', 'morado'), ('Ciruela', '#57304b', 'morado'), ('Azul', '#2f5bb1', 'azul'), ('Azul marino', '#24324f', 'azul'),
  ('Marino', '#24324f', 'azul'), ('Azul rey', '#2f4fae', 'azul'), ('Azul cielo', '#a9c9e3', 'azul'), ('Celeste', '#a9c9e3', 'azul'),
  ('Azul acero', '#5c7893', 'azul'), ('Azul petróleo', '#1f4f5c', 'azul verde'), ('Índigo', '#2b3567', 'azul'),
  ('Turquesa', '#2f9ba1', 'azul verde'), ('Mezclilla claro', '#9db6cf', 'azul'), ('Mezclilla medio', '#5b7fa6', 'azul'),
  ('Mezclilla oscuro', '#2c405f', 'azul'), ('Mezclilla negro', '#2b2b2d', 'negro'), ('Mezclilla blanco', '#efede6', 'blanco'),
  ('Mezclilla', '#5b7fa6', 'azul'), ('Verde', '#3d7a4b', 'verde'), ('Verde olivo', '#616545', 'verde'),
  ('Verde militar', '#555a3b', 'verde'), ('Verde botella', '#21463a', 'verde'), ('Verde bandera', '#1c6b45', 'verde'),
  ('Verde salvia', '#9cab8f', 'verde'), ('Verde menta', '#a8d5bf', 'verde'), ('Verde limón', '#b7cc3f', 'verde'),
  ('Dorado', '#bf9b4e', 'metalico amarillo'), ('Plateado', '#b9bcc0', 'metalico gris'), ('Plata', '#b9bcc0', 'metalico gris'),
  ('Multicolor', NULL, 'estampado'), ('Estampado', NULL, 'estampado'), ('Floral', NULL, 'estampado'),
  ('Animal print', NULL, 'estampado cafe'), ('Rayas', NULL, 'estampado'), ('Cuadros', NULL, 'estampado'),
  ('Blanco y azul marino', NULL, 'blanco azul'), ('Blanco y azul acero', NULL, 'blanco azul'),
  ('Blanco y azul rey', NULL, 'blanco azul'), ('Blanco y coral', NULL, 'blanco naranja'), ('Blanco y rojo', NULL, 'blanco rojo'),
  ('Blanco y negro', NULL, 'blanco negro'), ('Blanco y verde botella', NULL, 'blanco verde'),
  ('Blanco y verde bandera', NULL, 'blanco verde')
) AS known (name, hex, families);

-- [{"fiber": "Algodón", "percent": 95}, …]: whole percents that sum to 100, each fibre once.
CREATE FUNCTION is_composition(fibers jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT count(*) BETWEEN 1 AND 10 AND sum(percent) = 100 AND min(percent) >= 1 AND count(*) = count(DISTINCT plain_text(fiber))
  FROM jsonb_to_recordset(fibers) AS f (fiber text, percent integer)
  WHERE char_length(fiber) BETWEEN 1 AND 60 HAVING count(*) = jsonb_array_length(fibers)
$$;

-- A Global Trade Item Number has 8, 12, 13 or 14 digits. The last one is the check digit. The others are multiplied by
-- 3, 1, 3 … from the right. The sum of all is a multiple of ten (GS1 General Specifications, 7.9).
CREATE FUNCTION is_gtin(gtin text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT gtin ~ '^(\d{8}|\d{12}|\d{13}|\d{14})$' AND (
    SELECT sum(digit::int * CASE WHEN place % 2 = 1 THEN 3 ELSE 1 END) % 10 = 0
    FROM string_to_table(lpad(gtin, 14, '0'), NULL) WITH ORDINALITY AS d (digit, place))
$$;

ALTER TABLE products
  ADD COLUMN color_key text GENERATED ALWAYS AS (plain_text(color)) STORED,
  -- The same garment in other colours has the same code.
  ADD COLUMN style_code text CONSTRAINT products_style_code_form CHECK (style_code ~ '^[A-Za-z0-9._-]{1,50}$'),
  ADD COLUMN composition jsonb CONSTRAINT products_composition_whole
    CHECK (composition IS NULL OR coalesce(is_composition(composition), false)),
  -- Symbols of ISO 3758, by the codes of `domain/care.ts`.
  ADD COLUMN care text[] NOT NULL DEFAULT '{}' CONSTRAINT products_care_count CHECK (cardinality(care) <= 8),
  -- ISO 3166-1 alpha-3.
  ADD COLUMN origin_country text CONSTRAINT products_origin_form CHECK (origin_country ~ '^[A-Z]{3}$'),
  -- Who made or imported it, as on the label.
  ADD COLUMN responsible_firm text CONSTRAINT products_responsible_length CHECK (char_length(responsible_firm) <= 200),
  ADD COLUMN gender text CONSTRAINT products_gender_known CHECK (gender IN ('female', 'male', 'unisex')),
  ADD COLUMN age_group text CONSTRAINT products_age_group_known
    CHECK (age_group IN ('newborn', 'infant', 'toddler', 'kids', 'adult')),
  -- An id or a path of Google's product taxonomy.
  ADD COLUMN google_category text CONSTRAINT products_google_category_length CHECK (char_length(google_category) <= 250),
  ADD COLUMN fit_note text CONSTRAINT products_fit_note_length CHECK (char_length(fit_note) <= 200),
  -- "Mide 1.75 m y usa M".
  ADD COLUMN model_note text CONSTRAINT products_model_note_length CHECK (char_length(model_note) <= 200),
  -- Words that shoppers search it by and that are not in its texts.
  ADD COLUMN search_keywords text CONSTRAINT products_keywords_length CHECK (char_length(search_keywords) <= 500);
CREATE INDEX products_of_style ON products (style_code) WHERE style_code IS NOT NULL;
CREATE INDEX products_of_color ON products (color_key) WHERE color_key IS NOT NULL;

ALTER TABLE sizes
  ADD COLUMN sku text CONSTRAINT sizes_sku_form CHECK (char_length(sku) BETWEEN 1 AND 50 AND sku = btrim(sku)),
  ADD COLUMN gtin text CONSTRAINT sizes_gtin_valid CHECK (is_gtin(gtin) IS NOT FALSE),
  ADD COLUMN weight_grams integer CONSTRAINT sizes_weight_range CHECK (weight_grams BETWEEN 1 AND 100000);
CREATE UNIQUE INDEX sizes_sku_once ON sizes (lower(sku)) WHERE sku IS NOT NULL;
-- A GTIN of 12 digits is the same as that of 13 digits with a leading zero.
CREATE UNIQUE INDEX sizes_gtin_once ON sizes (lpad(gtin, 14, '0')) WHERE gtin IS NOT NULL;

DROP TRIGGER products_version ON products;
CREATE TRIGGER products_version BEFORE UPDATE OF name, description, is_digital, color, price_cents, wholesale_price_cents,
    is_local, is_offer, is_marked_new, is_published, presale_id, extended1, extended2, event_at, event_place, style_code,
    composition, care, origin_country, responsible_firm, gender, age_group, google_category, fit_note, model_note,
    search_keywords ON products
  FOR EACH ROW EXECUTE FUNCTION count_product_version();

-- A product shows the other colours of its style, so a change of one product announces all of them.
CREATE OR REPLACE FUNCTION announce_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(id::text, ',') FROM (
    SELECT id FROM changed
    UNION SELECT p.id FROM products p WHERE p.style_code IN (SELECT style_code FROM changed WHERE style_code IS NOT NULL)) AS shown));
  RETURN NULL;
END $$;
-- When a product leaves a style, the products that stay in the style no longer show it.
CREATE FUNCTION announce_left_style() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(p.id::text, ',') FROM products p WHERE p.style_code IN (
    SELECT b.style_code FROM before b JOIN after a USING (id) WHERE b.style_code IS DISTINCT FROM a.style_code)));
  RETURN NULL;
END $$;
CREATE TRIGGER products_announced_left AFTER UPDATE ON products
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION announce_left_style();

CREATE FUNCTION announce_products_of_colors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(p.id::text, ',') FROM products p WHERE p.color_key IN (SELECT key FROM changed)));
  RETURN NULL;
END $$;
CREATE TRIGGER colors_announced_new AFTER INSERT ON colors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_colors();
CREATE TRIGGER colors_announced_changed AFTER UPDATE ON colors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_colors();
CREATE TRIGGER colors_announced_removed AFTER DELETE ON colors
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_colors();

-- As in migration 0001, with keywords, colour families, SKU and GTIN.
CREATE OR REPLACE FUNCTION refresh_product_search(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH named AS (
    SELECT p.id, p.name, p.description, concat_ws(' ', p.color, array_to_string(k.families, ' ')) AS color,
      coalesce(p.search_keywords, '') AS keywords,
      coalesce((SELECT string_agg(concat_ws(' ', s.sku, s.gtin), ' ') FROM sizes s WHERE s.product_id = p.id), '') AS codes,
      coalesce((SELECT string_agg(b.name, ' ') FROM product_brands pb JOIN brands b ON b.id = pb.brand_id
        WHERE pb.product_id = p.id), '') AS brands,
      coalesce((
        WITH RECURSIVE up AS (
          SELECT c.id, c.parent_id, c.name FROM product_categories pc JOIN categories c ON c.id = pc.category_id
            WHERE pc.product_id = p.id
          UNION SELECT c.id, c.parent_id, c.name FROM up JOIN categories c ON c.id = up.parent_id)
        SELECT string_agg(name, ' ') FROM up), '') AS categories
    FROM products p LEFT JOIN colors k ON k.key = p.color_key WHERE p.id = ANY (product_ids)
  ), updated AS (
    UPDATE products p SET
      search = setweight(to_tsvector('spanish_plain', n.name), 'A')
        || setweight(to_tsvector('spanish_plain', concat_ws(' ', n.color, n.brands, n.categories, n.keywords)), 'B')
        || setweight(to_tsvector('spanish_plain', n.description), 'D')
        -- The words themselves, to rank them before others of their stem.
        || setweight(to_tsvector('simple', plain_text(n.name)), 'A')
        || setweight(to_tsvector('simple', plain_text(concat_ws(' ', n.color, n.brands, n.categories, n.codes))), 'C'),
      search_words = plain_text(concat_ws(' ', n.name, n.color, n.brands, n.categories, n.keywords, n.codes))
    FROM named n WHERE n.id = p.id
    RETURNING plain_text(concat_ws(' ', n.name, n.color, n.brands, n.categories, n.keywords)) AS words
  )
  INSERT INTO search_vocabulary (word)
  SELECT DISTINCT word FROM updated, regexp_split_to_table(words, '[^a-z0-9]+') AS word
  WHERE length(word) > 2
  ON CONFLICT DO NOTHING
$$;
SELECT refresh_product_search(array_agg(id)) FROM products WHERE color IS NOT NULL;
