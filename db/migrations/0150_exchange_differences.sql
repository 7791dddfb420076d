-- Exchanges for a more expensive size (decision 77, rules RETURN-13 and RETURN-14). The difference is an order of its
-- own without shipping. It is paid, expires and is invoiced like any other order.
ALTER TABLE orders ADD COLUMN return_id uuid REFERENCES returns;
CREATE UNIQUE INDEX orders_one_difference_a_return ON orders (return_id) WHERE return_id IS NOT NULL;

ALTER TABLE return_lines
  -- By how much a piece of the new size is more expensive.
  ADD COLUMN surcharge_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT return_lines_surcharge CHECK (surcharge_cents >= 0),
  -- The same difference at the head office's prices, which a branch owes. 0 in the head office.
  ADD COLUMN head_office_surcharge_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT return_lines_head_office_surcharge CHECK (head_office_surcharge_cents >= 0),
  -- The name of the new size if its exchange ended because the difference was not paid, or was refunded. The returned
  -- piece is refunded instead.
  ADD COLUMN unpaid_new_name text,
  ADD CONSTRAINT return_lines_one_difference CHECK (difference_cents = 0 OR surcharge_cents = 0),
  ADD CONSTRAINT return_lines_surcharge_of_exchange CHECK (surcharge_cents = 0 OR wish = 'EXCHANGE'),
  ADD CONSTRAINT return_lines_unpaid_is_refund CHECK (unpaid_new_name IS NULL OR wish = 'REFUND');

ALTER TABLE returns
  -- The refunded part of paid differences: for pieces that are returned again, and for pieces that did not arrive.
  ADD COLUMN surcharge_back_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT returns_surcharge_back CHECK (surcharge_back_cents >= 0),
  DROP CONSTRAINT returns_refund_within,
  ADD CONSTRAINT returns_refund_within CHECK (refund_cents >= 0 AND refund_cents
    <= greatest(0, value_cents - given_before_cents) + difference_cents + surcharge_back_cents + charges_cents),
  DROP CONSTRAINT returns_less_has_reason,
  ADD CONSTRAINT returns_less_has_reason CHECK (less_because IS NOT NULL OR refund_cents
    = greatest(0, value_cents - given_before_cents) + difference_cents + surcharge_back_cents + charges_cents);
