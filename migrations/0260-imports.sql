-- Imports: a table that somebody sent, to become records, row by row. `done` counts the rows that the state at hand has gone through and is
-- written in the transaction of each row, so that none is made twice or left out, whatever ends the process. The code before this
-- migration reads none of it.
create sequence imports_id;
create table imports (
  organisation_id bigint not null,
  id bigint not null default nextval('imports_id'),
  kind text not null,
  -- of the file
  name text not null,
  state text not null,
  created_by uuid not null,
  -- of the token that asked for it; null for a session
  grant_id bigint,
  request_id text,
  -- what was read of each column: heading, samples, in which ways its days and numbers can be read
  columns jsonb not null,
  -- which property each column is, and how its texts are read
  mapping jsonb not null,
  total integer not null,
  done integer not null default 0,
  made integer not null default 0,
  skipped integer not null default 0,
  undone integer not null default 0,
  -- rows with a problem, found by the last check; null before it
  wrong integer,
  -- why it stopped by itself
  failure text,
  -- unexpected errors since the last row
  errors integer not null default 0,
  -- who works on it, and until when nobody else may: in real time
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  constraint imports_pkey primary key (organisation_id, id),
  constraint imports_organisation foreign key (organisation_id) references organisations (id),
  constraint imports_created_by foreign key (created_by) references users (id),
  constraint imports_state_known check (state in ('Mapping', 'Checking', 'Checked', 'Running', 'Stopped', 'Done', 'Undoing', 'Undone')),
  constraint imports_done check (done between 0 and total),
  constraint imports_id_check check (id between 1 and 2147483647)
);
create index imports_at_work on imports (leased_until) where state in ('Checking', 'Running', 'Undoing');
create index imports_by_change on imports (updated_at);

create table import_rows (
  organisation_id bigint not null,
  import_id bigint not null,
  -- in the file, where the headings are row 1
  number integer not null,
  -- in which order they are made: what others belong to comes first
  place integer not null,
  -- a text for each column
  cells jsonb not null,
  outcome text,
  -- of what was made; people have other ids than everything else
  made_id text,
  because text,
  constraint import_rows_pkey primary key (organisation_id, import_id, number),
  constraint import_rows_import foreign key (organisation_id, import_id) references imports (organisation_id, id) on delete cascade,
  constraint import_rows_cells_list check (jsonb_typeof(cells) = 'array'),
  constraint import_rows_outcome_known check (outcome in ('Made', 'Skipped', 'Undone', 'Kept'))
);
create index import_rows_in_order on import_rows (organisation_id, import_id, place);

-- what the last check has found
create table import_problems (
  organisation_id bigint not null,
  import_id bigint not null,
  number integer not null,
  position integer not null,
  -- null for what is wrong with the row as a whole, or with what it lacks
  column_number integer,
  property text,
  found text not null,
  problem text not null,
  -- what could be meant
  suggestions jsonb not null,
  constraint import_problems_pkey primary key (organisation_id, import_id, number, position),
  constraint import_problems_row foreign key (organisation_id, import_id, number)
    references import_rows (organisation_id, import_id, number) on delete cascade
);

-- files that rows name by their paths
create table import_files (
  organisation_id bigint not null,
  import_id bigint not null,
  path text not null,
  -- the last part of the path, in lower case
  base_name text not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  md5 bytea not null,
  content_type text not null,
  created_at timestamptz not null,
  constraint import_files_pkey primary key (organisation_id, import_id, path),
  constraint import_files_import foreign key (organisation_id, import_id) references imports (organisation_id, id) on delete cascade
);
create index import_files_by_name on import_files (organisation_id, import_id, base_name);
create index import_files_by_content on import_files (organisation_id, storage_key);

-- zip archives that are unpacked into import_files, entry by entry
create table import_archives (
  organisation_id bigint not null,
  import_id bigint not null,
  number integer not null,
  name text not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  entries integer not null default 0,
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint import_archives_pkey primary key (organisation_id, import_id, number),
  constraint import_archives_import foreign key (organisation_id, import_id) references imports (organisation_id, id) on delete cascade
);
create index import_archives_by_content on import_archives (organisation_id, storage_key);
create index import_archives_to_unpack on import_archives (organisation_id, import_id) where finished_at is null;

-- which property a heading is, kept to be used again
create sequence import_mappings_id;
create table import_mappings (
  organisation_id bigint not null,
  id bigint not null default nextval('import_mappings_id'),
  kind text not null,
  name text not null,
  mapping jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint import_mappings_pkey primary key (organisation_id, id),
  constraint import_mappings_organisation foreign key (organisation_id) references organisations (id),
  constraint import_mappings_created_by foreign key (created_by) references users (id),
  constraint import_mappings_id_check check (id between 1 and 2147483647)
);
create index import_mappings_of_kind on import_mappings (organisation_id, kind, id desc);
