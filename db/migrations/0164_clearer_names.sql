-- Names that said too little, or something else than what is stored.
-- The contents of a table, a column or a function that is renamed do not change.

ALTER TABLE address_holdings RENAME TO ip_holding_changes;
ALTER TABLE source_key RENAME TO source_hash_key;
ALTER TABLE invoice_orders RENAME TO global_invoice_orders;
ALTER TABLE sat_keys_confirmed RENAME TO confirmed_sat_keys;
ALTER TABLE daily_counts RENAME TO daily_event_counts;

ALTER TABLE access_codes RENAME COLUMN made_to_order TO made_to_order_pieces;
ALTER TABLE ip_holding_changes RENAME COLUMN address_hash TO ip_hash;
ALTER TABLE audit_runs RENAME COLUMN checks_all TO checks_total;
ALTER TABLE backups RENAME COLUMN was_restored TO was_restore_tested;
ALTER TABLE bulk_edits RENAME COLUMN before TO previous_values;
ALTER TABLE carrier_accounts RENAME COLUMN piece_grams TO default_piece_grams;
ALTER TABLE carrier_accounts RENAME COLUMN token TO encrypted_credentials;
ALTER TABLE carrier_quotes RENAME COLUMN asked_at TO requested_at;
ALTER TABLE carriers RENAME COLUMN max_pieces TO included_pieces;
ALTER TABLE carriers RENAME COLUMN piece_cents TO extra_piece_cents;
ALTER TABLE carriers RENAME COLUMN live_carrier TO provider_carrier;
ALTER TABLE carriers RENAME COLUMN live_service TO provider_service;
ALTER TABLE carriers RENAME COLUMN min_days TO min_business_days;
ALTER TABLE carriers RENAME COLUMN max_days TO max_business_days;
ALTER TABLE carts RENAME COLUMN address_hash TO ip_hash;
ALTER TABLE change_log RENAME COLUMN address TO ip;
ALTER TABLE change_log RENAME COLUMN who TO actor;
ALTER TABLE customer_notes RENAME COLUMN who TO actor;
ALTER TABLE customer_tags RENAME COLUMN who TO actor;
ALTER TABLE daily_event_counts RENAME COLUMN what TO event;
ALTER TABLE daily_event_counts RENAME COLUMN times TO count;
ALTER TABLE failed_attempts RENAME COLUMN wait_until TO next_attempt_at;
ALTER TABLE import_rows RENAME COLUMN place TO position;
ALTER TABLE imports RENAME COLUMN unread TO unreadable_rows;
ALTER TABLE imports RENAME COLUMN who TO actor;
ALTER TABLE invoice_cancellations RENAME COLUMN replaced_by TO substitute_invoice_id;
ALTER TABLE invoice_issuers RENAME COLUMN days_after_shipping TO min_deadline_days_after_shipping;
ALTER TABLE invoice_issuers RENAME COLUMN global_every TO global_invoice_frequency;
ALTER TABLE invoice_issuers RENAME COLUMN global_auto TO is_global_invoice_automatic;
ALTER TABLE invoice_issuers RENAME COLUMN undelivered TO undelivered_order_mode;
ALTER TABLE invoice_issuers RENAME COLUMN deadline TO deadline_kind;
ALTER TABLE invoice_issuers RENAME COLUMN secret TO encrypted_csd_secret;
ALTER TABLE invoice_payments RENAME COLUMN before_cents TO previous_balance_cents;
ALTER TABLE invoice_payments RENAME COLUMN invoice_id TO complement_id;
ALTER TABLE invoice_payments RENAME COLUMN pays_invoice_id TO paid_invoice_id;
ALTER TABLE invoices RENAME COLUMN asking_until TO pac_call_expires_at;
ALTER TABLE label_purchases RENAME COLUMN came_back_at TO returned_to_customer_at;
ALTER TABLE label_purchases RENAME COLUMN refusal TO refusal_code;
ALTER TABLE label_purchases RENAME COLUMN reference TO purchase_reference;
ALTER TABLE label_purchases RENAME COLUMN max_cents TO quoted_cents;
ALTER TABLE legal_text_versions RENAME COLUMN who TO actor;
ALTER TABLE offers RENAME COLUMN announced_at TO pages_refreshed_at;
ALTER TABLE offers RENAME COLUMN who TO actor;
ALTER TABLE order_discounts RENAME COLUMN placed_order_id TO checkout_order_id;
ALTER TABLE order_discounts RENAME COLUMN is_shipping TO is_shipping_discount;
ALTER TABLE order_discounts RENAME COLUMN head_office_cents TO head_office_reduction_cents;
ALTER TABLE order_discounts RENAME COLUMN lines TO cents_by_size_id;
ALTER TABLE order_edits RENAME COLUMN before_cents TO grand_total_before_cents;
ALTER TABLE order_edits RENAME COLUMN after_cents TO grand_total_after_cents;
ALTER TABLE order_notes RENAME COLUMN who TO actor;
ALTER TABLE order_numbering RENAME COLUMN is_only TO is_only_row;
ALTER TABLE orders RENAME COLUMN max_pieces TO included_pieces;
ALTER TABLE orders RENAME COLUMN piece_cents TO extra_piece_cents;
ALTER TABLE orders RENAME COLUMN online_fee_base_cents TO online_fee_fixed_cents;
ALTER TABLE orders RENAME COLUMN pay_by TO payment_due_at;
ALTER TABLE orders RENAME COLUMN claimed_from_id TO claimed_from_customer_id;
ALTER TABLE orders RENAME COLUMN address_hash TO ip_hash;
ALTER TABLE own_invoice_requests RENAME COLUMN global_id TO global_invoice_id;
ALTER TABLE own_invoice_requests RENAME COLUMN way TO global_correction;
ALTER TABLE parcels RENAME COLUMN leaves_rest TO is_partial;
ALTER TABLE parcels RENAME COLUMN arrives_from TO earliest_arrival_on;
ALTER TABLE parcels RENAME COLUMN arrives_to TO latest_arrival_on;
ALTER TABLE parcels RENAME COLUMN in_box_of_id TO box_parcel_id;
ALTER TABLE payment_checkouts RENAME COLUMN external_ref TO external_reference;
ALTER TABLE payment_refunds RENAME COLUMN is_outside TO is_made_outside_shop;
ALTER TABLE payment_webhooks RENAME COLUMN delivery TO provider_delivery_id;
ALTER TABLE pickup_points RENAME COLUMN lead_days TO lead_business_days;
ALTER TABLE pickups RENAME COLUMN collector TO other_collector_name;
ALTER TABLE postal_code_imports RENAME COLUMN unread TO unreadable_lines;
ALTER TABLE postal_code_imports RENAME COLUMN who TO actor;
ALTER TABLE product_looks RENAME COLUMN paired_id TO paired_product_id;
ALTER TABLE products RENAME COLUMN source_key TO import_key;
ALTER TABLE products RENAME COLUMN rating_stars TO rating_stars_sum;
ALTER TABLE products RENAME COLUMN fit_small TO fit_small_count;
ALTER TABLE products RENAME COLUMN fit_right TO fit_right_count;
ALTER TABLE products RENAME COLUMN fit_large TO fit_large_count;
ALTER TABLE promotions RENAME COLUMN from_cents TO min_sum_cents;
ALTER TABLE promotions RENAME COLUMN with_wholesale TO applies_to_wholesale;
ALTER TABLE promotions RENAME COLUMN with_presale TO applies_to_presale;
ALTER TABLE promotions RENAME COLUMN with_tickets TO applies_to_tickets;
ALTER TABLE promotions RENAME COLUMN with_offers TO applies_to_offers;
ALTER TABLE promotions RENAME COLUMN is_first_purchase TO is_first_purchase_only;
ALTER TABLE promotions RENAME COLUMN per_customer TO max_uses_per_customer;
ALTER TABLE restores RENAME COLUMN skipped_to TO last_skipped_reference;
ALTER TABLE restores RENAME COLUMN restored_to TO restore_point_at;
ALTER TABLE restores RENAME COLUMN found_at TO detected_at;
ALTER TABLE restores RENAME COLUMN payments TO payment_comparison;
ALTER TABLE restores RENAME COLUMN invoices TO invoice_comparison;
ALTER TABLE return_lines RENAME COLUMN difference_cents TO cheaper_by_cents;
ALTER TABLE return_lines RENAME COLUMN unpaid_new_name TO ended_exchange_new_name;
ALTER TABLE return_lines RENAME COLUMN line_size_id TO order_line_size_id;
ALTER TABLE return_lines RENAME COLUMN surcharge_cents TO piece_surcharge_cents;
ALTER TABLE return_lines RENAME COLUMN head_office_surcharge_cents TO head_office_piece_surcharge_cents;
ALTER TABLE returns RENAME COLUMN difference_cents TO cheaper_by_cents;
ALTER TABLE returns RENAME COLUMN given_before_cents TO value_deduction_cents;
ALTER TABLE returns RENAME COLUMN way_back_by TO way_back_payer;
ALTER TABLE returns RENAME COLUMN surcharge_back_cents TO surcharge_refund_cents;
ALTER TABLE returns RENAME COLUMN head_office_surcharge_back_cents TO head_office_surcharge_reduction_cents;
ALTER TABLE returns RENAME COLUMN less_because TO lower_refund_reason;
ALTER TABLE returns RENAME COLUMN is_by_staff TO is_requested_by_staff;
ALTER TABLE returns RENAME COLUMN asked_at TO requested_at;
ALTER TABLE returns RENAME COLUMN head_office_cents TO head_office_reduction_cents;
ALTER TABLE returns RENAME COLUMN paid_by TO refund_method;
ALTER TABLE reviews RENAME COLUMN earlier TO legacy_duplicate_number;
ALTER TABLE reviews RENAME COLUMN about TO subject;
ALTER TABLE sandbox_carrier_settings RENAME COLUMN is_only TO is_only_row;
ALTER TABLE sandbox_pac_cancellations RENAME COLUMN replaced_by TO substitute_uuid;
ALTER TABLE sandbox_pac_settings RENAME COLUMN tokens_since TO tokens_valid_from_at;
ALTER TABLE sandbox_pac_settings RENAME COLUMN is_only TO is_only_row;
ALTER TABLE sandbox_pac_stamps RENAME COLUMN with_acceptance TO needs_acceptance;
ALTER TABLE sandbox_pac_stamps RENAME COLUMN seal_end TO seal_last_8;
ALTER TABLE sandbox_token RENAME COLUMN is_only TO is_only_row;
ALTER TABLE scanner_devices RENAME COLUMN opened_at TO list_first_downloaded_at;
ALTER TABLE shopping_heartbeat RENAME COLUMN is_only TO is_only_row;
ALTER TABLE shops RENAME COLUMN review_invitations_from TO review_invitations_start_at;
ALTER TABLE staff_sessions RENAME COLUMN address TO ip;
ALTER TABLE stock_movements RENAME COLUMN edit_id TO order_edit_id;
ALTER TABLE stock_settings RENAME COLUMN is_only TO is_only_row;
ALTER TABLE ticket_scans RENAME COLUMN is_any_day TO ignores_event_day;
ALTER TABLE tickets RENAME COLUMN used_scan TO used_by_scan_id;
ALTER TABLE transfer_refunds RENAME COLUMN proof_type TO proof_content_type;
ALTER TABLE vat_treatments RENAME COLUMN who TO actor;
ALTER TABLE waiting_room_visitors RENAME COLUMN cart_at TO cart_assigned_at;
ALTER TABLE waiting_room_visitors RENAME COLUMN origin TO ip_hash;
ALTER TABLE waiting_rooms RENAME COLUMN choosing_at_once TO max_choosing_visitors;
ALTER TABLE waiting_rooms RENAME COLUMN places_of_address TO max_places_per_ip;
ALTER TABLE waiting_rooms RENAME COLUMN is_on TO is_active;
ALTER TABLE wal_archive RENAME COLUMN lacks_base TO needs_base_backup;
ALTER TABLE wal_archive RENAME COLUMN is_only TO is_only_row;

ALTER TABLE label_purchases RENAME CONSTRAINT label_purchases_one_way TO label_purchases_not_parcel_and_return;

-- These faults also apply after a cancellation.
UPDATE sandbox_pac_settings SET fault = replace(fault, '-after-stamp', '-after-work') WHERE fault LIKE '%-after-stamp';

ALTER TABLE daily_event_counts DROP CONSTRAINT daily_counts_known;
UPDATE daily_event_counts SET event = 'webhook_invalid_signature' WHERE event = 'webhook_signature';
ALTER TABLE daily_event_counts ADD CONSTRAINT daily_event_counts_known
  CHECK (event IN ('mail_sent', 'webhook_unsigned', 'webhook_invalid_signature', 'webhook_incomplete'));

ALTER FUNCTION squeezed(text) RENAME TO alphanumeric_text;
ALTER FUNCTION tell_shops_changed() RENAME TO notify_shops_changed;
ALTER FUNCTION compact_address_holdings(bytea[]) RENAME TO compact_ip_holding_changes;
ALTER FUNCTION record_address_holdings() RENAME TO record_ip_holding_changes;
DROP FUNCTION lock_unpaid(uuid, text, text, bytea);
DROP FUNCTION returnable_pieces(uuid);

CREATE OR REPLACE FUNCTION add_to_rating(review reviews, sign integer) RETURNS void LANGUAGE sql AS $$
  UPDATE products SET rating_count = rating_count + sign, rating_stars_sum = rating_stars_sum + sign * review.rate,
    fit_small_count = fit_small_count + sign * (review.fit IS NOT DISTINCT FROM 'SMALL')::int,
    fit_right_count = fit_right_count + sign * (review.fit IS NOT DISTINCT FROM 'RIGHT')::int,
    fit_large_count = fit_large_count + sign * (review.fit IS NOT DISTINCT FROM 'LARGE')::int
  WHERE id = review.product_id AND review.subject = 'product' AND review.state = 'shown'
$$;

CREATE OR REPLACE FUNCTION announce_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(DISTINCT key, ',') FROM (
    SELECT 'reviews ' || shop_id FROM changed UNION ALL SELECT product_id::text FROM changed WHERE subject = 'product') AS shown (key)));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION check_credited_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices n WHERE n.relates_to_id = NEW.id AND n.kind = 'creditNote'
    AND n.state NOT IN ('refused', 'cancelled')) THEN
    RAISE EXCEPTION 'an invoice with credit notes is neither cancelled nor replaced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_credited_stay';
  END IF;
  IF EXISTS (SELECT FROM invoice_payments ip WHERE ip.is_live AND (ip.paid_invoice_id = NEW.id OR ip.paid_invoice_id IN (
      SELECT own.paid_invoice_id FROM invoice_payments own WHERE own.complement_id = NEW.id AND own.instalment < ip.instalment)))
    OR EXISTS (SELECT FROM invoices a WHERE a.state IN ('stamping', 'stamped', 'cancelAsked') AND (
      NEW.kind = 'deposit' AND a.deposit_id = NEW.id
      OR NEW.kind = 'invoice' AND a.kind = 'depositApplied' AND a.deposit_id = NEW.deposit_id)) THEN
    RAISE EXCEPTION 'a document with payments or an applied deposit is neither cancelled nor replaced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_paid_stay';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION check_declared_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE allowed bigint;
BEGIN
  IF NEW.kind = 'invoice' AND NEW.payment_plan = 'PPD' THEN
    SELECT grand_total_cents INTO allowed FROM orders WHERE id = NEW.order_id;
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'an invoice that is paid later is for the whole order (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_paid_later_are_whole';
    END IF;
  ELSIF NEW.kind IN ('invoice', 'deposit') THEN
    SELECT kept_cents INTO allowed FROM order_income WHERE order_id = NEW.order_id;
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'an invoice declares what its order has kept (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_declare_what_is_kept';
    END IF;
  ELSIF NEW.kind = 'depositApplied' THEN
    PERFORM FROM invoices WHERE id = NEW.deposit_id FOR UPDATE;
    SELECT d.total_cents - coalesce((SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = d.id
      AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0)
    INTO allowed FROM invoices d WHERE d.id = NEW.deposit_id AND d.kind = 'deposit' AND d.state = 'stamped'
      AND EXISTS (SELECT FROM invoices w WHERE w.deposit_id = d.id AND w.kind = 'invoice' AND w.state = 'stamped');
    IF NEW.total_cents IS DISTINCT FROM allowed THEN
      RAISE EXCEPTION 'a deposit is applied whole, once the whole sale is invoiced (% instead of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_deposit_applied_whole';
    END IF;
  ELSIF NEW.kind = 'creditNote' THEN
    PERFORM FROM invoices WHERE id = NEW.relates_to_id FOR UPDATE;
    SELECT CASE credited.kind WHEN 'global' THEN (SELECT g.cents FROM global_invoice_orders g
          WHERE g.invoice_id = credited.id AND g.order_id = NEW.order_id AND g.is_live)
        ELSE credited.total_cents END
      - coalesce((SELECT sum(n.total_cents) FROM invoices n WHERE n.relates_to_id = credited.id
          AND n.order_id = NEW.order_id AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')), 0)
    INTO allowed
    FROM invoices credited WHERE credited.id = NEW.relates_to_id AND credited.kind IN ('invoice', 'global', 'deposit')
      AND credited.state = 'stamped' AND NOT EXISTS (
        SELECT FROM invoices w WHERE credited.kind = 'deposit' AND w.deposit_id = credited.id
          AND w.state IN ('stamping', 'stamped', 'cancelAsked', 'replaced'));
    IF allowed IS NULL OR NEW.total_cents > allowed THEN
      RAISE EXCEPTION 'credit notes never exceed what they credit (% of %)', NEW.total_cents, allowed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_credit_within';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION check_invoice_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid invoices; made integer; balance bigint;
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (OLD.is_live < NEW.is_live OR ROW (OLD.complement_id, OLD.paid_invoice_id,
      OLD.payment_id, OLD.instalment, OLD.previous_balance_cents, OLD.paid_cents) IS DISTINCT FROM ROW (NEW.complement_id,
      NEW.paid_invoice_id, NEW.payment_id, NEW.instalment, NEW.previous_balance_cents, NEW.paid_cents)) THEN
    RAISE EXCEPTION 'what a complement pays does not change' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
  SELECT * INTO paid FROM invoices WHERE id = NEW.paid_invoice_id FOR UPDATE;
  IF paid.payment_plan <> 'PPD' OR paid.state <> 'stamped' THEN
    RAISE EXCEPTION 'only a valid invoice that is paid later has complements'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_payments_of_ppd';
  END IF;
  SELECT count(*), paid.total_cents - coalesce(sum(paid_cents), 0) INTO made, balance
  FROM invoice_payments WHERE paid_invoice_id = NEW.paid_invoice_id AND is_live;
  IF NEW.instalment <> made + 1 OR NEW.previous_balance_cents <> balance THEN
    RAISE EXCEPTION 'instalment % of % is not the next one (% of %)', NEW.instalment, NEW.previous_balance_cents, made + 1, balance
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_payments_next';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION check_order_not_in_global() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR UPDATE;
  IF is_returning_to_global(NEW.order_id) OR EXISTS (
    SELECT FROM global_invoice_orders g WHERE g.order_id = NEW.order_id AND g.is_live
      AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = NEW.order_id AND r.ended_at IS NULL
        AND r.global_correction = 'reissue' AND r.global_invoice_id = g.invoice_id)) THEN
    RAISE EXCEPTION 'the order is in a global invoice'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_not_in_global';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION clear_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ip_hash := NULL;
  NEW.device_hash := NULL;
  NEW.held := 0;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION compact_ip_holding_changes(keys bytea[]) RETURNS void LANGUAGE sql AS $$
  WITH found AS MATERIALIZED (
    SELECT h.ctid AS row_id FROM ip_holding_changes h WHERE h.ip_hash = ANY (keys) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM ip_holding_changes h WHERE h.ctid = ANY (ARRAY(SELECT row_id FROM found))
    RETURNING h.ip_hash, h.cart_pieces, h.order_pieces, h.recorded_at
  )
  INSERT INTO ip_holding_changes (ip_hash, cart_pieces, order_pieces, recorded_at)
  SELECT ip_hash, sum(cart_pieces), sum(order_pieces), max(recorded_at) FROM gone GROUP BY ip_hash
  HAVING sum(cart_pieces) <> 0 OR sum(order_pieces) <> 0
$$;

CREATE OR REPLACE FUNCTION compute_product_cards(product_ids uuid[])
  RETURNS SETOF product_cards LANGUAGE sql STABLE AS $$
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
      (SELECT row_to_json(r) FROM (SELECT p.rating_count AS count, p.rating_stars_sum AS stars, p.fit_small_count AS small,
        p.fit_right_count AS right, p.fit_large_count AS large) r) AS rating) shown)
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

CREATE OR REPLACE FUNCTION end_invoice_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice_payments SET is_live = false WHERE complement_id = NEW.id AND is_live;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.product_id, NEW.size_id, NEW.shop_id, NEW.price_cents, NEW.former_price_cents, NEW.starts_at, NEW.actor)
    IS DISTINCT FROM
    (OLD.id, OLD.product_id, OLD.size_id, OLD.shop_id, OLD.price_cents, OLD.former_price_cents, OLD.starts_at, OLD.actor) THEN
    RAISE EXCEPTION 'the terms of an offer never change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION lock_sources(keys bytea[])
  RETURNS TABLE(key bytea, in_carts integer, in_orders integer) LANGUAGE plpgsql STRICT ROWS 10 AS $$
DECLARE
  changes integer;
  moment timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(40, l.lock_key)
  FROM (SELECT DISTINCT hashtext(encode(k, 'hex')) AS lock_key FROM unnest(keys) k ORDER BY 1) l;
  moment := clock_timestamp();
  FOR key, in_carts, in_orders, changes IN
    WITH expired AS MATERIALIZED (
      SELECT c.ip_hash, sum(c.held) AS held FROM carts c
      WHERE c.state = 'active' AND c.expires_at <= moment AND c.ip_hash = ANY (keys) GROUP BY 1
    )
    SELECT k,
      h.cart_pieces - coalesce((SELECT e.held FROM expired e WHERE e.ip_hash = k), 0)
        + (SELECT coalesce(sum(c.held), 0) FROM carts c WHERE c.device_hash = k AND c.expires_at > moment),
      h.order_pieces, h.changes
    FROM (SELECT DISTINCT unnest(keys) AS k) asked, LATERAL (
      SELECT coalesce(sum(a.cart_pieces), 0) AS cart_pieces, coalesce(sum(a.order_pieces), 0) AS order_pieces,
        count(*) AS changes
      FROM ip_holding_changes a WHERE a.ip_hash = k) h
  LOOP
    RETURN NEXT;
    IF changes > 32 THEN
      PERFORM compact_ip_holding_changes(ARRAY[key]);
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION lock_unpaid_orders(for_customer uuid, for_phone text, for_mailbox text, for_ip bytea)
  RETURNS TABLE(known_by text, orders integer, pieces integer, transfers integer, transfer_pieces integer) LANGUAGE plpgsql ROWS 4 AS $$
DECLARE
  confirmed text := (SELECT c.confirmed_email FROM customers c WHERE c.id = for_customer);
  lock_key integer;
BEGIN
  FOR lock_key IN
    SELECT DISTINCT hashtext(k) FROM unnest(ARRAY[
      'customer ' || for_customer, CASE WHEN confirmed IS NULL THEN 'phone ' || for_phone END,
      'mailbox ' || coalesce(confirmed, lower(for_mailbox)), 'address ' || encode(for_ip, 'hex')]) k
    WHERE k IS NOT NULL ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(41, lock_key);
  END LOOP;
  RETURN QUERY
    SELECT u.known_by, count(*)::int, sum(u.pieces)::int, count(*) FILTER (WHERE u.payment_method = 'TB')::int,
      coalesce(sum(u.pieces) FILTER (WHERE u.payment_method = 'TB'), 0)::int
    FROM (
      SELECT 'customer' AS known_by, o.pieces, o.payment_method FROM orders o
        WHERE o.customer_id = for_customer AND o.ip_hash IS NOT NULL
      UNION ALL SELECT 'phone', o.pieces, o.payment_method FROM orders o
        WHERE o.customer_phone = for_phone AND o.ip_hash IS NOT NULL AND confirmed IS NULL
      UNION ALL SELECT 'mailbox', o.pieces, o.payment_method FROM orders o
        WHERE lower(o.customer_email) = lower(for_mailbox) AND o.ip_hash IS NOT NULL AND confirmed IS NULL
      UNION ALL SELECT 'mailbox', o.pieces, o.payment_method FROM customers c JOIN orders o ON o.customer_id = c.id
        WHERE c.confirmed_email = confirmed AND o.ip_hash IS NOT NULL
      UNION ALL SELECT 'address', o.pieces, o.payment_method FROM orders o WHERE o.ip_hash = for_ip) u
    GROUP BY u.known_by;
END $$;

CREATE OR REPLACE FUNCTION order_words(o orders) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT search_words_of(concat_ws(' ', own_order_words(o), left(o.tracking_number, 200),
    alphanumeric_text(left(o.tracking_number, 200)),
    (SELECT string_agg(left(p.guide, 200) || ' ' || alphanumeric_text(left(p.guide, 200)), ' ')
      FROM parcels p WHERE p.order_id = o.id AND p.guide <> o.tracking_number),
    (SELECT string_agg(t.code, ' ') FROM tickets t WHERE t.order_id = o.id),
    (SELECT string_agg(left(p.provider_payment_id, 200) || ' ' || alphanumeric_text(left(p.provider_payment_id, 200)), ' ')
      FROM payments p WHERE p.order_id = o.id),
    (SELECT string_agg(concat_ws(' ', i.series, i.folio, alphanumeric_text(concat(i.series, i.folio)), i.uuid,
        alphanumeric_text(i.uuid::text), i.receiver ->> 'rfc'), ' ') FROM invoices i WHERE i.order_id = o.id),
    (SELECT string_agg(j.reference::text, ' ') FROM orders j WHERE j.joined_into_id = o.id), order_note_words(o.id)))
$$;

CREATE OR REPLACE FUNCTION parcel_shipped_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parcel uuid;
  head uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM parcels WHERE order_id = NEW.id AND state <> 'PACKED') THEN
    DELETE FROM parcels WHERE order_id = NEW.id;
    IF NOT EXISTS (SELECT FROM unparcelled_lines(NEW.id)) THEN RETURN NULL; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'guide', NEW.carrier_id, NEW.tracking_number), 0));
    SELECT id INTO head FROM parcels WHERE guide = NEW.tracking_number AND box_parcel_id IS NULL
      AND carrier_id IS NOT DISTINCT FROM NEW.carrier_id;
    INSERT INTO parcels (order_id, number, state, carrier_id, carrier_name, guide, box_parcel_id)
      VALUES (NEW.id, 1, 'PACKED', NEW.carrier_id, coalesce(NEW.carrier_name, ''), nullif(NEW.tracking_number, ''), head)
      RETURNING id INTO parcel;
    INSERT INTO parcel_lines (parcel_id, order_id, size_id, pieces)
      SELECT parcel, NEW.id, l.size_id, l.pieces FROM order_lines l WHERE l.order_id = NEW.id AND NOT l.is_digital;
    INSERT INTO parcel_events (parcel_id, from_state, to_state, source, actor)
      VALUES (parcel, 'NEW', 'PACKED', 'staff', 'sistema'), (parcel, 'PACKED', 'HANDED_OVER', 'staff', 'sistema');
    UPDATE parcels SET state = 'HANDED_OVER', handed_over_at = clock_timestamp(), weight_grams = parcel_weight(id)
      WHERE id = parcel;
  ELSIF TG_OP = 'UPDATE' AND NEW.tracking_number IS DISTINCT FROM OLD.tracking_number THEN
    SELECT id INTO head FROM parcels WHERE guide = NEW.tracking_number AND box_parcel_id IS NULL
      AND carrier_id IS NOT DISTINCT FROM NEW.carrier_id AND order_id <> NEW.id;
    UPDATE parcels SET guide = NEW.tracking_number, box_parcel_id = head
      WHERE order_id = NEW.id AND guide = OLD.tracking_number AND state <> 'PACKED'
        AND NOT EXISTS (SELECT FROM parcels p WHERE p.order_id = NEW.id AND p.guide = NEW.tracking_number);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION record_ip_holding_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_carts integer := CASE TG_TABLE_NAME WHEN 'carts' THEN 1 ELSE 0 END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ip_holding_changes (ip_hash, cart_pieces, order_pieces)
    SELECT n.ip_hash, sum(n.held) * of_carts, sum(n.held) * (1 - of_carts)
    FROM new_rows n WHERE n.ip_hash IS NOT NULL AND n.held <> 0 GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO ip_holding_changes (ip_hash, cart_pieces, order_pieces)
    SELECT o.ip_hash, -sum(o.held) * of_carts, -sum(o.held) * (1 - of_carts)
    FROM old_rows o WHERE o.ip_hash IS NOT NULL AND o.held <> 0 GROUP BY 1;
  ELSE
    INSERT INTO ip_holding_changes (ip_hash, cart_pieces, order_pieces)
    SELECT c.ip_hash, sum(c.pieces) * of_carts, sum(c.pieces) * (1 - of_carts)
    FROM (
      SELECT n.ip_hash, n.held AS pieces FROM new_rows n WHERE n.ip_hash IS NOT NULL AND n.held <> 0
      UNION ALL
      SELECT o.ip_hash, -o.held FROM old_rows o WHERE o.ip_hash IS NOT NULL AND o.held <> 0) c
    GROUP BY 1 HAVING sum(c.pieces) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
    AND (NEW.id, NEW.order_id, NEW.member_id, NEW.actor, NEW.text, NEW.at)
      = (OLD.id, OLD.order_id, OLD.member_id, OLD.actor, OLD.text, OLD.at)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'order_notes is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE FUNCTION returnable_pieces(of_order uuid)
  RETURNS TABLE(order_line_size_id uuid, size_id uuid, pieces bigint) LANGUAGE sql STABLE AS $$
  SELECT m.order_line_size_id, m.size_id, sum(m.pieces) FROM (
    SELECT l.size_id AS order_line_size_id, l.size_id, l.pieces::bigint AS pieces FROM order_lines l
    WHERE l.order_id = of_order AND NOT l.is_digital
    UNION ALL
    SELECT l.order_line_size_id, l.size_id, -CASE WHEN r.state IN ('RECEIVED', 'SETTLED')
      THEN l.restocked + l.written_off + l.in_repair ELSE l.pieces END
    FROM returns r JOIN return_lines l ON l.return_id = r.id
    WHERE r.order_id = of_order AND r.state IN ('ASKED', 'APPROVED', 'RECEIVED', 'SETTLED')
    UNION ALL
    SELECT l.order_line_size_id, l.new_size_id, l.held FROM returns r JOIN return_lines l ON l.return_id = r.id
    WHERE r.order_id = of_order AND r.state = 'SETTLED' AND l.held > 0) m
  GROUP BY 1, 2
$$;

CREATE OR REPLACE FUNCTION sum_order_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(l.order_id) INTO changed FROM (SELECT DISTINCT n.order_id FROM new_rows n) l
    WHERE (SELECT sum(x.held) FROM order_lines x WHERE x.order_id = l.order_id)
      <> (SELECT o.held FROM orders o WHERE o.id = l.order_id);
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT o.order_id) INTO changed FROM old_rows o;
  ELSE
    SELECT array_agg(DISTINCT l.order_id) INTO changed
    FROM (SELECT n.order_id FROM new_rows n UNION ALL SELECT o.order_id FROM old_rows o) l;
  END IF;
  IF changed IS NOT NULL THEN
    UPDATE orders o SET held = CASE WHEN o.ip_hash IS NULL THEN 0
      ELSE (SELECT coalesce(sum(l.held), 0) FROM order_lines l WHERE l.order_id = o.id) END
    WHERE o.id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;

ALTER FUNCTION keep_cost() RENAME TO refuse_cost_change;
ALTER FUNCTION keep_invoice() RENAME TO refuse_invoice_change;
ALTER FUNCTION keep_invoice_cancellation() RENAME TO refuse_invoice_cancellation_change;
ALTER FUNCTION keep_invoice_taxes() RENAME TO refuse_invoice_tax_change;
ALTER FUNCTION keep_offer() RENAME TO refuse_offer_change;
ALTER FUNCTION keep_parcel_that_left() RENAME TO refuse_deletion_of_sent_parcel;
ALTER FUNCTION keep_price_history() RENAME TO refuse_price_history_change;
