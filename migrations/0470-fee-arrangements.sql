-- What is agreed with a law firm on its fees beside rates, in versions. The code before this migration neither reads nor
-- writes it.
create sequence fee_arrangements_id;
create table fee_arrangements (
  organisation_id bigint not null,
  id bigint not null default nextval('fee_arrangements_id'),
  provider_id bigint not null,
  matter_id bigint not null,
  kind text not null,
  currency text not null,
  -- of the latest version
  version bigint not null default 1,
  constraint fee_arrangements_pkey primary key (organisation_id, id),
  constraint fee_arrangements_organisation foreign key (organisation_id) references organisations (id),
  constraint fee_arrangements_provider foreign key (provider_id) references organisations (id),
  constraint fee_arrangements_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint fee_arrangements_id_check check (id between 1 and 2147483647),
  constraint fee_arrangements_kind_known check (kind in ('Fixed'))
);
create index fee_arrangements_by_provider on fee_arrangements (provider_id);
create index fee_arrangements_by_matter on fee_arrangements (organisation_id, matter_id);

create table fee_arrangement_versions (
  organisation_id bigint not null,
  arrangement_id bigint not null,
  version bigint not null,
  -- what the fee is for
  title text not null,
  -- without tax; null: the arrangement was taken away
  amount numeric(20, 4),
  -- of a fixed fee, what of it is for which phase or milestone
  parts jsonb not null,
  -- the number of a timekeeper under which the firm bills it: LEDES files need one on every fee
  billed_as text,
  starts_on date,
  -- the last day; null while it is open
  ends_on date,
  reason text,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint fee_arrangement_versions_pkey primary key (organisation_id, arrangement_id, version),
  constraint fee_arrangement_versions_arrangement foreign key (organisation_id, arrangement_id)
    references fee_arrangements (organisation_id, id) on delete cascade,
  constraint fee_arrangement_versions_set_by foreign key (set_by) references users (id),
  constraint fee_arrangement_versions_amount check (amount > 0),
  constraint fee_arrangement_versions_parts check (jsonb_typeof(parts) = 'array'),
  constraint fee_arrangement_versions_days check (ends_on >= starts_on)
);
