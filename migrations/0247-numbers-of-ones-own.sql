-- An organisation may number its matters and contracts by patterns of its own. The number is stored with the record, so that it stays
-- when the pattern changes; without one a matter shows its standard number, and a contract none. The code before this migration writes
-- neither: what it creates meanwhile gets a standard number.
alter table matters add column own_number text;
alter table matters add constraint matters_own_number_length check (char_length(own_number) between 1 and 40) not valid;
alter table matters validate constraint matters_own_number_length;
create unique index matters_own_number on matters (organisation_id, lower(own_number)) where own_number is not null;

alter table contracts add column own_number text;
alter table contracts add constraint contracts_own_number_length check (char_length(own_number) between 1 and 40) not valid;
alter table contracts validate constraint contracts_own_number_length;
create unique index contracts_own_number on contracts (organisation_id, lower(own_number)) where own_number is not null;

-- The patterns of an organisation, read and replaced as a whole.
create table numbering (
  organisation_id bigint not null,
  patterns jsonb not null,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint numbering_pkey primary key (organisation_id),
  constraint numbering_organisation foreign key (organisation_id) references organisations (id)
);

-- The last number of each series: what precedes the running number, in lower case, with {year} for any year where the year does not
-- begin a series.
create table number_series (
  organisation_id bigint not null,
  kind text not null,
  series text not null,
  last_number bigint not null,
  constraint number_series_pkey primary key (organisation_id, kind, series),
  constraint number_series_organisation foreign key (organisation_id) references organisations (id),
  constraint number_series_last check (last_number >= 0)
);
