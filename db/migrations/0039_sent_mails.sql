-- Every email that the mail server accepted, about an order or not. The page Sistema lists and counts them.
ALTER TABLE order_mails RENAME TO sent_mails;
ALTER TABLE sent_mails RENAME CONSTRAINT order_mails_once TO sent_mails_once;
ALTER INDEX order_mails_of_order RENAME TO sent_mails_of_order;
ALTER TABLE sent_mails
  ALTER order_id DROP NOT NULL,
  ALTER told DROP NOT NULL,
  ADD shop_id uuid REFERENCES shops;
UPDATE sent_mails m SET shop_id = o.shop_id FROM orders o WHERE o.id = m.order_id;
ALTER TABLE sent_mails
  ALTER shop_id SET NOT NULL,
  -- The job's payload is stored so that staff can send the email again. Only emails about an order can be sent again.
  ADD CONSTRAINT sent_mails_told CHECK ((order_id IS NULL) = (told IS NULL));
CREATE INDEX sent_mails_on ON sent_mails (sent_at);
CREATE INDEX sent_mails_searched ON sent_mails USING gin (plain_text(recipient || ' ' || subject) gin_trgm_ops);

DELETE FROM daily_counts WHERE what = 'mail_sent';
ALTER TABLE daily_counts
  DROP CONSTRAINT daily_counts_known,
  ADD CONSTRAINT daily_counts_known CHECK (what IN ('news_unsigned', 'news_signature', 'news_incomplete'));
-- For requests of a person to get or to erase their data.
CREATE INDEX sent_mails_to ON sent_mails (recipient);
