-- An offer is a row of `offers` since 0087; the flag without a former price has been false since then.
DROP TRIGGER products_version ON products;
ALTER TABLE products DROP COLUMN is_offer;
CREATE TRIGGER products_version BEFORE UPDATE OF name, description, is_digital, color, price_cents, wholesale_price_cents,
    is_local, is_marked_new, is_published, presale_id, extended1, extended2, event_at, event_place, style_code,
    composition, care, origin_country, responsible_firm, gender, age_group, google_category, fit_note, model_note,
    search_keywords ON products
  FOR EACH ROW EXECUTE FUNCTION count_product_version();
