-- Tax codes of an organisation that pays, which lines of invoices name, and what follows from them. The code before this
-- migration knows none: its lines have no code, nothing is withheld of them, and all of their tax is recoverable.
create sequence tax_codes_id;
create table tax_codes (
  organisation_id bigint not null,
  id bigint not null default nextval('tax_codes_id'),
  code text not null,
  name text not null,
  -- ISO 3166-1, two letters
  country text not null,
  kind text not null,
  -- whether invoices can still name it
  active boolean not null default true,
  version bigint not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tax_codes_pkey primary key (organisation_id, id),
  constraint tax_codes_organisation foreign key (organisation_id) references organisations (id),
  constraint tax_codes_created_by foreign key (created_by) references users (id),
  constraint tax_codes_id_check check (id between 1 and 2147483647),
  constraint tax_codes_country check (country ~ '^[A-Z]{2}$'),
  constraint tax_codes_kind_known check (kind in ('Standard', 'Reduced', 'Zero', 'Exempt', 'ReverseCharge'))
);
create unique index tax_codes_code_unique on tax_codes (organisation_id, lower(code));

-- What a code says of invoices of these days. Percentages.
create table tax_code_rates (
  organisation_id bigint not null,
  tax_code_id bigint not null,
  starts_on date not null,
  -- the last day; null: open
  ends_on date,
  rate numeric(7, 4) not null,
  -- of the tax; the rest is a cost
  recoverable numeric(7, 4) not null,
  -- of the amount without tax, which is kept back when it is paid
  withholding numeric(7, 4) not null,
  constraint tax_code_rates_pkey primary key (organisation_id, tax_code_id, starts_on),
  constraint tax_code_rates_code foreign key (organisation_id, tax_code_id) references tax_codes (organisation_id, id)
    on delete cascade,
  constraint tax_code_rates_days check (ends_on >= starts_on),
  constraint tax_code_rates_rate check (rate between 0 and 100),
  constraint tax_code_rates_recoverable check (recoverable between 0 and 100),
  constraint tax_code_rates_withholding check (withholding between 0 and 100)
);

-- What applied to a line, so that a code that is changed later changes nothing.
alter table invoice_lines
  add column tax_code_id bigint,
  -- of a reverse charge: the rate of the tax that the organisation itself owes
  add column reverse_charge_rate numeric(7, 4) not null default 0,
  add column recoverable numeric(7, 4) not null default 100,
  add column withholding numeric(7, 4) not null default 0,
  add column reverse_charge_tax numeric(20, 4) not null default 0,
  add column nonrecoverable_tax numeric(20, 4) not null default 0,
  add column withheld numeric(20, 4) not null default 0,
  -- the same of what is approved; null before
  add column approved_reverse_charge_tax numeric(20, 4),
  add column approved_nonrecoverable_tax numeric(20, 4),
  add column approved_withheld numeric(20, 4);
-- no row names one yet
alter table invoice_lines add constraint invoice_lines_tax_code foreign key (organisation_id, tax_code_id)
  references tax_codes (organisation_id, id) not valid;
create index invoice_lines_by_tax_code on invoice_lines (organisation_id, tax_code_id) where tax_code_id is not null;

-- The sums of the lines.
alter table invoices
  add column reverse_charge_tax numeric(20, 4) not null default 0,
  add column nonrecoverable_tax numeric(20, 4) not null default 0,
  add column withheld numeric(20, 4) not null default 0,
  add column approved_reverse_charge_tax numeric(20, 4),
  add column approved_nonrecoverable_tax numeric(20, 4),
  add column approved_withheld numeric(20, 4),
  -- what is withheld of approved credit notes: below zero of each, so above zero here
  add column credited_withheld numeric(20, 4) not null default 0;
