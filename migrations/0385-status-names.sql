-- What an organisation calls the statuses of its records, for all types of a kind or for one, read and replaced as a whole. The code before
-- this migration shows the standard names.
create table status_names (
  organisation_id bigint not null,
  -- [{"kind": "matter", "typeId": 12, "status": "Active", "name": "Open with counsel"}]; typeId null for all types
  names jsonb not null,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint status_names_pkey primary key (organisation_id),
  constraint status_names_organisation foreign key (organisation_id) references organisations (id)
);
