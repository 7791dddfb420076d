-- A return whose parcel the carrier brought back to the customer may get another label (rule RETURN-15).
ALTER TABLE label_purchases
  -- When the parcel came back to the customer, as the carrier reports it. Null if it did not.
  ADD COLUMN came_back_at timestamptz,
  ADD CONSTRAINT label_purchases_came_back CHECK (came_back_at IS NULL OR (state = 'bought' AND return_id IS NOT NULL));
UPDATE label_purchases l SET came_back_at = now() FROM returns r
  WHERE r.id = l.return_id AND r.way_back_state = 'RETURNED' AND l.state = 'bought';
DROP INDEX label_purchases_once_a_return;
CREATE UNIQUE INDEX label_purchases_once_a_return ON label_purchases (return_id)
  WHERE state IN ('queued', 'sent', 'bought') AND came_back_at IS NULL;
