-- Mappings of imports have a version and a name of their own, so that two administrators who change one do not undo each other's work
-- unseen. The code before this migration replaces a mapping by a new row, which begins at 1 again; of two with one name the newer counts.
delete from import_mappings older using import_mappings newer
  where newer.organisation_id = older.organisation_id and newer.kind = older.kind and newer.name = older.name and newer.id > older.id;
alter table import_mappings add column version bigint not null default 1;
alter table import_mappings add constraint import_mappings_name_unique unique (organisation_id, kind, name);
