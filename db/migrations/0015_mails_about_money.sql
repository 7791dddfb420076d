-- Emails about money that were already sent, so that each is sent once.

-- When the email with a payment's voucher was enqueued. Null: there is no voucher, or no email yet.
ALTER TABLE payments ADD COLUMN voucher_told_at timestamptz;

-- When the reminder of an unpaid order was enqueued. Null again if the deadline moved before it was sent.
ALTER TABLE orders ADD COLUMN reminded_at timestamptz;
