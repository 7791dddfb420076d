-- Adds staff's notes about an order to its search words.
CREATE OR REPLACE FUNCTION order_note_words(of_order uuid) RETURNS text LANGUAGE sql STABLE AS $$
  -- Words of more than 64 letters are cut: a word of 2 kB would be an error, and unaccent() can lengthen a word
  -- ("æ" becomes "ae").
  SELECT string_agg(regexp_replace(n.text, '([[:alnum:]]{64})[[:alnum:]]+', '\1', 'g'), ' ') FROM order_notes n
  WHERE n.order_id = of_order AND n.withdrawn_at IS NULL
$$;

CREATE TRIGGER order_notes_search AFTER INSERT OR UPDATE OF withdrawn_at ON order_notes
  FOR EACH ROW EXECUTE FUNCTION index_order_of_row();

SELECT refresh_order_search(order_id) FROM (SELECT DISTINCT order_id FROM order_notes ORDER BY 1) noted;
