-- What staff do with one order: notes, mails that went out, sizes changed before packing.

-- For staff alone. A note stays as it was written; withdrawn it is struck out, never gone.
CREATE TABLE order_notes (
  -- Made with the form: the same form sent twice is one note.
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  member_id uuid NOT NULL REFERENCES staff_members,
  -- As the name was then.
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

-- Mails about an order that the mail server took: the job's name and what it was told, to write it again.
CREATE TABLE order_mails (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  kind text NOT NULL,
  told jsonb NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- The same for every try at one mail: a job that is tried again is one row.
  message_id text NOT NULL CONSTRAINT order_mails_once UNIQUE,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_mails_of_order ON order_mails (order_id, sent_at);

-- Pieces of an order that became another size of their product. With them the order's lines are its cart's again.
CREATE TABLE order_size_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  from_size_id uuid NOT NULL REFERENCES sizes,
  to_size_id uuid NOT NULL REFERENCES sizes CONSTRAINT order_size_changes_something CHECK (to_size_id <> from_size_id),
  pieces integer NOT NULL CONSTRAINT order_size_changes_positive CHECK (pieces > 0),
  -- Of these, taken from the shelf: all, or none of a line made to order.
  held integer NOT NULL CONSTRAINT order_size_changes_held CHECK (held IN (0, pieces)),
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX order_size_changes_of_order ON order_size_changes (order_id);
CREATE TRIGGER order_size_changes_append_only BEFORE UPDATE OR DELETE ON order_size_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
