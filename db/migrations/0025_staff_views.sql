-- Lists of the back office under a name of one's own: what they are searched and narrowed by.
CREATE TABLE staff_views (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- The list's path: "/panel/pedidos".
  path text NOT NULL,
  name text NOT NULL,
  -- As in the address: "estado=PAYMENT_ACCEPTED&q=talla".
  query text NOT NULL,
  CONSTRAINT staff_views_name_once UNIQUE (member_id, path, name)
);
