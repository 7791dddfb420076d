-- Pictures that customers send with a return (rule RETURN-12). Their files are private, like the transfer receipts.
CREATE TABLE return_pictures (
  id uuid PRIMARY KEY,
  return_id uuid NOT NULL REFERENCES returns (id),
  file text NOT NULL UNIQUE,
  bytes integer NOT NULL CHECK (bytes > 0),
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  -- When the picture was removed. No page shows it any more, and a job deletes its file and then its row.
  removed_at timestamptz
);
CREATE INDEX return_pictures_by_return ON return_pictures (return_id);
