-- Contract types (templates in the words of v1), contracts and their members.

create sequence contract_groups_id;
create table contract_groups (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_groups_id') check (id between 1 and 2147483647),
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contract_groups_pkey primary key (organisation_id, id),
  constraint contract_groups_organisation foreign key (organisation_id) references organisations (id)
);
create unique index contract_groups_name_unique on contract_groups (organisation_id, lower(name));

create sequence contract_templates_id;
create table contract_templates (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_templates_id') check (id between 1 and 2147483647),
  group_id bigint not null,
  name text not null,
  category text not null,
  -- the team that contracts of this type go to when none is given
  team_id bigint,
  team_required boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint contract_templates_pkey primary key (organisation_id, id),
  constraint contract_templates_group foreign key (organisation_id, group_id) references contract_groups (organisation_id, id),
  constraint contract_templates_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint contract_templates_category_known check (category in ('Sales', 'Purchasing', 'Commercial'))
);

create sequence contracts_id;
create table contracts (
  organisation_id bigint not null,
  id bigint not null default nextval('contracts_id') check (id between 1 and 2147483647),
  name text not null,
  status text not null,
  template_id bigint not null,
  owner_id uuid not null,
  created_by uuid not null,
  team_id bigint,
  matter_id bigint,
  parent_id bigint,
  external_id text,
  restricted boolean not null default false,
  -- local time of the organisation, without zone
  expiry timestamp,
  executed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_activity_at timestamptz not null,
  -- counts the changes; the ETag of the details
  version bigint not null default 1,
  constraint contracts_pkey primary key (organisation_id, id),
  constraint contracts_organisation foreign key (organisation_id) references organisations (id),
  constraint contracts_template foreign key (organisation_id, template_id) references contract_templates (organisation_id, id),
  constraint contracts_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint contracts_parent foreign key (organisation_id, parent_id) references contracts (organisation_id, id),
  constraint contracts_owner foreign key (owner_id) references users (id),
  constraint contracts_created_by foreign key (created_by) references users (id),
  constraint contracts_external_id_unique unique (organisation_id, external_id),
  constraint contracts_status_known check (status in ('Draft', 'Negotiating', 'Approval', 'Signing', 'Executed', 'Expired', 'Void'))
);
create index contracts_by_name on contracts (organisation_id, (lower(name) collate "C"), id);
create index contracts_by_creation on contracts (organisation_id, created_at, id);
create index contracts_by_team on contracts (organisation_id, team_id, id) where team_id is not null;
create index contracts_by_parent on contracts (organisation_id, parent_id) where parent_id is not null;

-- Who is on a contract: its owner is always one of them.
create table contract_members (
  organisation_id bigint not null,
  contract_id bigint not null,
  user_id uuid not null,
  added_at timestamptz not null,
  constraint contract_members_pkey primary key (organisation_id, contract_id, user_id),
  constraint contract_members_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id) on delete cascade,
  constraint contract_members_user foreign key (user_id) references users (id)
);
create index contract_members_by_user on contract_members (organisation_id, user_id, contract_id);
