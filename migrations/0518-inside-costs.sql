-- What the department itself costs: people, software and other, by fiscal month and cost centre or department. The code
-- before this migration neither reads nor writes it.
create sequence inside_costs_id;
create table inside_costs (
  organisation_id bigint not null,
  id bigint not null default nextval('inside_costs_id'),
  -- the first day of the fiscal month
  month date not null,
  kind text not null,
  cost_centre_id bigint,
  department_id bigint,
  amount numeric(20, 4) not null,
  -- the own currency of the organisation when the amount was entered
  currency text not null,
  hours numeric(12, 2),
  note text,
  source text not null,
  -- of an imported one
  file_name text,
  version bigint not null default 1,
  created_at timestamptz not null,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint inside_costs_pkey primary key (organisation_id, id),
  constraint inside_costs_organisation foreign key (organisation_id) references organisations (id),
  constraint inside_costs_cost_centre foreign key (organisation_id, cost_centre_id)
    references cost_centres (organisation_id, id),
  constraint inside_costs_department foreign key (organisation_id, department_id)
    references departments (organisation_id, id),
  constraint inside_costs_set_by foreign key (set_by) references users (id),
  constraint inside_costs_id_check check (id between 1 and 2147483647),
  constraint inside_costs_kind_known check (kind in ('People', 'Software', 'Other')),
  constraint inside_costs_amount check (amount >= 0),
  constraint inside_costs_hours check (hours > 0),
  constraint inside_costs_source_known check (source in ('Entered', 'Imported')),
  constraint inside_costs_file check ((source = 'Imported') = (file_name is not null))
);
create index inside_costs_by_month on inside_costs (organisation_id, month);
create index inside_costs_by_cost_centre on inside_costs (organisation_id, cost_centre_id);
create index inside_costs_by_department on inside_costs (organisation_id, department_id);

-- Every version of it: as it was entered or imported, and each correction.
create table inside_cost_versions (
  organisation_id bigint not null,
  cost_id bigint not null,
  version bigint not null,
  amount numeric(20, 4) not null,
  currency text not null,
  hours numeric(12, 2),
  note text,
  source text not null,
  file_name text,
  reason text,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint inside_cost_versions_pkey primary key (organisation_id, cost_id, version),
  constraint inside_cost_versions_cost foreign key (organisation_id, cost_id) references inside_costs (organisation_id, id)
    on delete cascade,
  constraint inside_cost_versions_set_by foreign key (set_by) references users (id)
);
