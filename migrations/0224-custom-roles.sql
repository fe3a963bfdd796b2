-- Roles of an organisation's own: named sets of permissions on top of a role of the wire. People name the one they have.
--
-- What a person may do stays in their own row (role, permissions, groups), which a change of the role writes for everybody who has it.
-- The old code therefore reads what holds; where it changes somebody's rights meanwhile, the next change of their role sets them again.
create sequence custom_roles_id;
create table custom_roles (
  organisation_id bigint not null,
  id bigint not null default nextval('custom_roles_id') check (id between 1 and 2147483647),
  name text not null,
  description text,
  base_role text not null,
  permissions text[] not null default '{}',
  groups text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by uuid,
  updated_by uuid,
  constraint custom_roles_pkey primary key (organisation_id, id),
  constraint custom_roles_organisation foreign key (organisation_id) references organisations (id),
  constraint custom_roles_created_by foreign key (created_by) references users (id),
  constraint custom_roles_updated_by foreign key (updated_by) references users (id),
  constraint custom_roles_name_length check (char_length(name) between 1 and 100),
  constraint custom_roles_description_length check (char_length(description) between 1 and 2000),
  constraint custom_roles_base_role_known check (
    base_role in ('Administrator', 'InhouseLegal', 'Contributor', 'Standard', 'External', 'MatterManager'))
);
create unique index custom_roles_name_unique on custom_roles (organisation_id, (left(lower(btrim(regexp_replace(normalize(regexp_replace(name, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc), '[\u0009-\u000d\u0020\u0085\u1680\u2028-\u2029]+', ' ', 'g'))), 300)));

-- no foreign key: people are on every server of a distributed database, roles on that of their organisation
alter table users add column custom_role_id bigint;
create index users_by_custom_role on users (organisation_id, custom_role_id) where custom_role_id is not null;
