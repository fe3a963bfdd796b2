-- Changes of many records that are carried out in the background, record by record, in the order of their ids. `done` says how far one
-- has come and is written in the transaction of each record, so that none is changed twice or left out, whatever ends the process.
-- The old code reads none of it.
create sequence bulk_changes_id;
create table bulk_changes (
  organisation_id bigint not null,
  id bigint not null default nextval('bulk_changes_id'),
  created_by uuid not null,
  -- of the token that asked for it; null for a session
  client_id bigint,
  grant_id bigint,
  request_id text,
  list text not null,
  change jsonb not null,
  only_empty boolean not null,
  check_only boolean not null,
  state text not null,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  differing integer not null default 0,
  skipped integer not null default 0,
  -- the first of those that were skipped, with the reason
  refusals jsonb not null,
  -- why it failed
  failure text,
  -- unexpected errors since the last record
  errors integer not null default 0,
  -- who works on it, and until when nobody else may: in real time
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  constraint bulk_changes_pkey primary key (organisation_id, id),
  constraint bulk_changes_organisation foreign key (organisation_id) references organisations (id),
  constraint bulk_changes_created_by foreign key (created_by) references users (id),
  constraint bulk_changes_state_known check (state in ('Waiting', 'Running', 'Done', 'Cancelled', 'Failed')),
  constraint bulk_changes_done check (done between 0 and total),
  constraint bulk_changes_id_check check (id between 1 and 2147483647)
);
create index bulk_changes_unfinished on bulk_changes (leased_until) where finished_at is null;
create index bulk_changes_of_person on bulk_changes (organisation_id, created_by, id desc);
create index bulk_changes_by_end on bulk_changes (finished_at) where finished_at is not null;

create table bulk_change_ids (
  organisation_id bigint not null,
  bulk_change_id bigint not null,
  -- 0 for the first thousand, 1 for the second
  part integer not null,
  ids bigint[] not null,
  constraint bulk_change_ids_pkey primary key (organisation_id, bulk_change_id, part),
  constraint bulk_change_ids_change foreign key (organisation_id, bulk_change_id)
    references bulk_changes (organisation_id, id) on delete cascade
);
