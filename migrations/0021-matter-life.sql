-- What a matter goes through: intake, a proposed scope, people who stand in for others, what is said of it, tags and terms.

-- the last number given, held by whoever is creating a matter until they are done: numbers have no gaps
create table matter_numbers (
  organisation_id bigint not null,
  last_number bigint not null,
  constraint matter_numbers_pkey primary key (organisation_id),
  constraint matter_numbers_organisation foreign key (organisation_id) references organisations (id)
);
insert into matter_numbers (organisation_id, last_number)
  select organisation_id, max(number) from matters group by organisation_id;

-- what a category decides of new matters beside their team: who manages them, whether they are restricted or urgent
alter table matter_categories add column rules jsonb;
create unique index matter_categories_name_unique
  on matter_categories (organisation_id, coalesce(parent_id, 0), lower(name)) where deleted_at is null;

alter table matters
  -- waits for somebody to manage it
  add column in_intake boolean not null default false,
  -- what others call it: the client, the manager's firm, accounts payable
  add column reference text,
  add column manager_reference text,
  add column purchase_order_number text;
create index matters_by_creation on matters (organisation_id, created_at, id);
create index matters_by_category on matters (organisation_id, category_id, id);
create index matters_by_parent on matters (organisation_id, parent_id) where parent_id is not null;
create index matters_by_owner on matters (organisation_id, owner_id, id);
create index matters_by_manager on matters (organisation_id, manager_id, id) where manager_id is not null;
create index matters_in_intake on matters (organisation_id, last_activity_at, id) where in_intake;
-- quick find looks for these references as well; the expression is that of server/matters/quick-find.ts
drop index matters_by_words;
create index matters_by_words on matters using gin ((lower(name || ' ' || coalesce(
  coalesce(external_id, '') || ' ' || coalesce(reference, '') || ' ' || coalesce(manager_reference, '') || ' '
    || coalesce(purchase_order_number, ''), ''))) gin_trgm_ops);

alter table matter_members
  add column added_by uuid,
  -- what was said to the person when they were put on the matter
  add column note text,
  -- whether the person stands in for the owner, for the manager
  add column delegate_owner boolean not null default false,
  add column delegate_manager boolean not null default false,
  add constraint matter_members_added_by foreign key (added_by) references users (id);

create sequence matter_status_messages_id;
create table matter_status_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('matter_status_messages_id') check (id between 1 and 2147483647),
  matter_id bigint not null,
  message text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  constraint matter_status_messages_pkey primary key (organisation_id, id),
  constraint matter_status_messages_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint matter_status_messages_user foreign key (user_id) references users (id)
);
create index matter_status_messages_newest on matter_status_messages (organisation_id, matter_id, id desc);

-- A tag is a word of the organisation: the same one on many matters.
create sequence tags_id;
create table tags (
  organisation_id bigint not null,
  id bigint not null default nextval('tags_id') check (id between 1 and 2147483647),
  description text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint tags_pkey primary key (organisation_id, id),
  constraint tags_organisation foreign key (organisation_id) references organisations (id),
  constraint tags_created_by foreign key (created_by) references users (id)
);
create unique index tags_description_unique on tags (organisation_id, lower(description));

create table matter_tags (
  organisation_id bigint not null,
  matter_id bigint not null,
  tag_id bigint not null,
  added_by uuid not null,
  added_at timestamptz not null,
  constraint matter_tags_pkey primary key (organisation_id, matter_id, tag_id),
  constraint matter_tags_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint matter_tags_tag foreign key (organisation_id, tag_id) references tags (organisation_id, id),
  constraint matter_tags_added_by foreign key (added_by) references users (id)
);
create index matter_tags_by_tag on matter_tags (organisation_id, tag_id, matter_id);

-- The terms and conditions a matter is worked on under: one of its files. They go when the file is purged.
create table matter_terms (
  organisation_id bigint not null,
  matter_id bigint not null,
  file_id bigint not null,
  code text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint matter_terms_pkey primary key (organisation_id, matter_id),
  constraint matter_terms_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint matter_terms_file foreign key (organisation_id, file_id) references files (organisation_id, id) on delete cascade,
  constraint matter_terms_set_by foreign key (set_by) references users (id)
);
create index matter_terms_by_file on matter_terms (organisation_id, file_id);

-- What owner and manager propose to each other to be done. The open one is that of a matter that awaits an acceptance.
create sequence matter_scopes_id;
create table matter_scopes (
  organisation_id bigint not null,
  id bigint not null default nextval('matter_scopes_id') check (id between 1 and 2147483647),
  matter_id bigint not null,
  scope text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  outcome text,
  decided_by uuid,
  decided_at timestamptz,
  constraint matter_scopes_pkey primary key (organisation_id, id),
  constraint matter_scopes_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint matter_scopes_proposed_by foreign key (proposed_by) references users (id),
  constraint matter_scopes_decided_by foreign key (decided_by) references users (id),
  constraint matter_scopes_outcome_known check (outcome in ('Accepted', 'Withdrawn'))
);
create unique index matter_scopes_one_open on matter_scopes (organisation_id, matter_id) where outcome is null;
create index matter_scopes_by_matter on matter_scopes (organisation_id, matter_id, id desc);
