-- The directory of an organisation: departments, regions, financial settings, features, and more of what is known of people.

create sequence departments_id;
create table departments (
  organisation_id bigint not null,
  id bigint not null default nextval('departments_id') check (id between 1 and 2147483647),
  parent_id bigint,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- records keep showing a department that is gone
  deleted_at timestamptz,
  constraint departments_pkey primary key (organisation_id, id),
  constraint departments_organisation foreign key (organisation_id) references organisations (id),
  constraint departments_parent foreign key (organisation_id, parent_id) references departments (organisation_id, id)
);
create unique index departments_name_unique on departments (organisation_id, coalesce(parent_id, 0), lower(name)) where deleted_at is null;

create sequence regions_id;
create table regions (
  organisation_id bigint not null,
  id bigint not null default nextval('regions_id') check (id between 1 and 2147483647),
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint regions_pkey primary key (organisation_id, id),
  constraint regions_organisation foreign key (organisation_id) references organisations (id)
);
create unique index regions_name_unique on regions (organisation_id, lower(name)) where deleted_at is null;

-- One row at most; an organisation without one has the defaults of server/organisations/financial-settings.ts.
create table financial_settings (
  organisation_id bigint not null,
  year_end_day bigint not null,
  year_end_month bigint not null,
  accounts_payable_contacts text,
  updated_at timestamptz not null,
  constraint financial_settings_pkey primary key (organisation_id),
  constraint financial_settings_organisation foreign key (organisation_id) references organisations (id),
  constraint financial_settings_year_end check (year_end_month between 1 and 12 and year_end_day between 1 and 31)
);

-- What an organisation has switched differently from the defaults of server/features/feature.ts.
create table organisation_features (
  organisation_id bigint not null,
  code text not null,
  enabled boolean not null,
  updated_at timestamptz not null,
  constraint organisation_features_pkey primary key (organisation_id, code),
  constraint organisation_features_organisation foreign key (organisation_id) references organisations (id)
);

-- codes of the fields of law a person works in
alter table users add column speciality_ids bigint[] not null default '{}';
