-- What people looked at last. Not history: a row is where a person was with a record, and goes after a while.
create sequence recents_place;
create table recents (
  -- of the record
  organisation_id bigint not null,
  user_id uuid not null,
  kind text not null,
  record_id bigint not null,
  seen_at timestamptz not null,
  -- the order of looking: several records are looked at in one moment, and a sandbox's clock can go back
  place bigint not null default nextval('recents_place'),
  constraint recents_pkey primary key (organisation_id, user_id, kind, record_id),
  constraint recents_user foreign key (user_id) references users (id) on delete cascade,
  constraint recents_kind_known check (kind in ('Matter', 'Contract', 'File'))
);
create index recents_latest on recents (organisation_id, user_id, place desc);
-- what is old goes, once a day
create index recents_by_time on recents (organisation_id, seen_at);
