-- Administrators put departments, regions, teams and tags in an order. A place is null until an entry, or one after it, is moved: entries
-- without a place follow those with one, in the order of their names, so nothing changes until somebody moves an entry, and what the code
-- before this migration adds is in the right place.
alter table departments add column position bigint;
alter table regions add column position bigint;
alter table teams add column position bigint;
alter table tags add column position bigint;
