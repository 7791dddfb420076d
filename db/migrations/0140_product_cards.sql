-- What lists show of each product, prepared to be read by key, and the lists that contain it (decision 74).

-- One row per product, published or not. Only `refresh_product_cards` writes it. Without a foreign key, the row is
-- locked only at the end of a transaction, after all other locks.
CREATE TABLE product_cards (
  product_id uuid PRIMARY KEY,
  -- Published, and not in a presale.
  is_listed boolean NOT NULL,
  -- Whether a shown size has available pieces. It changes only when the product sells out or has pieces again, or when
  -- a size is hidden, shown, added or removed.
  has_stock boolean NOT NULL,
  is_local boolean NOT NULL,
  created_at timestamptz NOT NULL,
  color_key text,
  style_code text,
  -- Whether it is shown among the colours of its style.
  is_published boolean NOT NULL,
  presale_id uuid,
  color text,
  picture json,
  -- The lists that contain it while it is listed and has stock: all products, its brands, its categories and those
  -- above them.
  list_ids uuid[] NOT NULL,
  -- Everything that does not depend on the shop, the stock or the time.
  card json NOT NULL
);
-- A card is read as it was written: it is not compressed, and it is stored in its row.
ALTER TABLE product_cards SET (toast_tuple_target = 8160, fillfactor = 90);
CREATE INDEX product_cards_of_style ON product_cards (style_code) WHERE style_code IS NOT NULL;

-- For each list, its products that are listed and have stock. The index has the usual order of a list.
CREATE TABLE product_lists (
  product_id uuid NOT NULL,
  -- A brand, a category, or the nil UUID for all products.
  list_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  is_local boolean NOT NULL,
  PRIMARY KEY (product_id, list_id)
);
CREATE INDEX product_lists_newest ON product_lists (list_id, created_at DESC, product_id) INCLUDE (is_local);

-- The current cards of these products, computed from the tables. NULL: of all products.
CREATE FUNCTION compute_product_cards(product_ids uuid[]) RETURNS SETOF product_cards LANGUAGE sql STABLE AS $$
  SELECT p.id, p.is_published AND p.presale_id IS NULL,
    EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0 AND NOT s.is_hidden),
    p.is_local, p.created_at, p.color_key, p.style_code, p.is_published, p.presale_id, p.color, pictures.list->0,
    ARRAY['00000000-0000-0000-0000-000000000000'::uuid]
      || ARRAY(SELECT pb.brand_id FROM product_brands pb WHERE pb.product_id = p.id ORDER BY 1)
      || ARRAY(
        WITH RECURSIVE up AS (
          SELECT pc.category_id AS id FROM product_categories pc WHERE pc.product_id = p.id
          UNION SELECT c.parent_id FROM up JOIN categories c ON c.id = up.id WHERE c.parent_id IS NOT NULL)
        SELECT id FROM up ORDER BY 1),
    (SELECT row_to_json(shown) FROM (SELECT
      p.name, p.description, p.is_digital,
      -- In milliseconds since 1970, whatever the session's time zone is.
      floor(extract(epoch FROM p.event_at) * 1000)::bigint AS event_at, p.event_place, p.color, p.price_cents,
      p.wholesale_price_cents, p.is_local, p.is_marked_new, p.extended1, p.extended2,
      floor(extract(epoch FROM p.created_at) * 1000)::bigint AS created_at, p.style_code, p.composition, p.care,
      p.origin_country, p.gender, p.age_group, p.fit_note, p.model_note,
      (SELECT coalesce(json_agg(row_to_json(named) ORDER BY pb.position), '[]')
        FROM product_brands pb JOIN brands b ON b.id = pb.brand_id CROSS JOIN LATERAL (SELECT b.id, b.name, b.slug) named
        WHERE pb.product_id = p.id) AS brands,
      (SELECT coalesce(json_agg(row_to_json(named) ORDER BY c.position, c.name), '[]')
        FROM product_categories pc JOIN categories c ON c.id = pc.category_id
        CROSS JOIN LATERAL (SELECT c.id, c.name, c.slug) named
        WHERE pc.product_id = p.id) AS categories,
      pictures.list AS pictures,
      (SELECT coalesce(json_agg(row_to_json(own) ORDER BY own.id), '[]') FROM (
        SELECT sp.shop_id AS id, sp.price_cents FROM shop_products sp WHERE sp.product_id = p.id) own) AS shops,
      (SELECT row_to_json(r) FROM (SELECT p.rating_count AS count, p.rating_stars AS stars, p.fit_small AS small,
        p.fit_right AS right, p.fit_large AS large) r) AS rating) shown)
  FROM products p
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(row_to_json(i) ORDER BY pp.position), '[]') AS list FROM product_pictures pp
    CROSS JOIN LATERAL (
      SELECT i.key, i.width, i.height, i.color, i.alt,
        CASE WHEN (i.focus_x, i.focus_y) <> (50, 50) THEN json_build_array(i.focus_x, i.focus_y) END AS focus,
        i.avif_widths AS avif, i.webp_widths AS webp
      FROM pictures i WHERE i.key = pp.picture_key) i
    WHERE pp.product_id = p.id) pictures
  WHERE product_ids IS NULL OR p.id = ANY (product_ids)
$$;

-- Updates the cards of the changed products. Restocked products are those that may have sold out or have pieces again:
-- of their cards only `has_stock` is updated. Then updates the rows of both in product_lists. The cards are locked in
-- the order of their ids, and the tables are read afterwards: each statement of a function has its own snapshot.
CREATE FUNCTION refresh_product_cards(changed uuid[], restocked uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  every uuid[] := changed || restocked;
BEGIN
  PERFORM FROM product_cards WHERE product_id = ANY (every) ORDER BY product_id FOR NO KEY UPDATE;
  IF cardinality(changed) > 0 THEN
    DELETE FROM product_cards c WHERE c.product_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM products p WHERE p.id = c.product_id);
    INSERT INTO product_cards AS c SELECT * FROM compute_product_cards(changed)
    ON CONFLICT (product_id) DO UPDATE SET is_listed = excluded.is_listed, has_stock = excluded.has_stock,
      is_local = excluded.is_local, created_at = excluded.created_at, color_key = excluded.color_key,
      style_code = excluded.style_code, is_published = excluded.is_published, presale_id = excluded.presale_id,
      color = excluded.color, picture = excluded.picture, list_ids = excluded.list_ids, card = excluded.card
    WHERE c.card::text <> excluded.card::text OR (c.is_listed, c.has_stock, c.created_at, c.color_key, c.is_published,
        c.presale_id, c.list_ids) IS DISTINCT FROM (excluded.is_listed, excluded.has_stock, excluded.created_at,
        excluded.color_key, excluded.is_published, excluded.presale_id, excluded.list_ids);
  END IF;
  UPDATE product_cards c SET has_stock = NOT c.has_stock
  WHERE c.product_id = ANY (restocked) AND c.has_stock <> EXISTS (
    SELECT FROM sizes s WHERE s.product_id = c.product_id AND s.available > 0 AND NOT s.is_hidden);
  DELETE FROM product_lists l WHERE l.product_id = ANY (every) AND NOT EXISTS (
    SELECT FROM product_cards c WHERE c.product_id = l.product_id AND c.is_listed AND c.has_stock
      AND l.list_id = ANY (c.list_ids));
  INSERT INTO product_lists AS l (product_id, list_id, created_at, is_local)
  SELECT c.product_id, list.id, c.created_at, c.is_local FROM product_cards c CROSS JOIN unnest(c.list_ids) AS list (id)
  WHERE c.product_id = ANY (every) AND c.is_listed AND c.has_stock
  ON CONFLICT (product_id, list_id) DO UPDATE SET created_at = excluded.created_at, is_local = excluded.is_local
  WHERE (l.created_at, l.is_local) <> (excluded.created_at, excluded.is_local);
END $$;

-- Cards are refreshed at the end of the transaction, all at once. At that point the transaction waits for no other
-- lock, so its locks and those of carts cannot cause a deadlock. Until then the product ids are stored in a setting of
-- the transaction. A row in this table starts the deferred trigger, which deletes the row and refreshes the cards.
CREATE UNLOGGED TABLE product_card_refreshes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);

CREATE FUNCTION note_product_cards(kind text, product_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noted text := coalesce(current_setting('shop.cards_' || kind, true), '');
BEGIN
  IF product_ids IS NULL OR product_ids = '{}' THEN RETURN; END IF;
  IF noted = '' THEN INSERT INTO product_card_refreshes DEFAULT VALUES; END IF;
  PERFORM set_config('shop.cards_' || kind, noted || CASE WHEN noted = '' THEN '' ELSE ',' END
    || array_to_string(product_ids, ','), true);
END $$;

CREATE FUNCTION refresh_noted_product_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[] := ARRAY(SELECT DISTINCT id::uuid FROM string_to_table(
    nullif(current_setting('shop.cards_changed', true), ''), ',') AS id);
  restocked uuid[] := ARRAY(SELECT DISTINCT id::uuid FROM string_to_table(
    nullif(current_setting('shop.cards_restocked', true), ''), ',') AS id);
BEGIN
  DELETE FROM product_card_refreshes WHERE id = NEW.id;
  IF changed || restocked <> '{}' THEN
    PERFORM set_config('shop.cards_changed', '', true), set_config('shop.cards_restocked', '', true);
    PERFORM refresh_product_cards(changed, restocked);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER product_card_refreshes_at_commit AFTER INSERT ON product_card_refreshes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refresh_noted_product_cards();

CREATE FUNCTION note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('changed', (SELECT array_agg(id) FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER products_carded_new AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_products();
CREATE TRIGGER products_carded_changed AFTER UPDATE ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_products();
CREATE TRIGGER products_carded_removed AFTER DELETE ON products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_products();

-- Tables with a column product_id. The product of a row never changes.
CREATE FUNCTION note_products_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('changed', (SELECT array_agg(DISTINCT product_id) FROM changed));
  RETURN NULL;
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['product_brands', 'product_categories', 'product_pictures', 'shop_products'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed '
      'FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_rows()', name || '_carded_new', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed '
      'FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_rows()', name || '_carded_changed', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed '
      'FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_rows()', name || '_carded_removed', name);
  END LOOP;
END $$;

CREATE FUNCTION note_products_of_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('changed', (
    SELECT array_agg(DISTINCT pp.product_id) FROM changed c JOIN product_pictures pp ON pp.picture_key = c.key));
  RETURN NULL;
END $$;
CREATE TRIGGER pictures_carded_changed AFTER UPDATE ON pictures
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_pictures();

CREATE FUNCTION note_products_of_brands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('changed', (
    SELECT array_agg(DISTINCT pb.product_id) FROM changed c JOIN product_brands pb ON pb.brand_id = c.id));
  RETURN NULL;
END $$;
CREATE TRIGGER brands_carded_changed AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_brands();

-- If a category moves, the products of the categories below it move to other lists.
CREATE FUNCTION note_products_of_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('changed', (
    WITH RECURSIVE under AS (
      SELECT a.id FROM after a JOIN before b USING (id) WHERE a.parent_id IS DISTINCT FROM b.parent_id
      UNION SELECT c.id FROM under JOIN categories c ON c.parent_id = under.id)
    SELECT array_agg(DISTINCT pc.product_id) FROM product_categories pc WHERE pc.category_id IN (
      SELECT id FROM under UNION SELECT a.id FROM after a JOIN before b USING (id)
      WHERE (a.name, a.slug, a.position) IS DISTINCT FROM (b.name, b.slug, b.position))));
  RETURN NULL;
END $$;
CREATE TRIGGER categories_carded_changed AFTER UPDATE ON categories
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_categories();

-- An UPDATE can change whether a product has stock only if one of its sizes sells out, has pieces again, is hidden or
-- is shown. Each of these counts as a change here. The other sizes of the product are not checked, because they may be
-- changing at the same time.
CREATE FUNCTION note_restocked_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('restocked', (
    SELECT array_agg(DISTINCT a.product_id) FROM after a JOIN before b USING (id)
    WHERE (a.available > 0 AND NOT a.is_hidden) <> (b.available > 0 AND NOT b.is_hidden)));
  RETURN NULL;
END $$;
CREATE TRIGGER sizes_carded_changed AFTER UPDATE ON sizes
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_restocked_products();
CREATE FUNCTION note_products_of_sizes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_product_cards('restocked', (
    SELECT array_agg(DISTINCT product_id) FROM changed WHERE available > 0 AND NOT is_hidden));
  RETURN NULL;
END $$;
CREATE TRIGGER sizes_carded_new AFTER INSERT ON sizes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_sizes();
CREATE TRIGGER sizes_carded_removed AFTER DELETE ON sizes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_sizes();

-- Creates the cards of the existing products.
INSERT INTO product_cards SELECT * FROM compute_product_cards(NULL);
INSERT INTO product_lists (product_id, list_id, created_at, is_local)
SELECT c.product_id, list.id, c.created_at, c.is_local FROM product_cards c CROSS JOIN unnest(c.list_ids) AS list (id)
WHERE c.is_listed AND c.has_stock;
