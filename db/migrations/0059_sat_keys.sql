-- Keys of c_ClaveProdServ that staff confirmed: they are in SAT's catalogue and missing in the project's list
-- (domain/sat-product-keys.ts).
CREATE TABLE sat_keys_confirmed (
  key text PRIMARY KEY CONSTRAINT sat_keys_confirmed_key CHECK (key ~ '^[0-9]{8}$' AND key !~ '0000$'),
  -- SAT's text as staff typed it, or empty.
  name text NOT NULL CONSTRAINT sat_keys_confirmed_name CHECK (length(name) <= 200),
  confirmed_by text NOT NULL,
  confirmed_at timestamptz NOT NULL DEFAULT now()
);

-- A family such as 53100000 is not a key: SAT refuses an invoice with it (CFDI40162). Products that had one get the key
-- of the next wider level: of the category, of the issuer, or 01010101. The log lists what was removed.
WITH products_cleared AS (
  UPDATE products p SET sat_product_key = NULL FROM (SELECT id, sat_product_key FROM products WHERE sat_product_key ~ '0000$') old
  WHERE p.id = old.id RETURNING p.id, p.name, old.sat_product_key AS key
), categories_cleared AS (
  UPDATE categories c SET sat_product_key = NULL FROM (SELECT id, sat_product_key FROM categories WHERE sat_product_key ~ '0000$') old
  WHERE c.id = old.id RETURNING c.id, c.name, old.sat_product_key AS key
), issuers_cleared AS (
  UPDATE invoice_issuers i SET product_key = NULL FROM (SELECT shop_id, product_key FROM invoice_issuers WHERE product_key ~ '0000$') old
  WHERE i.shop_id = old.shop_id RETURNING i.shop_id, i.name, old.product_key AS key
)
INSERT INTO change_log (who, act, object_kind, object_id, before, after)
SELECT 'actualización', act, kind, id::text, jsonb_build_object('productKey', key), jsonb_build_object('name', name, 'productKey', NULL)
FROM (
  SELECT 'sat-keys' AS act, 'sat-keys' AS kind, id, name, key FROM products_cleared
  UNION ALL SELECT 'sat-keys', 'sat-keys', id, name, key FROM categories_cleared
  UNION ALL SELECT 'issuer', 'issuer', shop_id, name, key FROM issuers_cleared) cleared;

ALTER TABLE products DROP CONSTRAINT products_sat_product_key,
  ADD CONSTRAINT products_sat_product_key CHECK (sat_product_key ~ '^[0-9]{8}$' AND sat_product_key !~ '0000$');
ALTER TABLE categories DROP CONSTRAINT categories_sat_product_key,
  ADD CONSTRAINT categories_sat_product_key CHECK (sat_product_key ~ '^[0-9]{8}$' AND sat_product_key !~ '0000$');
ALTER TABLE invoice_issuers DROP CONSTRAINT invoice_issuers_product_key,
  ADD CONSTRAINT invoice_issuers_product_key CHECK (product_key ~ '^[0-9]{8}$' AND product_key !~ '0000$');
