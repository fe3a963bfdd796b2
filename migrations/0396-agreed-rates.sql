-- Rates that are agreed with law firms. A rate applies to a line of an invoice if everything that it names is that of the line: the
-- matter, the timekeeper, the class. The code before this migration neither reads nor writes them.
create extension if not exists btree_gist;

-- What a law firm proposes, and how it went.
create sequence rate_proposals_id;
create table rate_proposals (
  organisation_id bigint not null,
  id bigint not null default nextval('rate_proposals_id'),
  provider_id bigint not null,
  status text not null,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rate_proposals_pkey primary key (organisation_id, id),
  constraint rate_proposals_organisation foreign key (organisation_id) references organisations (id),
  constraint rate_proposals_provider foreign key (provider_id) references organisations (id),
  constraint rate_proposals_id_check check (id between 1 and 2147483647),
  constraint rate_proposals_status_known check (status in ('Proposed', 'Countered', 'Approved', 'Declined', 'Withdrawn'))
);
create index rate_proposals_by_provider on rate_proposals (provider_id, organisation_id, id);

create table rate_proposal_steps (
  organisation_id bigint not null,
  proposal_id bigint not null,
  -- counts the steps from 1
  number bigint not null,
  status text not null,
  note text,
  made_by uuid not null,
  made_at timestamptz not null,
  constraint rate_proposal_steps_pkey primary key (organisation_id, proposal_id, number),
  constraint rate_proposal_steps_proposal foreign key (organisation_id, proposal_id)
    references rate_proposals (organisation_id, id) on delete cascade,
  constraint rate_proposal_steps_made_by foreign key (made_by) references users (id),
  constraint rate_proposal_steps_status_known check (status in ('Proposed', 'Countered', 'Approved', 'Declined', 'Withdrawn'))
);

create table rate_proposal_lines (
  organisation_id bigint not null,
  proposal_id bigint not null,
  -- counts the rates of the proposal from 1
  number bigint not null,
  matter_id bigint,
  timekeeper_number text,
  timekeeper text,
  timekeeper_class text,
  currency text not null,
  proposed_rate numeric(18, 4) not null,
  -- what the organisation offers in its place
  counter_rate numeric(18, 4),
  starts_on date not null,
  ends_on date,
  constraint rate_proposal_lines_pkey primary key (organisation_id, proposal_id, number),
  constraint rate_proposal_lines_proposal foreign key (organisation_id, proposal_id)
    references rate_proposals (organisation_id, id) on delete cascade,
  constraint rate_proposal_lines_matter foreign key (organisation_id, matter_id)
    references matters (organisation_id, id) on delete cascade,
  constraint rate_proposal_lines_rate check (proposed_rate > 0 and counter_rate > 0),
  constraint rate_proposal_lines_days check (ends_on >= starts_on)
);
create index rate_proposal_lines_by_matter on rate_proposal_lines (organisation_id, matter_id) where matter_id is not null;

create sequence agreed_rates_id;
create table agreed_rates (
  organisation_id bigint not null,
  id bigint not null default nextval('agreed_rates_id'),
  provider_id bigint not null,
  -- for the work on all matters if it is null; the same of the next three
  matter_id bigint,
  -- as the firm bills: TIMEKEEPER_ID and TIMEKEEPER_CLASSIFICATION of LEDES
  timekeeper_number text,
  timekeeper text,
  timekeeper_class text,
  -- what is compared of these; empty for what is not named
  number_key text not null,
  name_key text not null,
  class_key text not null,
  currency text not null,
  rate numeric(18, 4) not null,
  starts_on date not null,
  -- the last day; null while it is open
  ends_on date,
  -- it was a mistake and never applies
  withdrawn boolean not null default false,
  version bigint not null default 1,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint agreed_rates_pkey primary key (organisation_id, id),
  constraint agreed_rates_organisation foreign key (organisation_id) references organisations (id),
  constraint agreed_rates_provider foreign key (provider_id) references organisations (id),
  constraint agreed_rates_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint agreed_rates_set_by foreign key (set_by) references users (id),
  constraint agreed_rates_id_check check (id between 1 and 2147483647),
  constraint agreed_rates_positive check (rate > 0),
  constraint agreed_rates_days check (ends_on >= starts_on),
  -- on one day there is one rate for the same work
  constraint agreed_rates_once exclude using gist (organisation_id with =, provider_id with =,
    (coalesce(matter_id, 0)) with =, number_key with =, class_key with =, currency with =,
    daterange(starts_on, ends_on, '[]') with &&) where (not withdrawn)
);
create index agreed_rates_by_firm on agreed_rates (organisation_id, provider_id, currency) where not withdrawn;
create index agreed_rates_by_provider on agreed_rates (provider_id, organisation_id, id);
create index agreed_rates_by_matter on agreed_rates (organisation_id, matter_id) where matter_id is not null;

-- Every version of a rate: as it was agreed, when it was ended, what was corrected.
create table agreed_rate_versions (
  organisation_id bigint not null,
  rate_id bigint not null,
  version bigint not null,
  matter_id bigint,
  timekeeper_number text,
  timekeeper text,
  timekeeper_class text,
  currency text not null,
  rate numeric(18, 4) not null,
  starts_on date not null,
  ends_on date,
  withdrawn boolean not null,
  reason text,
  -- the proposal that brought it
  proposal_id bigint,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint agreed_rate_versions_pkey primary key (organisation_id, rate_id, version),
  constraint agreed_rate_versions_rate foreign key (organisation_id, rate_id) references agreed_rates (organisation_id, id)
    on delete cascade,
  constraint agreed_rate_versions_set_by foreign key (set_by) references users (id)
);

-- what was agreed for a line when it was approved
alter table invoice_lines add column agreed_rate numeric(18, 4);
