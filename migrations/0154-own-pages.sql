-- What people set for themselves: how the web app shows things to them, and the records that they keep at hand.
-- The old code reads none of it.
create table user_preferences (
  organisation_id bigint not null,
  user_id uuid not null,
  locale text,
  time_zone text,
  theme text,
  density text,
  single_keys boolean,
  updated_at timestamptz not null,
  constraint user_preferences_pkey primary key (organisation_id, user_id),
  constraint user_preferences_user foreign key (user_id) references users (id) on delete cascade,
  constraint user_preferences_theme_known check (theme in ('System', 'Light', 'Dark')),
  constraint user_preferences_density_known check (density in ('Comfortable', 'Compact'))
);

create sequence favourites_place;
create table favourites (
  organisation_id bigint not null,
  user_id uuid not null,
  kind text not null,
  record_id bigint not null,
  added_at timestamptz not null,
  -- the order in which they were added
  place bigint not null default nextval('favourites_place'),
  constraint favourites_pkey primary key (organisation_id, user_id, kind, record_id),
  constraint favourites_user foreign key (user_id) references users (id) on delete cascade,
  constraint favourites_kind_known check (kind in ('Matter', 'Contract'))
);
