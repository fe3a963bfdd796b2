-- Exports of organisations that are made in the background and stored in pieces, to be downloaded for some days. The code before this
-- migration makes none.
create sequence organisation_exports_id;
create table organisation_exports (
  organisation_id bigint not null,
  id bigint not null default nextval('organisation_exports_id'),
  state text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- the moment that its rows are of
  started_at timestamptz,
  finished_at timestamptz,
  -- when it is deleted; null as long as it is not finished
  expires_at timestamptz,
  -- contents of files: how many are written, and how many there are, which is known once the rows are written
  contents_done integer not null default 0,
  contents_total integer,
  -- bytes written so far, and in all once it is finished
  size bigint not null default 0,
  sha256 bytea,
  -- how often it was begun
  attempts integer not null default 0,
  -- why it failed
  failure text,
  -- who works on it, and until when nobody else may: in real time
  lease uuid,
  leased_until timestamptz,
  constraint organisation_exports_pkey primary key (organisation_id, id),
  constraint organisation_exports_organisation foreign key (organisation_id) references organisations (id),
  constraint organisation_exports_created_by foreign key (created_by) references users (id),
  constraint organisation_exports_state_known check (state in ('Waiting', 'Running', 'Done', 'Failed')),
  constraint organisation_exports_done check (state <> 'Done' or (sha256 is not null and expires_at is not null)),
  constraint organisation_exports_id_check check (id between 1 and 2147483647)
);
create index organisation_exports_unfinished on organisation_exports (leased_until) where finished_at is null;
create index organisation_exports_by_end on organisation_exports (expires_at);
-- one is made at a time
create unique index organisation_exports_one_unfinished on organisation_exports (organisation_id) where finished_at is null;

create table organisation_export_pieces (
  organisation_id bigint not null,
  export_id bigint not null,
  number integer not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  constraint organisation_export_pieces_pkey primary key (organisation_id, export_id, number),
  constraint organisation_export_pieces_export foreign key (organisation_id, export_id)
    references organisation_exports (organisation_id, id) on delete cascade
);
create index organisation_export_pieces_by_content on organisation_export_pieces (organisation_id, storage_key);
