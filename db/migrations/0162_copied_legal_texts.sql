-- A branch that was made as a copy had legal texts without a version, so the first change of a text left no copy of it.
INSERT INTO legal_text_versions (shop_id, page, sections, who, at)
  SELECT t.shop_id, t.page, t.sections, 'actualización', t.updated_on::timestamp AT TIME ZONE 'America/Mexico_City'
  FROM legal_texts t
  WHERE NOT EXISTS (SELECT FROM legal_text_versions v WHERE v.shop_id = t.shop_id AND v.page = t.page);
