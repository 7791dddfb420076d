-- The days between which the parcel should arrive, as the customer was told when it left (rule PARCEL-7), and whether
-- pieces of the order were still in no parcel when this one was packed.
ALTER TABLE parcels ADD COLUMN arrives_from date, ADD COLUMN arrives_to date,
  ADD COLUMN leaves_rest boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT parcels_arrival_whole CHECK ((arrives_from IS NULL) = (arrives_to IS NULL) AND arrives_from <= arrives_to);
CREATE INDEX parcels_leaving_rest ON parcels (order_id) WHERE leaves_rest OR state = 'RETURNED';
