-- The waiting room of a presale that more people want than there are pieces (decision 18).

CREATE TABLE rooms (
  presale_id uuid PRIMARY KEY REFERENCES presales,
  is_on boolean NOT NULL,
  -- How long before the start of the presale visitors may enter and wait.
  opens_early_minutes integer NOT NULL CONSTRAINT rooms_early CHECK (opens_early_minutes BETWEEN 0 AND 10080),
  -- The maximum number of visitors who may choose at the same time, even if there are more pieces.
  choosing_at_once integer NOT NULL CONSTRAINT rooms_choosing CHECK (choosing_at_once > 0),
  -- The maximum number of visitors from one IP address: a household, an office, or a mobile network with thousands of
  -- users.
  places_of_address integer NOT NULL CONSTRAINT rooms_places_of_address CHECK (places_of_address > 0),
  -- The key that signs grants (HMAC-SHA256). It never leaves the server.
  grant_key bytea NOT NULL CONSTRAINT rooms_grant_key CHECK (octet_length(grant_key) = 32),
  -- When the places of the early visitors were assigned at random. Before that nobody has a place.
  drawn_at timestamptz,
  last_place integer NOT NULL DEFAULT 0,
  -- The last place whose turn has come. All processes use this number.
  called_up_to integer NOT NULL DEFAULT 0,
  CONSTRAINT rooms_called_within CHECK (called_up_to BETWEEN 0 AND last_place)
) WITH (fillfactor = 50);

CREATE TABLE room_visitors (
  id uuid PRIMARY KEY,
  presale_id uuid NOT NULL REFERENCES rooms,
  -- SHA-256 of the presale and the browser's own secret: one row per browser, even with several tabs.
  secret_hash bytea NOT NULL CONSTRAINT room_visitors_once UNIQUE,
  access_code text NOT NULL REFERENCES access_codes,
  -- Keyed hash of the IP address. It is only counted.
  origin bytea NOT NULL,
  joined_at timestamptz NOT NULL,
  place integer,
  called_at timestamptz,
  grant_ends_at timestamptz,
  -- The one cart that uses the grant. No foreign key, because it is written before the cart.
  cart_id uuid,
  cart_at timestamptz,
  CONSTRAINT room_visitors_place_once UNIQUE (presale_id, place),
  CONSTRAINT room_visitors_in_order CHECK ((place IS NOT NULL OR called_at IS NULL)
    AND (called_at IS NOT NULL OR grant_ends_at IS NULL) AND (grant_ends_at IS NOT NULL OR cart_id IS NULL)
    AND (cart_id IS NULL) = (cart_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX room_visitors_of_origin ON room_visitors (presale_id, origin);
CREATE INDEX room_visitors_of_code ON room_visitors (access_code);
CREATE INDEX room_visitors_called ON room_visitors (presale_id, called_at) WHERE called_at IS NOT NULL;

-- While the room is full, the pieces that live carts of a presale hold are counted each second.
CREATE INDEX carts_of_presale ON carts (presale_id) WHERE presale_id IS NOT NULL AND state = 'active';
