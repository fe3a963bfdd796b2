-- Payments of invoices, and what they come to with the invoice. The code before this migration knows none: it marks an
-- invoice as paid without an amount, which then counts as paid as it was approved.
alter table invoices add column paid_amount numeric(20, 4);
create sequence invoice_payments_id;
create table invoice_payments (
  organisation_id bigint not null,
  id bigint not null default nextval('invoice_payments_id'),
  invoice_id bigint not null,
  paid_at timestamptz not null,
  -- with tax; below zero what the provider paid back
  amount numeric(20, 4) not null,
  reference text,
  note text,
  created_by uuid not null,
  created_at timestamptz not null,
  withdrawn_because text,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  constraint invoice_payments_pkey primary key (organisation_id, id),
  constraint invoice_payments_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_payments_created_by foreign key (created_by) references users (id),
  constraint invoice_payments_withdrawn_by foreign key (withdrawn_by) references users (id),
  constraint invoice_payments_id_check check (id between 1 and 2147483647),
  constraint invoice_payments_amount check (amount <> 0),
  constraint invoice_payments_withdrawn check (num_nonnulls(withdrawn_because, withdrawn_by, withdrawn_at) in (0, 3))
);
create index invoice_payments_by_invoice on invoice_payments (organisation_id, invoice_id, id);
