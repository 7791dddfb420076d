-- Reviews of products by customers who received them, in addition to the reviews of the shop (decision 47).
ALTER TABLE reviews
  ADD COLUMN about text NOT NULL DEFAULT 'shop' CONSTRAINT reviews_about_known CHECK (about IN ('shop', 'product')),
  -- How the garment fits its author. Null: not stated.
  ADD COLUMN fit text CONSTRAINT reviews_fit_known CHECK (fit IN ('SMALL', 'RIGHT', 'LARGE')),
  ADD CONSTRAINT reviews_fit_of_product CHECK (fit IS NULL OR about = 'product'),
  -- Empty and not null: an earlier version that still runs reads both columns of every review.
  ADD CONSTRAINT reviews_product_whole CHECK (about = 'shop' OR (product_id IS NOT NULL AND title = '' AND category = ''));

-- A review of the shop and one of the product may be of the same order.
CREATE UNIQUE INDEX reviews_shop_once_a_line ON reviews (order_id, product_id) WHERE about = 'shop' AND order_id IS NOT NULL;
DROP INDEX reviews_once_a_line;
CREATE UNIQUE INDEX reviews_product_once ON reviews (product_id, customer_id) WHERE about = 'product' AND customer_id IS NOT NULL;
CREATE INDEX reviews_of_product ON reviews (product_id, created_at DESC, id) WHERE about = 'product' AND state = 'shown';
CREATE INDEX reviews_of_shop ON reviews (shop_id, created_at DESC, id) WHERE about = 'shop' AND state = 'shown';

-- Pictures of reviews. Their files have random names, so that no product shares them and they can be removed.
CREATE TABLE review_pictures (
  key text PRIMARY KEY CONSTRAINT review_pictures_key_form CHECK (key ~ '^[0-9a-f]{32}$'),
  -- The customer who uploaded it, null after they were erased, and the product.
  customer_id uuid REFERENCES customers,
  product_id uuid NOT NULL REFERENCES products,
  -- Null until the review is sent.
  review_id uuid REFERENCES reviews,
  position integer CONSTRAINT review_pictures_position_range CHECK (position BETWEEN 0 AND 2),
  -- Null until its files are stored.
  width integer,
  height integer,
  color text,
  widths integer[],
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  -- The next run of the job `purge_review_pictures` removes its files, and then the row.
  removed_at timestamptz,
  CONSTRAINT review_pictures_stored_whole CHECK (num_nulls(width, height, color, widths) IN (0, 4)),
  CONSTRAINT review_pictures_sent_whole CHECK (num_nulls(review_id, position) IN (0, 2) AND (review_id IS NULL OR width IS NOT NULL)),
  CONSTRAINT review_pictures_positions_once UNIQUE (review_id, position)
);
CREATE INDEX review_pictures_of_customer ON review_pictures (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX review_pictures_to_purge ON review_pictures (uploaded_at) WHERE review_id IS NULL OR removed_at IS NOT NULL;

-- Counts of a product's shown reviews, so that a list shows them without counting.
ALTER TABLE products
  ADD COLUMN rating_count integer NOT NULL DEFAULT 0,
  -- The sum of their stars.
  ADD COLUMN rating_stars integer NOT NULL DEFAULT 0,
  ADD COLUMN fit_small integer NOT NULL DEFAULT 0,
  ADD COLUMN fit_right integer NOT NULL DEFAULT 0,
  ADD COLUMN fit_large integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT products_rating_range CHECK (rating_stars BETWEEN rating_count AND 5 * rating_count
    AND least(rating_count, fit_small, fit_right, fit_large) >= 0 AND fit_small + fit_right + fit_large <= rating_count);

-- Adds differences, not sums: of two concurrent reviews of a product, the second adds to what the first has written.
CREATE FUNCTION add_to_rating(review reviews, sign integer) RETURNS void LANGUAGE sql AS $$
  UPDATE products SET rating_count = rating_count + sign, rating_stars = rating_stars + sign * review.rate,
    fit_small = fit_small + sign * (review.fit IS NOT DISTINCT FROM 'SMALL')::int,
    fit_right = fit_right + sign * (review.fit IS NOT DISTINCT FROM 'RIGHT')::int,
    fit_large = fit_large + sign * (review.fit IS NOT DISTINCT FROM 'LARGE')::int
  WHERE id = review.product_id AND review.about = 'product' AND review.state = 'shown'
$$;
CREATE FUNCTION count_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_to_rating(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_to_rating(NEW, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_rated_new AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_rating();
CREATE TRIGGER reviews_rated_changed AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((OLD.state, OLD.rate, OLD.fit, OLD.product_id, OLD.about) IS DISTINCT FROM
    (NEW.state, NEW.rate, NEW.fit, NEW.product_id, NEW.about))
  EXECUTE FUNCTION count_rating();

-- Announces a change of a shop's reviews, as in migration 0056, and now also of the reviewed product, because its page
-- shows its reviews. The keys are those of reviewsChangeKey
-- (server/reviews/write-shop-review.ts) and the products' ids.
CREATE OR REPLACE FUNCTION announce_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_changes((SELECT string_agg(DISTINCT key, ',') FROM (
    SELECT 'reviews ' || shop_id FROM changed UNION ALL SELECT product_id::text FROM changed WHERE about = 'product') AS shown (key)));
  RETURN NULL;
END $$;

-- Each order has at most one invitation to review its products. The token opens the page on which the customer refuses
-- further invitations.
CREATE TABLE review_invitations (
  order_id uuid PRIMARY KEY REFERENCES orders,
  token_hash bytea NOT NULL UNIQUE,
  invited_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_events_shipped ON order_events (at) WHERE to_status = 'SHIPPED';
-- Orders shipped before this time get no invitations, so that nobody is asked about an old purchase.
ALTER TABLE shops ADD COLUMN review_invitations_from timestamptz NOT NULL DEFAULT now();
ALTER TABLE customers ADD COLUMN review_invitations_refused_at timestamptz;
