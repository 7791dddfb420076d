-- These columns get the name of the field in the code.
ALTER TABLE change_log RENAME COLUMN act TO action;
ALTER TABLE assisted_actions RENAME COLUMN act TO action;
ALTER TABLE bulk_edits RENAME COLUMN act TO action;
