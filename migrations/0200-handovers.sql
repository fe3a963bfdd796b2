-- What somebody holds was given to a colleague until a day: what it was, so that it comes back then. `ended_at` is when it did.
-- The code before this migration does without.
create sequence handovers_id;
create table handovers (
  organisation_id bigint not null,
  id bigint not null default nextval('handovers_id'),
  user_id uuid not null,
  stand_in_id uuid not null,
  last_day date not null,
  created_by uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint handovers_pkey primary key (organisation_id, id),
  constraint handovers_id_check check (id between 1 and 2147483647),
  constraint handovers_organisation foreign key (organisation_id) references organisations (id),
  constraint handovers_user foreign key (user_id) references users (id),
  constraint handovers_stand_in foreign key (stand_in_id) references users (id),
  constraint handovers_created_by foreign key (created_by) references users (id),
  constraint handovers_other check (user_id <> stand_in_id)
);
create index handovers_of_person on handovers (organisation_id, user_id) where ended_at is null;
create index handovers_to_end on handovers (last_day) where ended_at is null;
create table handover_items (
  organisation_id bigint not null,
  handover_id bigint not null,
  kind text not null,
  item_id bigint not null,
  constraint handover_items_pkey primary key (organisation_id, handover_id, kind, item_id),
  constraint handover_items_handover foreign key (organisation_id, handover_id) references handovers (organisation_id, id) on delete cascade
);
