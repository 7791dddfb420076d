-- What a customer was already told of his money, so that he is told once.

-- When the mail with a payment's voucher was written; null: it has none, or nobody was told.
ALTER TABLE payments ADD COLUMN voucher_told_at timestamptz;

-- When the reminder of an unpaid order was written; null again where its deadline moved before it was sent.
ALTER TABLE orders ADD COLUMN reminded_at timestamptz;
