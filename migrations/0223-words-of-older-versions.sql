-- The words of versions that are not the current one, for a search that asks for them. Rows are written when a file is indexed, and the
-- job that looks for what is missing (index-missing-files) finds those that are there already. The code before this one knows nothing of it.
create table file_version_words (
  organisation_id bigint not null,
  file_id bigint not null,
  version bigint not null,
  -- without positions; empty for a version without text
  words tsvector not null,
  constraint file_version_words_pkey primary key (organisation_id, file_id, version),
  constraint file_version_words_version foreign key (organisation_id, file_id, version)
    references file_versions (organisation_id, file_id, version) on delete cascade
);
-- without a list of pending entries, as the index of current versions
create index file_version_words_by_word on file_version_words using gin (organisation_id, words) with (fastupdate = off);
