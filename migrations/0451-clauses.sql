-- The library of clauses of an organisation. The code before this migration neither reads nor writes it.
create sequence clauses_id;
create table clauses (
  organisation_id bigint not null,
  id bigint not null default nextval('clauses_id'),
  -- by which templates name it; it never changes
  key text not null,
  title text not null,
  category text not null,
  owner_id uuid not null,
  -- its latest version of the text, and the one that is used; null before one is approved
  latest_version integer not null,
  approved_version integer,
  -- counts all changes, those of the title and the owner as well
  version bigint not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- retired: kept for the documents that have it, and used for no other
  deleted_at timestamptz,
  constraint clauses_pkey primary key (organisation_id, id),
  constraint clauses_organisation foreign key (organisation_id) references organisations (id),
  constraint clauses_owner foreign key (owner_id) references users (id),
  constraint clauses_created_by foreign key (created_by) references users (id),
  constraint clauses_id_check check (id between 1 and 2147483647),
  constraint clauses_versions check (latest_version >= 1 and approved_version between 1 and latest_version)
);
-- as templates compare names: `limitation-of-liability` is `limitationofliability`
create unique index clauses_key_unique on clauses (organisation_id, replace(key, '-', ''));

create table clause_versions (
  organisation_id bigint not null,
  clause_id bigint not null,
  version integer not null,
  -- standard text, alternatives, fallback positions and what is not accepted
  content jsonb not null,
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  constraint clause_versions_pkey primary key (organisation_id, clause_id, version),
  constraint clause_versions_clause foreign key (organisation_id, clause_id) references clauses (organisation_id, id)
    on delete cascade,
  constraint clause_versions_set_by foreign key (set_by) references users (id),
  constraint clause_versions_approved_by foreign key (approved_by) references users (id),
  constraint clause_versions_approved check (num_nulls(approved_by, approved_at) in (0, 2))
);
