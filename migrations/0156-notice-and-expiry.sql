-- How long before its expiry notice of a contract must be given, and the key date that says on which day that is: null while the contract
-- does not expire. The old code moves an expiry without it; the next change of the expiry or of the period puts it right.
create table contract_notice_periods (
  organisation_id bigint not null,
  contract_id bigint not null,
  amount bigint not null,
  unit text not null,
  key_date_id bigint,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint contract_notice_periods_pkey primary key (organisation_id, contract_id),
  constraint contract_notice_periods_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint contract_notice_periods_key_date foreign key (organisation_id, key_date_id) references contract_key_dates (organisation_id, id),
  constraint contract_notice_periods_amount_range check (amount between 1 and 999),
  constraint contract_notice_periods_unit_known check (unit in ('Days', 'Weeks', 'Months', 'Years'))
);
create unique index contract_notice_periods_by_key_date on contract_notice_periods (organisation_id, key_date_id) where key_date_id is not null;

-- The last reminder of the expiry of a contract: of which expiry, and how many days before it was due (30, or 0 on the day).
create table contract_expiry_reminders (
  organisation_id bigint not null,
  contract_id bigint not null,
  expiry timestamp not null,
  days bigint not null,
  constraint contract_expiry_reminders_pkey primary key (organisation_id, contract_id),
  constraint contract_expiry_reminders_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id) on delete cascade
);
-- nobody is reminded of what expired before the upgrade
insert into contract_expiry_reminders (organisation_id, contract_id, expiry, days)
  select organisation_id, id, expiry, 0 from contracts
  where status in ('Executed', 'Expired') and expiry between now() - interval '70 days' and now() - interval '1 day';
