-- The waiting list of a sold-out size. When pieces return, the first customer is offered one: a cart made for the offer
-- holds it for an hour. When that cart expires, the piece is in stock again (decision 22).

CREATE TABLE waiting_list (
  id uuid PRIMARY KEY,
  shop_id uuid NOT NULL REFERENCES shops,
  size_id uuid NOT NULL REFERENCES sizes,
  email text NOT NULL CONSTRAINT waiting_list_email_form CHECK (email = lower(btrim(email)) AND email LIKE '%_@_%'),
  -- asked: the mailbox is not confirmed. offered: the offer's cart holds the piece. taken: the customer moved the piece
  -- to their own cart. passed: the hour is over.
  state text NOT NULL DEFAULT 'asked'
    CONSTRAINT waiting_list_state_known CHECK (state IN ('asked', 'waiting', 'offered', 'taken', 'passed', 'left')),
  -- Hashes of the tokens in the links: of the email that asks for the confirmation, and of the email with the offer.
  ask_token_hash bytea NOT NULL CONSTRAINT waiting_list_ask_token_once UNIQUE,
  offer_token_hash bytea CONSTRAINT waiting_list_offer_token_once UNIQUE,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Places are ordered by this time, so a mailbox that never confirms does not delay others.
  confirmed_at timestamptz,
  offer_ends_at timestamptz,
  -- The cart that holds the offered piece: the offer's own cart, until the piece moves to another one.
  cart_id uuid REFERENCES carts,
  CONSTRAINT waiting_list_waits_confirmed CHECK (state IN ('asked', 'left') OR confirmed_at IS NOT NULL),
  CONSTRAINT waiting_list_offer_whole CHECK (
    (cart_id IS NULL) = (offer_ends_at IS NULL) AND (cart_id IS NULL) = (offer_token_hash IS NULL)
    AND (state IN ('offered', 'taken', 'passed') AND cart_id IS NOT NULL OR state IN ('asked', 'waiting') AND cart_id IS NULL
      OR state = 'left'))
);
-- One place per mailbox, size and shop.
CREATE UNIQUE INDEX waiting_list_place_once ON waiting_list (size_id, email, shop_id)
  WHERE state IN ('asked', 'waiting', 'offered');
CREATE INDEX waiting_list_in_line ON waiting_list (size_id, confirmed_at, id) WHERE state = 'waiting';
CREATE INDEX waiting_list_mailbox ON waiting_list (email, asked_at);

-- Enqueues the job that offers pieces, when a sold-out size that customers wait for becomes available: a line is
-- removed, a cart ends, an order is cancelled, goods are received.
CREATE FUNCTION offer_returned_pieces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM waiting_list WHERE size_id = NEW.id AND state = 'waiting') THEN
    PERFORM graphile_worker.add_job('offer_returned', json_build_object('sizeId', NEW.id),
      job_key => 'offer_returned ' || NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sizes_returned AFTER UPDATE OF available ON sizes
  FOR EACH ROW WHEN (OLD.available = 0 AND NEW.available > 0) EXECUTE FUNCTION offer_returned_pieces();
