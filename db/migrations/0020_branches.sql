-- Branches: hosts that two shops cannot both have, and carriers that a shop does not offer.

-- The host names of a shop. Links in emails use the first one.
CREATE TABLE shop_hosts (
  host text CONSTRAINT shop_hosts_once PRIMARY KEY
    CONSTRAINT shop_hosts_form CHECK (host = lower(btrim(host)) AND host <> ''),
  shop_id uuid NOT NULL REFERENCES shops,
  position integer NOT NULL
);
CREATE INDEX shop_hosts_of_shop ON shop_hosts (shop_id, position);

-- Of two shops with one host the older shop keeps it.
INSERT INTO shop_hosts (host, shop_id, position)
SELECT lower(btrim(h.host)), s.id, h.position
FROM shops s, unnest(s.hosts) WITH ORDINALITY AS h (host, position) WHERE btrim(h.host) <> ''
ORDER BY s.created_at, s.key, h.position
ON CONFLICT DO NOTHING;

ALTER TABLE shops DROP COLUMN hosts;

CREATE TRIGGER shop_hosts_changed AFTER INSERT OR UPDATE OR DELETE ON shop_hosts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shops_changed();

-- Carriers that one shop does not offer. All others are offered in every shop.
CREATE TABLE withdrawn_carriers (
  shop_id uuid NOT NULL REFERENCES shops,
  carrier_id uuid NOT NULL REFERENCES carriers,
  PRIMARY KEY (shop_id, carrier_id)
);

-- The name of the shop that sent the email.
ALTER TABLE sandbox_mails ADD COLUMN sender text NOT NULL DEFAULT '';
