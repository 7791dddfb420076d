-- Branches by one command: hosts that two shops cannot both claim, and which carriers a shop does without.

-- The names a shop answers to, the first the one its mails lead to.
CREATE TABLE shop_hosts (
  host text CONSTRAINT shop_hosts_once PRIMARY KEY
    CONSTRAINT shop_hosts_form CHECK (host = lower(btrim(host)) AND host <> ''),
  shop_id uuid NOT NULL REFERENCES shops,
  position integer NOT NULL
);
CREATE INDEX shop_hosts_of_shop ON shop_hosts (shop_id, position);

-- Of two that claimed one name the older had it.
INSERT INTO shop_hosts (host, shop_id, position)
SELECT lower(btrim(h.host)), s.id, h.position
FROM shops s, unnest(s.hosts) WITH ORDINALITY AS h (host, position) WHERE btrim(h.host) <> ''
ORDER BY s.created_at, s.key, h.position
ON CONFLICT DO NOTHING;

ALTER TABLE shops DROP COLUMN hosts;

CREATE TRIGGER shop_hosts_changed AFTER INSERT OR UPDATE OR DELETE ON shop_hosts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_shops_changed();

-- Every carrier is offered in every shop, but for these.
CREATE TABLE withdrawn_carriers (
  shop_id uuid NOT NULL REFERENCES shops,
  carrier_id uuid NOT NULL REFERENCES carriers,
  PRIMARY KEY (shop_id, carrier_id)
);

-- Whose name a mail came in.
ALTER TABLE sandbox_mails ADD COLUMN sender text NOT NULL DEFAULT '';
