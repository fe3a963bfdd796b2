-- Reports that somebody keeps under a name: what they are made of, as it was written. The code before this migration has no reports.
create sequence saved_reports_id;
create table saved_reports (
  organisation_id bigint not null,
  id bigint not null default nextval('saved_reports_id'),
  name text not null,
  list text not null,
  filter text,
  -- names of dimensions and measures, in order
  grouped_by text[] not null,
  measures text[] not null,
  days text,
  sorted_by text not null,
  top integer not null,
  shared_with text not null,
  owner_id uuid not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_reports_pkey primary key (organisation_id, id),
  constraint saved_reports_organisation foreign key (organisation_id) references organisations (id),
  constraint saved_reports_owner foreign key (owner_id) references users (id),
  constraint saved_reports_shared_with_known check (shared_with in ('Me', 'Organization')),
  constraint saved_reports_sorted_by_known check (sorted_by in ('Value', 'Key')),
  constraint saved_reports_id_check check (id between 1 and 2147483647)
);
create index saved_reports_by_owner on saved_reports (organisation_id, owner_id, id);
