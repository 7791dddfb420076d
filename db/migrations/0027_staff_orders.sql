-- What staff do with one order: notes, emails that were sent, and sizes changed before packing.

-- For staff only. The text of a note never changes. A withdrawn note stays and is shown as struck out.
CREATE TABLE order_notes (
  -- Generated with the form: the same form sent twice is one note.
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- The member's name at that time.
  who text NOT NULL,
  text text NOT NULL CONSTRAINT order_notes_length CHECK (length(text) BETWEEN 1 AND 2000),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  withdrawn_at timestamptz
);
CREATE INDEX order_notes_of_order ON order_notes (order_id, at);
CREATE FUNCTION refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
    AND (NEW.id, NEW.order_id, NEW.member_id, NEW.who, NEW.text, NEW.at)
      = (OLD.id, OLD.order_id, OLD.member_id, OLD.who, OLD.text, OLD.at)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'order_notes is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER order_notes_append_only BEFORE UPDATE OR DELETE ON order_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_note_change();

-- Emails about an order that the mail server accepted: the name of the job and its data, to send the email again.
CREATE TABLE order_mails (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  kind text NOT NULL,
  told jsonb NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- The same for each attempt at one email, so that a retried job has one row.
  message_id text NOT NULL CONSTRAINT order_mails_once UNIQUE,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_mails_of_order ON order_mails (order_id, sent_at);

-- Pieces of an order that were changed to another size of their product. With these rows the order's lines match its
-- cart.
CREATE TABLE order_size_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  from_size_id uuid NOT NULL REFERENCES sizes,
  to_size_id uuid NOT NULL REFERENCES sizes CONSTRAINT order_size_changes_something CHECK (to_size_id <> from_size_id),
  pieces integer NOT NULL CONSTRAINT order_size_changes_positive CHECK (pieces > 0),
  -- The pieces of these that were taken from the stock: all, or none for a line made to order.
  held integer NOT NULL CONSTRAINT order_size_changes_held CHECK (held IN (0, pieces)),
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_size_changes_of_order ON order_size_changes (order_id);
CREATE TRIGGER order_size_changes_append_only BEFORE UPDATE OR DELETE ON order_size_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
