-- Accruals: what law firms have done by the end of a month and not billed. The code before this migration has none.
create table accrual_settings (
  organisation_id bigint not null,
  -- counts the changes
  version bigint not null,
  enabled boolean not null,
  -- a window opens on this day of its month, and closes at the end of this day of the next one
  opens_day bigint not null,
  closes_day bigint not null,
  -- so many days before it closes
  remind_days bigint[] not null,
  unanswered text not null,
  constraint accrual_settings_pkey primary key (organisation_id),
  constraint accrual_settings_organisation foreign key (organisation_id) references organisations (id),
  constraint accrual_settings_opens_day check (opens_day between 1 and 28),
  constraint accrual_settings_closes_day check (closes_day between 1 and 28),
  constraint accrual_settings_unanswered_known check (unanswered in ('Mean', 'Zero'))
);

create table accrual_periods (
  organisation_id bigint not null,
  -- its first day
  month date not null,
  -- when the day after its last one begins for the organisation
  cut_off_at timestamptz not null,
  closes_on date not null,
  opened_at timestamptz not null,
  reminded_on date,
  closed_at timestamptz,
  -- null where it was time
  closed_by uuid,
  constraint accrual_periods_pkey primary key (organisation_id, month),
  constraint accrual_periods_organisation foreign key (organisation_id) references organisations (id),
  constraint accrual_periods_closed_by foreign key (closed_by) references users (id)
);

-- What firms are asked for, and what they state. The last two are set when the period is closed, and do not change any more.
create table accrual_entries (
  organisation_id bigint not null,
  month date not null,
  matter_id bigint not null,
  provider_id bigint not null,
  currency text not null,
  -- without tax; null: not answered
  stated numeric(20, 4),
  note text,
  stated_by uuid,
  stated_at timestamptz,
  -- what is stated, or estimated in its place, before what was billed since
  basis numeric(20, 4),
  source text,
  constraint accrual_entries_pkey primary key (organisation_id, month, matter_id, provider_id),
  constraint accrual_entries_period foreign key (organisation_id, month) references accrual_periods (organisation_id, month),
  constraint accrual_entries_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint accrual_entries_provider foreign key (provider_id) references organisations (id),
  constraint accrual_entries_stated_by foreign key (stated_by) references users (id),
  constraint accrual_entries_stated check (stated >= 0),
  constraint accrual_entries_source_known check (source in ('Stated', 'Estimated', 'Zero'))
);
create index accrual_entries_by_matter on accrual_entries (organisation_id, matter_id, month);
create index accrual_entries_by_provider on accrual_entries (provider_id, organisation_id, month);

-- What goes to the ledger: written when a period is closed, and never changed.
create table accrual_lines (
  organisation_id bigint not null,
  month date not null,
  -- an accrual of the month, or the reversal of one of the month before, which is negative
  kind text not null,
  matter_id bigint not null,
  provider_id bigint not null,
  currency text not null,
  amount numeric(20, 4) not null,
  source text not null,
  constraint accrual_lines_pkey primary key (organisation_id, month, kind, matter_id, provider_id),
  constraint accrual_lines_period foreign key (organisation_id, month) references accrual_periods (organisation_id, month),
  constraint accrual_lines_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint accrual_lines_provider foreign key (provider_id) references organisations (id),
  constraint accrual_lines_kind_known check (kind in ('Accrual', 'Reversal')),
  constraint accrual_lines_source_known check (source in ('Stated', 'Estimated'))
);
create index accrual_lines_by_matter on accrual_lines (organisation_id, matter_id, month);
create index accrual_lines_by_provider on accrual_lines (provider_id);
