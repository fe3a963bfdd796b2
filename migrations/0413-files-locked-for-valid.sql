-- The rows of before have no reason: checked without holding up writes.
alter table files validate constraint files_locked_for_known;
