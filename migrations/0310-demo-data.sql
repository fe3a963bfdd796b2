-- Demo data that an administrator has taken into their organisation: what was made, in its order, so that it can be thrown away as a
-- whole. The row goes with the last of it. The code before this migration knows none of it and makes none.
create table demo_data (
  organisation_id bigint not null,
  parts jsonb not null,
  taken_by uuid not null,
  taken_at timestamptz not null,
  constraint demo_data_pkey primary key (organisation_id),
  constraint demo_data_organisation foreign key (organisation_id) references organisations (id),
  constraint demo_data_taken_by foreign key (taken_by) references users (id)
);
