-- Each statement that changes a product, its pictures or its rows in the tables below announces the product to the
-- process that ran it, as a notice with the code SH001 (decision 32). A renamed brand or category is not announced. The
-- detail lists the cache keys: product ids, or "reviews <shop id>".
CREATE FUNCTION announce_changes(keys text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF keys IS NOT NULL THEN
    RAISE NOTICE USING ERRCODE = 'SH001', MESSAGE = 'products changed', DETAIL = keys;
  END IF;
END $$;

CREATE FUNCTION announce_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(id::text, ',') FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER products_announced_new AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products();
CREATE TRIGGER products_announced_changed AFTER UPDATE ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products();
CREATE TRIGGER products_announced_removed AFTER DELETE ON products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products();

-- Tables with a column product_id. No row moves to another product, so an UPDATE needs the new rows only.
CREATE FUNCTION announce_products_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(DISTINCT product_id::text, ',') FROM changed));
  RETURN NULL;
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sizes', 'product_brands', 'product_categories', 'product_pictures', 'shop_products'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed '
      'FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_rows()', name || '_announced_new', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed '
      'FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_rows()', name || '_announced_changed', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed '
      'FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_rows()', name || '_announced_removed', name);
  END LOOP;
END $$;

-- A picture's description and its visible point show on every product that has it. Products gain and lose pictures in
-- product_pictures.
CREATE FUNCTION announce_products_of_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((
    SELECT string_agg(DISTINCT pp.product_id::text, ',') FROM changed c JOIN product_pictures pp ON pp.picture_key = c.key));
  RETURN NULL;
END $$;
CREATE TRIGGER pictures_announced_changed AFTER UPDATE ON pictures
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_products_of_pictures();

-- The key is that of reviewsChangeKey (server/reviews/write-shop-review.ts).
CREATE FUNCTION announce_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(DISTINCT 'reviews ' || shop_id, ',') FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_announced_new AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_reviews();
CREATE TRIGGER reviews_announced_changed AFTER UPDATE ON reviews
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_reviews();
CREATE TRIGGER reviews_announced_removed AFTER DELETE ON reviews
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_reviews();
