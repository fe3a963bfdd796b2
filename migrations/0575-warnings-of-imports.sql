-- Warnings of imports: rows that can be made although something of them has no place, or is missing. The code before
-- this migration writes no warnings and makes every row.
alter table import_problems add column warning boolean not null default false;
-- how many rows without problems would be left out together with those that have warnings; null before a check
alter table imports add column warned integer;
alter table imports add column warnings text not null default 'KeepValues';
alter table imports add constraint imports_warnings_known
  check (warnings in ('KeepValues', 'DropValues', 'SkipRows')) not valid;
alter table imports validate constraint imports_warnings_known;
-- the row of the same table that a row belongs to
alter table import_rows add column parent_number integer;
