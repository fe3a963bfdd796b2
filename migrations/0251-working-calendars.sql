-- Which days an organisation works on: its weekdays, 1 is Monday, and its holidays. Until it says so, Monday to Friday without holidays.
-- What was promised in days counts these from now on; promises that were given keep their day. The code before this migration goes on
-- counting all days.
create table working_calendars (
  organisation_id bigint not null,
  working_days bigint[] not null,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint working_calendars_pkey primary key (organisation_id),
  constraint working_calendars_organisation foreign key (organisation_id) references organisations (id),
  constraint working_calendars_days check (working_days <@ array[1, 2, 3, 4, 5, 6, 7]::bigint[] and cardinality(working_days) between 1 and 7)
);

create table holidays (
  organisation_id bigint not null,
  day date not null,
  name text not null,
  constraint holidays_pkey primary key (organisation_id, day),
  constraint holidays_organisation foreign key (organisation_id) references organisations (id)
);
