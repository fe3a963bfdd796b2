-- Lists as people keep and share them: a filter with an order and columns, under a name. The filter is kept as it was written, so that
-- me() and today(n) have their values when it is used.
create sequence saved_views_id;
create table saved_views (
  organisation_id bigint not null,
  id bigint not null default nextval('saved_views_id'),
  list text not null,
  name text not null,
  filter text,
  order_by text,
  columns jsonb not null,
  group_by text,
  layout text not null,
  shared_with text not null,
  team_id bigint,
  owner_id uuid not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_views_pkey primary key (organisation_id, id),
  constraint saved_views_organisation foreign key (organisation_id) references organisations (id),
  constraint saved_views_owner foreign key (owner_id) references users (id),
  constraint saved_views_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint saved_views_shared_with_known check (shared_with in ('Me', 'Team', 'Organization')),
  constraint saved_views_of_a_team check ((shared_with = 'Team') = (team_id is not null)),
  constraint saved_views_id_check check (id between 1 and 2147483647)
);
create index saved_views_by_owner on saved_views (organisation_id, owner_id, id);
