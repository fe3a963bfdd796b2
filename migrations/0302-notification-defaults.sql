-- How people of an organisation are notified who have not chosen themselves, by kind; kinds that are not named have the standard way. The
-- code before this migration notifies everybody in the standard way.
create table notification_defaults (
  organisation_id bigint not null,
  ways jsonb not null,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint notification_defaults_pkey primary key (organisation_id),
  constraint notification_defaults_organisation foreign key (organisation_id) references organisations (id)
);
