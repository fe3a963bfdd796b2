-- Organisations, people, teams, and the events that every change writes.
-- organisations, users, user_organisations and organisation_links are small tables that refer only to each other, so that
-- a sharded database can keep a copy of them everywhere; every other table belongs to one organisation and carries its id.

create sequence organisations_id;
create table organisations (
  id bigint not null default nextval('organisations_id') check (id between 1 and 2147483647),
  name text not null,
  type text not null,
  -- local time of key dates and of a contract's expiry
  time_zone text not null default 'UTC',
  currency text not null default 'USD',
  -- whether people may sign in with a password of ours, besides single sign-on
  local_accounts boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint organisations_pkey primary key (id),
  constraint organisations_type_known check (type in ('Customer', 'ServiceProvider'))
);

-- Which law firms work for which customers.
create table organisation_links (
  customer_id bigint not null,
  provider_id bigint not null,
  created_at timestamptz not null,
  constraint organisation_links_pkey primary key (customer_id, provider_id),
  constraint organisation_links_customer foreign key (customer_id) references organisations (id),
  constraint organisation_links_provider foreign key (provider_id) references organisations (id)
);

create table users (
  id uuid not null,
  organisation_id bigint not null,
  email text not null,
  -- lower case; one person per address in the whole installation
  email_key text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  permissions text[] not null default '{}',
  groups text[] not null default '{}',
  status text not null,
  password_hash text,
  job_title text,
  direct_phone text,
  mobile_phone text,
  biography text,
  linkedin_url text,
  hourly_rate numeric(14, 2),
  department_id bigint,
  invited_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id),
  constraint users_email_unique unique (email_key),
  constraint users_organisation foreign key (organisation_id) references organisations (id),
  constraint users_role_known check (role in ('Administrator', 'InhouseLegal', 'Contributor', 'Standard', 'External', 'MatterManager')),
  constraint users_status_known check (status in ('Pending', 'Active', 'Invited', 'LockedOut', 'Disabled'))
);
create index users_by_organisation on users (organisation_id, status);

-- The organisations that can hold something a person may see: their own, and those in which they are a member of a record.
create table user_organisations (
  user_id uuid not null,
  organisation_id bigint not null,
  constraint user_organisations_pkey primary key (user_id, organisation_id),
  constraint user_organisations_user foreign key (user_id) references users (id) on delete cascade,
  constraint user_organisations_organisation foreign key (organisation_id) references organisations (id)
);
create index user_organisations_by_organisation on user_organisations (organisation_id);

create sequence teams_id;
create table teams (
  organisation_id bigint not null,
  id bigint not null default nextval('teams_id') check (id between 1 and 2147483647),
  name text not null,
  description text,
  -- whether matters and contracts can be assigned to the team
  allow_assignment boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint teams_pkey primary key (organisation_id, id),
  constraint teams_organisation foreign key (organisation_id) references organisations (id)
);
create unique index teams_name_unique on teams (organisation_id, lower(name)) where deleted_at is null;

create table team_members (
  organisation_id bigint not null,
  team_id bigint not null,
  user_id uuid not null,
  constraint team_members_pkey primary key (organisation_id, team_id, user_id),
  constraint team_members_team foreign key (organisation_id, team_id) references teams (organisation_id, id) on delete cascade,
  constraint team_members_user foreign key (user_id) references users (id)
);
create index team_members_by_user on team_members (organisation_id, user_id);

-- What happened: written in the transaction of the change, never changed afterwards; history, and the source of notifications.
-- Partitioned by time, one level, so that nothing refers to it by a foreign key.
create sequence events_id;
create table events (
  organisation_id bigint not null,
  id bigint not null default nextval('events_id'),
  at timestamptz not null,
  name text not null,
  resource_kind text not null,
  resource_id bigint,
  -- the matter or contract that decides who may learn of it
  subject_kind text,
  subject_id bigint,
  user_id uuid,
  client_id bigint,
  request_id text,
  facts jsonb not null,
  constraint events_pkey primary key (organisation_id, id, at)
) partition by range (at);
create table events_other partition of events default;
create index events_by_subject on events (organisation_id, subject_kind, subject_id, id);

-- Events that have not been turned into notifications yet: one row each, gone when that is done.
create table event_dispatches (
  organisation_id bigint not null,
  event_id bigint not null,
  event_at timestamptz not null,
  constraint event_dispatches_pkey primary key (organisation_id, event_id)
);

-- The sandbox's clock: how far ahead of real time the platform believes to be. One row.
create table clock (
  id boolean not null default true,
  offset_ms bigint not null default 0,
  constraint clock_pkey primary key (id),
  constraint clock_one_row check (id)
);
insert into clock default values;
