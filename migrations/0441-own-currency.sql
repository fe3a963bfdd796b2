-- What an approved invoice comes to in the currency of the organisation that pays, frozen with the rate. The code before this migration
-- approves without it: such an invoice misses its rate until missing rates are applied.
alter table invoices
  add column own_currency text,
  add column exchange_rate_id bigint,
  add column exchange_rate numeric(20, 10),
  add column exchange_rate_on date,
  add column exchange_rate_source text,
  -- what was billed and what was approved, without tax, and the tax of both
  add column own_net numeric(24, 4),
  add column own_tax numeric(24, 4),
  add column own_approved_net numeric(24, 4),
  add column own_approved_tax numeric(24, 4),
  add constraint invoices_exchange_rate foreign key (organisation_id, exchange_rate_id)
    references exchange_rates (organisation_id, id) not valid;
create index invoices_by_exchange_rate on invoices (organisation_id, exchange_rate_id) where exchange_rate_id is not null;

alter table invoice_lines
  add column own_amount numeric(24, 4),
  add column own_tax numeric(24, 4),
  add column own_approved_amount numeric(24, 4),
  add column own_approved_tax numeric(24, 4);

-- whether a saved report is in the currency of the organisation
alter table saved_reports add column own_currency boolean not null default false;
