-- Files whose document is kept in another store: a link has an address instead of versions. That a file has one or the other, never
-- both, is held by the reference of its versions: they belong to files that are no links, and a file stays what it was made as.
-- Old code writes neither column and makes no links; it shows one as a file without bytes, whose download is not found.
alter table files
  add column linked boolean not null default false,
  add column web_uri text,
  add constraint files_link check (
    linked = (web_uri is not null) and (not linked or (kind = 'File' and version = 1 and size = 0))
  ) not valid,
  add constraint files_web_uri check (web_uri ~ '^https://' and char_length(web_uri) <= 2048) not valid,
  add constraint files_linked_or_not unique (organisation_id, id, linked);

alter table file_versions
  add column linked boolean not null default false,
  add constraint file_versions_of_no_link check (not linked) not valid,
  drop constraint file_versions_file,
  add constraint file_versions_file foreign key (organisation_id, file_id, linked)
    references files (organisation_id, id, linked) not valid;

-- links are few among an organisation's files, and listed by themselves
create index files_links on files (organisation_id, id) where linked;
