-- Named views of lists in the back office: their searches and filters.
CREATE TABLE staff_views (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- The list's path: "/panel/pedidos".
  path text NOT NULL,
  name text NOT NULL,
  -- The query string of the URL: "estado=PAYMENT_ACCEPTED&q=talla".
  query text NOT NULL,
  CONSTRAINT staff_views_name_once UNIQUE (member_id, path, name)
);
