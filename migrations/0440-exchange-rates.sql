-- Rates of exchange into an organisation's own currency, and which of them applies. The code before this migration neither reads nor
-- writes them, and leaves the settings at their defaults.
create sequence exchange_rates_id;
create table exchange_rates (
  organisation_id bigint not null,
  id bigint not null default nextval('exchange_rates_id'),
  currency text not null,
  -- the currency of the organisation when the rate was entered: one of this is what `rate` counts
  own_currency text not null,
  starts_on date not null,
  rate numeric(20, 10) not null,
  source text not null,
  -- of an imported one
  file_name text,
  version bigint not null default 1,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint exchange_rates_pkey primary key (organisation_id, id),
  constraint exchange_rates_once unique (organisation_id, own_currency, currency, starts_on),
  constraint exchange_rates_organisation foreign key (organisation_id) references organisations (id),
  constraint exchange_rates_set_by foreign key (set_by) references users (id),
  constraint exchange_rates_id_check check (id between 1 and 2147483647),
  constraint exchange_rates_positive check (rate > 0),
  constraint exchange_rates_other_currency check (currency <> own_currency),
  constraint exchange_rates_source_known check (source in ('Entered', 'Imported')),
  constraint exchange_rates_file check ((source = 'Imported') = (file_name is not null))
);

-- Every version of a rate: as it was entered or imported, and each correction.
create table exchange_rate_versions (
  organisation_id bigint not null,
  rate_id bigint not null,
  version bigint not null,
  rate numeric(20, 10) not null,
  source text not null,
  file_name text,
  reason text,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint exchange_rate_versions_pkey primary key (organisation_id, rate_id, version),
  constraint exchange_rate_versions_rate foreign key (organisation_id, rate_id) references exchange_rates (organisation_id, id)
    on delete cascade,
  constraint exchange_rate_versions_set_by foreign key (set_by) references users (id)
);

alter table financial_settings
  -- which day chooses the rate: that of the invoice, that of its approval, or none, where no rates are kept
  add column rate_day text not null default 'None',
  -- how many days a rate is good for
  add column rate_max_age bigint not null default 31,
  add constraint financial_settings_rate_day_known check (rate_day in ('InvoiceDate', 'ApprovalDate', 'None')),
  add constraint financial_settings_rate_max_age check (rate_max_age between 0 and 366);
