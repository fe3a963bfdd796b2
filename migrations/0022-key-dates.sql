-- The days that matter in the life of a contract: renewals, notices, payments.
create sequence contract_key_dates_id;
create table contract_key_dates (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_key_dates_id') check (id between 1 and 2147483647),
  contract_id bigint not null,
  name text not null,
  -- a day of the organisation's calendar, without time or zone
  date date not null,
  -- the amount at stake, in the organisation's currency; 0 when there is none
  value numeric(18, 2) not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contract_key_dates_pkey primary key (organisation_id, id),
  constraint contract_key_dates_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint contract_key_dates_created_by foreign key (created_by) references users (id),
  constraint contract_key_dates_value_positive check (value >= 0)
);
create index contract_key_dates_in_order on contract_key_dates (organisation_id, contract_id, date, id);
