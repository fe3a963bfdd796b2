-- Provisioning by an identity provider (SCIM 2.0): its tokens, what it calls people, its groups, and what membership in them gives.
-- The code before this migration knows nothing of it.
create sequence scim_tokens_id;
create table scim_tokens (
  id bigint not null default nextval('scim_tokens_id') check (id between 1 and 2147483647),
  organisation_id bigint not null,
  name text not null,
  hash bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint scim_tokens_pkey primary key (id),
  constraint scim_tokens_hash_unique unique (hash),
  constraint scim_tokens_organisation foreign key (organisation_id) references organisations (id) on delete cascade,
  constraint scim_tokens_created_by foreign key (created_by) references users (id),
  constraint scim_tokens_name_length check (char_length(name) between 1 and 100)
);
create index scim_tokens_by_organisation on scim_tokens (organisation_id, id);

create table provisioned_users (
  user_id uuid not null,
  -- what the identity provider calls them
  external_id text,
  -- whether their role comes of their groups
  role_given boolean not null default false,
  -- when the provider deleted them; records may name them, so the person stays, disabled
  removed_at timestamptz,
  updated_at timestamptz not null,
  constraint provisioned_users_pkey primary key (user_id),
  constraint provisioned_users_user foreign key (user_id) references users (id) on delete cascade
);

create sequence scim_groups_id;
create table scim_groups (
  organisation_id bigint not null,
  id bigint not null default nextval('scim_groups_id') check (id between 1 and 2147483647),
  name text not null,
  external_id text,
  -- what membership gives
  role text,
  grants text[] not null default '{}',
  team_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint scim_groups_pkey primary key (organisation_id, id),
  constraint scim_groups_organisation foreign key (organisation_id) references organisations (id),
  constraint scim_groups_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint scim_groups_role_known check (
    role in ('Administrator', 'InhouseLegal', 'Contributor', 'Standard', 'External', 'MatterManager'))
);

create table scim_group_members (
  organisation_id bigint not null,
  group_id bigint not null,
  user_id uuid not null,
  constraint scim_group_members_pkey primary key (organisation_id, group_id, user_id),
  constraint scim_group_members_group foreign key (organisation_id, group_id)
    references scim_groups (organisation_id, id) on delete cascade,
  constraint scim_group_members_user foreign key (user_id) references users (id) on delete cascade
);
create index scim_group_members_by_user on scim_group_members (user_id);
