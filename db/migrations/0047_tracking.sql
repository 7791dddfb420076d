-- The URL of a carrier's tracking page, with {guide} in place of the tracking number.
ALTER TABLE carriers ADD COLUMN tracking_url text
  CONSTRAINT carriers_tracking_url_whole CHECK (tracking_url LIKE 'https://%{guide}%');

-- Orders with the same tracking number. Staff are warned of them.
CREATE INDEX orders_of_tracking_number ON orders (tracking_number) WHERE tracking_number IS NOT NULL;
