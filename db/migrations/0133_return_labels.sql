-- Labels of returns (rule CARRIER-6). They are bought like labels of parcels.
ALTER TABLE label_purchases ADD COLUMN return_id uuid REFERENCES returns,
  ADD CONSTRAINT label_purchases_one_way CHECK (return_id IS NULL OR parcel_id IS NULL);
CREATE UNIQUE INDEX label_purchases_once_a_return ON label_purchases (return_id) WHERE state IN ('queued', 'sent', 'bought');
