-- Dashboards that people put together, and the one that somebody wants to see first. The code before this migration has neither.
create sequence dashboards_id;
create table dashboards (
  organisation_id bigint not null,
  id bigint not null default nextval('dashboards_id'),
  name text not null,
  shared_with text not null,
  owner_id uuid not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dashboards_pkey primary key (organisation_id, id),
  constraint dashboards_organisation foreign key (organisation_id) references organisations (id),
  constraint dashboards_owner foreign key (owner_id) references users (id),
  constraint dashboards_shared_with_known check (shared_with in ('Me', 'Organization')),
  constraint dashboards_id_check check (id between 1 and 2147483647)
);
create index dashboards_by_owner on dashboards (organisation_id, owner_id, id);

create table dashboard_tiles (
  organisation_id bigint not null,
  dashboard_id bigint not null,
  -- from 1 on
  place bigint not null,
  -- a saved report or the id of a ready-made one; neither where somebody has deleted the saved one
  report_id bigint,
  ready text,
  shows text not null,
  width text not null,
  constraint dashboard_tiles_pkey primary key (organisation_id, dashboard_id, place),
  constraint dashboard_tiles_dashboard foreign key (organisation_id, dashboard_id) references dashboards (organisation_id, id)
    on delete cascade,
  constraint dashboard_tiles_report foreign key (organisation_id, report_id) references saved_reports (organisation_id, id)
    on delete cascade,
  constraint dashboard_tiles_one_report check (num_nonnulls(report_id, ready) <= 1),
  constraint dashboard_tiles_shows_known check (shows in ('Chart', 'Table', 'Number')),
  constraint dashboard_tiles_width_known check (width in ('Half', 'Full'))
);
create index dashboard_tiles_by_report on dashboard_tiles (organisation_id, report_id) where report_id is not null;

-- its id, or that of a ready-made one
alter table user_preferences add column first_dashboard text;
