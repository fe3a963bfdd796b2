-- What a matter may cost its organisation: an amount, how likely it is, and what is set aside. The code before this
-- migration neither reads nor writes it.
create table matter_exposures (
  organisation_id bigint not null,
  matter_id bigint not null,
  -- counts the changes, each of which is a row
  version bigint not null,
  -- null: there is no exposure any more
  amount numeric(20, 4),
  currency text not null,
  -- percent
  probability bigint not null,
  reserve numeric(20, 4),
  note text,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint matter_exposures_pkey primary key (organisation_id, matter_id, version),
  constraint matter_exposures_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint matter_exposures_set_by foreign key (set_by) references users (id),
  constraint matter_exposures_amount check (amount >= 0),
  constraint matter_exposures_reserve check (reserve >= 0),
  constraint matter_exposures_probability check (probability between 0 and 100)
);
