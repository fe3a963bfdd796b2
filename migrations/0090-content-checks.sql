-- The check of stored contents in the background: where it stands, and what it found. The code before this one knows nothing of it.

create table content_checks (
  id boolean not null default true,
  began_at timestamptz,
  ended_at timestamptz,
  -- the last contents that were checked in the round that is under way
  after_organisation_id bigint not null default 0,
  after_storage_key text not null default '',
  contents bigint not null default 0,
  bytes bigint not null default 0,
  -- one process at a time checks
  held_until timestamptz,
  constraint content_checks_pkey primary key (id),
  constraint content_checks_one_row check (id)
);
insert into content_checks default values;

create table content_damages (
  organisation_id bigint not null,
  storage_key text not null,
  problem text not null,
  size bigint not null,
  sha256 bytea not null,
  found_at timestamptz not null,
  checked_at timestamptz not null,
  constraint content_damages_pkey primary key (organisation_id, storage_key),
  constraint content_damages_of_organisation foreign key (organisation_id) references organisations (id),
  constraint content_damages_problem check (problem in ('missing', 'damaged'))
);
