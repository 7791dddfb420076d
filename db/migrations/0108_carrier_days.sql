-- The business days that a carrier needs. Until now they were part of its description (rule PARCEL-7).
ALTER TABLE carriers ADD COLUMN min_days integer, ADD COLUMN max_days integer,
  ADD CONSTRAINT carriers_days_whole CHECK ((min_days IS NULL) = (max_days IS NULL)),
  ADD CONSTRAINT carriers_days_range CHECK (min_days >= 0 AND max_days BETWEEN min_days AND 60);
UPDATE carriers c SET min_days = least(d.first, 60), max_days = least(d.last, 60)
FROM (
  SELECT id, (found)[1]::integer AS first, coalesce((found)[2], (found)[1])::integer AS last
  FROM (
    SELECT id, regexp_match(description, '(\d{1,2})(?:\s*(?:a|y|o|-|–)\s*(\d{1,2}))?\s+d[ií]as?\s+h[aá]bil(?:es)?', 'i') AS found
    FROM carriers) described
  WHERE found IS NOT NULL) d
WHERE d.id = c.id AND d.first <= d.last;
