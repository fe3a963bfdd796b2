-- Alerts of budgets, budgets that law firms propose, and what firms expect a matter still to cost. The code before this migration neither
-- reads nor writes them.
create table budget_alert_settings (
  organisation_id bigint not null,
  -- counts the changes
  version bigint not null,
  percents bigint[] not null,
  constraint budget_alert_settings_pkey primary key (organisation_id),
  constraint budget_alert_settings_organisation foreign key (organisation_id) references organisations (id)
);

-- What was told: once for each version of a budget.
create table budget_alerts (
  organisation_id bigint not null,
  matter_id bigint not null,
  version bigint not null,
  -- the fiscal year of a yearly budget; 0 for the whole life of the matter
  year bigint not null,
  percent bigint not null,
  at timestamptz not null,
  constraint budget_alerts_pkey primary key (organisation_id, matter_id, version, year, percent),
  constraint budget_alerts_budget foreign key (organisation_id, matter_id, version)
    references matter_budgets (organisation_id, matter_id, version) on delete cascade
);

create sequence budget_proposals_id;
create table budget_proposals (
  organisation_id bigint not null,
  id bigint not null default nextval('budget_proposals_id'),
  matter_id bigint not null,
  provider_id bigint not null,
  state text not null,
  amount numeric(20, 4) not null,
  currency text not null,
  span text not null,
  includes_tax boolean not null,
  parts jsonb not null,
  note text,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  constraint budget_proposals_pkey primary key (organisation_id, id),
  constraint budget_proposals_id_check check (id between 1 and 2147483647),
  constraint budget_proposals_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint budget_proposals_provider foreign key (provider_id) references organisations (id),
  constraint budget_proposals_proposed_by foreign key (proposed_by) references users (id),
  constraint budget_proposals_answered_by foreign key (answered_by) references users (id),
  constraint budget_proposals_state_known check (state in ('Proposed', 'Approved', 'Declined', 'Withdrawn')),
  constraint budget_proposals_answered check ((state = 'Proposed') = (answered_at is null))
);
create index budget_proposals_by_provider on budget_proposals (provider_id, organisation_id, matter_id);
create index budget_proposals_by_matter on budget_proposals (organisation_id, matter_id);
-- a firm has one proposal at a time
create unique index budget_proposals_one_waiting on budget_proposals (organisation_id, matter_id, provider_id)
  where state = 'Proposed';

-- What a law firm expects its work on a matter still to cost, without tax and beside what it has billed. Each change is a row.
create table matter_estimates (
  organisation_id bigint not null,
  matter_id bigint not null,
  provider_id bigint not null,
  -- counts the changes
  version bigint not null,
  amount numeric(20, 4) not null,
  currency text not null,
  note text,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint matter_estimates_pkey primary key (organisation_id, matter_id, provider_id, version),
  constraint matter_estimates_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint matter_estimates_provider foreign key (provider_id) references organisations (id),
  constraint matter_estimates_set_by foreign key (set_by) references users (id),
  constraint matter_estimates_amount check (amount >= 0)
);
create index matter_estimates_by_provider on matter_estimates (provider_id, organisation_id, matter_id);
