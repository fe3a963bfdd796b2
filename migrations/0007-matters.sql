-- Matters and their members, as far as contracts and files hang on them.

create sequence matter_categories_id;
create table matter_categories (
  organisation_id bigint not null,
  id bigint not null default nextval('matter_categories_id') check (id between 1 and 2147483647),
  parent_id bigint,
  name text not null,
  team_id bigint,
  team_required boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint matter_categories_pkey primary key (organisation_id, id),
  constraint matter_categories_organisation foreign key (organisation_id) references organisations (id),
  constraint matter_categories_parent foreign key (organisation_id, parent_id) references matter_categories (organisation_id, id),
  constraint matter_categories_team foreign key (organisation_id, team_id) references teams (organisation_id, id)
);

create sequence matters_id;
create table matters (
  organisation_id bigint not null,
  id bigint not null default nextval('matters_id') check (id between 1 and 2147483647),
  -- runs from 1 in each organisation; shown as LW0001-0042
  number bigint not null,
  name text not null,
  status text not null,
  category_id bigint not null,
  owner_id uuid not null,
  manager_id uuid,
  created_by uuid not null,
  team_id bigint,
  parent_id bigint,
  external_id text,
  restricted boolean not null default false,
  urgent boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_activity_at timestamptz not null,
  -- counts the changes; the ETag of the details
  version bigint not null default 1,
  constraint matters_pkey primary key (organisation_id, id),
  constraint matters_organisation foreign key (organisation_id) references organisations (id),
  constraint matters_category foreign key (organisation_id, category_id) references matter_categories (organisation_id, id),
  constraint matters_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint matters_parent foreign key (organisation_id, parent_id) references matters (organisation_id, id),
  constraint matters_owner foreign key (owner_id) references users (id),
  constraint matters_manager foreign key (manager_id) references users (id),
  constraint matters_created_by foreign key (created_by) references users (id),
  constraint matters_number_unique unique (organisation_id, number),
  constraint matters_external_id_unique unique (organisation_id, external_id),
  constraint matters_status_known check (status in ('Draft', 'Scoping', 'Review', 'Active', 'AwaitingManagerAcceptance', 'AwaitingOwnerAcceptance', 'Complete', 'Archived', 'OnHold'))
);
create index matters_by_name on matters (organisation_id, (lower(name) collate "C"), id);
create index matters_by_team on matters (organisation_id, team_id, id) where team_id is not null;

create table matter_members (
  organisation_id bigint not null,
  matter_id bigint not null,
  user_id uuid not null,
  added_at timestamptz not null,
  constraint matter_members_pkey primary key (organisation_id, matter_id, user_id),
  constraint matter_members_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id) on delete cascade,
  constraint matter_members_user foreign key (user_id) references users (id)
);
create index matter_members_by_user on matter_members (organisation_id, user_id, matter_id);

alter table contracts add constraint contracts_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id);
alter table files add constraint files_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id);
