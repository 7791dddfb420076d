-- The back office's list of orders: search over the data that identifies an order, and indexes for its filters
-- (decision 27).

-- The search words of a text: without accents, lower case, letters and digits only. One pass over the text without a
-- parser takes 0.03 ms, to_tsvector 0.13 and a split into rows 0.1. A word longer than 2 kB would be an error, so
-- callers cut their texts.
CREATE FUNCTION search_words_of(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(
    string_to_array(regexp_replace(public.plain_text($1), '[^a-z0-9]+', ' ', 'g'), ' '), ''))
$$;

-- For values that are typed with and without spaces and hyphens.
CREATE FUNCTION squeezed(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(public.plain_text($1), '[^a-z0-9]+', '', 'g')
$$;

-- A table of its own, because rows of orders change often. One row per order, written only by the triggers below. Its
-- key is the order's number, by which the list is sorted.
CREATE TABLE order_search (
  reference bigint PRIMARY KEY,
  words tsvector NOT NULL
);

-- The search words that an order has from the start. Names of products are those on its lines. The last digits of a
-- phone are searchable, too.
CREATE FUNCTION own_order_words(o orders) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ', o.reference, left(o.customer_name, 200), left(o.customer_last_name, 200),
    left(o.customer_email, 254), o.customer_phone, right(o.customer_phone, 8), right(o.customer_phone, 7),
    right(o.customer_phone, 4),
    (SELECT string_agg(left(l.name, 200), ' ') FROM order_lines l WHERE l.order_id = o.id))
$$;

-- The words of staff's notes about the order. Empty until there are notes (migration 0038).
CREATE FUNCTION order_note_words(of_order uuid) RETURNS text LANGUAGE sql STABLE AS $$ SELECT NULL::text $$;

-- All search words of an order, with those that it gets later.
CREATE FUNCTION order_words(o orders) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT search_words_of(concat_ws(' ', own_order_words(o), left(o.tracking_number, 200),
    squeezed(left(o.tracking_number, 200)),
    (SELECT string_agg(t.code, ' ') FROM tickets t WHERE t.order_id = o.id),
    (SELECT string_agg(left(p.provider_payment_id, 200) || ' ' || squeezed(left(p.provider_payment_id, 200)), ' ')
      FROM payments p WHERE p.order_id = o.id),
    (SELECT string_agg(concat_ws(' ', i.series, i.folio, squeezed(concat(i.series, i.folio)), i.uuid,
        squeezed(i.uuid::text), i.receiver ->> 'rfc'), ' ') FROM invoices i WHERE i.order_id = o.id),
    (SELECT string_agg(j.reference::text, ' ') FROM orders j WHERE j.joined_into_id = o.id), order_note_words(o.id)))
$$;

-- Must be called for an order whose searchable data changed. The row is locked before the words are read, so the later
-- one of two concurrent changes sees the earlier one.
CREATE FUNCTION refresh_order_search(of_order uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM order_search s JOIN orders o ON o.reference = s.reference WHERE o.id = of_order FOR UPDATE OF s;
  INSERT INTO order_search AS s (reference, words)
    SELECT o.reference, order_words(o) FROM orders o WHERE o.id = of_order
    ON CONFLICT (reference) DO UPDATE SET words = excluded.words WHERE s.words <> excluded.words;
END $$;

-- Runs after the statement that places an order, when its lines exist.
CREATE FUNCTION index_new_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search (reference, words) VALUES (NEW.reference, search_words_of(own_order_words(NEW)));
  RETURN NULL;
END $$;
CREATE TRIGGER orders_search_new AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION index_new_order();

CREATE FUNCTION index_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(NEW.id);
  -- The lines of a joined order belong to the other order now.
  IF NEW.joined_into_id IS DISTINCT FROM OLD.joined_into_id AND NEW.joined_into_id IS NOT NULL THEN
    PERFORM refresh_order_search(NEW.joined_into_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_search_changed
  AFTER UPDATE OF customer_name, customer_last_name, customer_phone, customer_email, tracking_number, joined_into_id ON orders
  FOR EACH ROW WHEN ((OLD.customer_name, OLD.customer_last_name, OLD.customer_phone, OLD.customer_email,
      OLD.tracking_number, OLD.joined_into_id)
    IS DISTINCT FROM (NEW.customer_name, NEW.customer_last_name, NEW.customer_phone, NEW.customer_email,
      NEW.tracking_number, NEW.joined_into_id))
  EXECUTE FUNCTION index_changed_order();

-- For any table with an `order_id` (which may be null) whose rows are searchable for an order.
CREATE FUNCTION index_order_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.order_id IS NOT NULL THEN PERFORM refresh_order_search(NEW.order_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER order_lines_search AFTER UPDATE OF name ON order_lines
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION index_order_of_row();
CREATE TRIGGER payments_search AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION index_order_of_row();
CREATE TRIGGER invoices_search_new AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION index_order_of_row();
CREATE TRIGGER invoices_search_stamped AFTER UPDATE OF uuid ON invoices
  FOR EACH ROW WHEN (OLD.uuid IS DISTINCT FROM NEW.uuid) EXECUTE FUNCTION index_order_of_row();

-- One statement may insert hundreds of tickets: each order is updated once.
CREATE FUNCTION index_orders_of_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_search(order_id) FROM (SELECT DISTINCT order_id FROM issued ORDER BY 1) touched;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_search AFTER INSERT ON tickets REFERENCING NEW TABLE AS issued
  FOR EACH STATEMENT EXECUTE FUNCTION index_orders_of_tickets();

INSERT INTO order_search (reference, words) SELECT o.reference, order_words(o) FROM orders o;

-- The pending list of the index is limited to about 300 orders. Without the list a checkout would take 0.25 ms longer
-- instead of 0.05. With the default of 4 MB, every search would be slower while the list is long, and so would the
-- checkout that fills it.
CREATE INDEX order_search_words ON order_search USING gin (words) WITH (gin_pending_list_limit = 128);
-- By its statistics of the words the planner chooses between this index and a scan that begins at the newest order.
ALTER TABLE order_search ALTER COLUMN words SET STATISTICS 500;

-- The newest orders are found by the index on reference. These indexes are for filters that match few orders.
CREATE INDEX orders_by_status ON orders (status, reference);
CREATE INDEX orders_of_shop ON orders (shop_id, reference);
CREATE INDEX orders_of_presales ON orders (reference) WHERE is_presale;
CREATE INDEX orders_by_day ON orders USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX transfer_receipts_waiting ON transfer_receipts (order_id) WHERE state = 'SUBMITTED';
