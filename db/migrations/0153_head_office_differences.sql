-- By how much a branch's debt to the head office decreases, because a piece that cost more was returned again or not
-- sent (rule RETURN-14). It is separate from `head_office_cents`, from which the value of later returns is computed. 0
-- in the head office.
ALTER TABLE returns
  ADD COLUMN head_office_surcharge_back_cents bigint NOT NULL DEFAULT 0
    CONSTRAINT returns_head_office_surcharge_back CHECK (head_office_surcharge_back_cents >= 0);
