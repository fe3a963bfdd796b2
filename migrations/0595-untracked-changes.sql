-- How many changes of its text were not tracked in a version that somebody without an account returned. Null for all
-- other versions, for those from before, and for what cannot be compared. The code before this migration writes none.
alter table file_versions add column untracked bigint;
