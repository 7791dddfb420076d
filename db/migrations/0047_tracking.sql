-- Where a carrier shows its parcels: the address of its tracking page, with {guide} where the tracking number goes.
ALTER TABLE carriers ADD COLUMN tracking_url text
  CONSTRAINT carriers_tracking_url_whole CHECK (tracking_url LIKE 'https://%{guide}%');

-- Which orders left with the same tracking number: staff are told.
CREATE INDEX orders_of_tracking_number ON orders (tracking_number) WHERE tracking_number IS NOT NULL;
