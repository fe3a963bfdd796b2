-- The private addresses under which calendar programs read the dates of a person. Only a hash of the address is stored. The old code
-- has no such addresses.
create sequence calendar_feeds_id;
create table calendar_feeds (
  id bigint not null default nextval('calendar_feeds_id'),
  hash bytea not null,
  user_id uuid not null,
  scope text not null,
  created_at timestamptz not null,
  constraint calendar_feeds_pkey primary key (id),
  constraint calendar_feeds_hash_unique unique (hash),
  constraint calendar_feeds_user foreign key (user_id) references users (id) on delete cascade,
  constraint calendar_feeds_scope_known check (scope in ('Mine', 'All')),
  constraint calendar_feeds_id_check check (id between 1 and 2147483647)
);
create index calendar_feeds_by_user on calendar_feeds (user_id, id);
