-- Comparisons of two versions of Word documents: asked for once, made in the background, and kept as long as both versions are there.
-- The old code neither asks for nor makes any; those that wait are made by the next process of the new code.
create sequence file_comparisons_id;
create table file_comparisons (
  organisation_id bigint not null,
  id bigint not null default nextval('file_comparisons_id') check (id between 1 and 2147483647),
  before_file_id bigint not null,
  before_version bigint not null,
  after_file_id bigint not null,
  after_version bigint not null,
  state text not null,
  -- for people, when they could not be compared
  reason text,
  -- whether the redline gives both texts back exactly
  exact boolean,
  -- of the redline: a document with tracked changes, whose author is filled in when somebody downloads it
  storage_key text,
  size bigint,
  sha256 bytea,
  asked_at timestamptz not null,
  ended_at timestamptz,
  constraint file_comparisons_pkey primary key (organisation_id, id),
  constraint file_comparisons_before foreign key (organisation_id, before_file_id, before_version)
    references file_versions (organisation_id, file_id, version) on delete cascade,
  constraint file_comparisons_after foreign key (organisation_id, after_file_id, after_version)
    references file_versions (organisation_id, file_id, version) on delete cascade,
  constraint file_comparisons_state check (state in ('Working', 'Done', 'Failed')),
  constraint file_comparisons_done check (state <> 'Done' or (storage_key is not null and exact is not null))
);
create unique index file_comparisons_versions
  on file_comparisons (organisation_id, after_file_id, after_version, before_file_id, before_version);
create index file_comparisons_by_before on file_comparisons (organisation_id, before_file_id, before_version);
-- contents that rows refer to are looked up by their keys
create index file_comparisons_by_content on file_comparisons (organisation_id, storage_key) where storage_key is not null;
create index file_comparisons_working on file_comparisons (organisation_id) where state = 'Working';

-- What a redline says, in pieces: its changes, and its paragraphs to show them in.
create table file_comparison_parts (
  organisation_id bigint not null,
  comparison_id bigint not null,
  kind text not null,
  part bigint not null,
  items json not null,
  constraint file_comparison_parts_pkey primary key (organisation_id, comparison_id, kind, part),
  constraint file_comparison_parts_comparison foreign key (organisation_id, comparison_id)
    references file_comparisons (organisation_id, id) on delete cascade,
  constraint file_comparison_parts_kind check (kind in ('Changes', 'Blocks'))
);
