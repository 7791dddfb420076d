-- What staff noted about an order is searched like what it is known by.
CREATE FUNCTION order_note_words(of_order uuid) RETURNS text LANGUAGE sql STABLE AS $$
  -- Words of more than 64 letters are cut: a word of 2 kB would be an error, and without accents it may be longer.
  SELECT string_agg(regexp_replace(n.text, '([[:alnum:]]{64})[[:alnum:]]+', '\1', 'g'), ' ') FROM order_notes n
  WHERE n.order_id = of_order AND n.withdrawn_at IS NULL
$$;

-- As in migration 0026, with the notes.
CREATE OR REPLACE FUNCTION order_words(o orders) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT search_words_of(concat_ws(' ', own_order_words(o), left(o.tracking_number, 200),
    squeezed(left(o.tracking_number, 200)),
    (SELECT string_agg(t.code, ' ') FROM tickets t WHERE t.order_id = o.id),
    (SELECT string_agg(left(p.provider_payment_id, 200) || ' ' || squeezed(left(p.provider_payment_id, 200)), ' ')
      FROM payments p WHERE p.order_id = o.id),
    (SELECT string_agg(concat_ws(' ', i.series, i.folio, squeezed(concat(i.series, i.folio)), i.uuid,
        squeezed(i.uuid::text), i.receiver ->> 'rfc'), ' ') FROM invoices i WHERE i.order_id = o.id),
    (SELECT string_agg(j.reference::text, ' ') FROM orders j WHERE j.joined_into_id = o.id),
    order_note_words(o.id)))
$$;

CREATE TRIGGER order_notes_search AFTER INSERT OR UPDATE OF withdrawn_at ON order_notes
  FOR EACH ROW EXECUTE FUNCTION index_order_of_row();

SELECT refresh_order_search(order_id) FROM (SELECT DISTINCT order_id FROM order_notes ORDER BY 1) noted;
