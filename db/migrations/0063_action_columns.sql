-- The action of a log entry is called so.
ALTER TABLE change_log RENAME COLUMN act TO action;
ALTER TABLE assisted_actions RENAME COLUMN act TO action;
ALTER TABLE bulk_edits RENAME COLUMN act TO action;
