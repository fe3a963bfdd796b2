-- Retainers: money that is paid to a law firm in advance, for a matter or for all, and that invoices are paid from. The
-- code before this migration knows none; payments that it records are from none.
alter table fee_arrangements alter column matter_id drop not null;
alter table fee_arrangements drop constraint fee_arrangements_kind_known,
  add constraint fee_arrangements_kind_known check (kind in ('Fixed', 'Retainer')),
  add constraint fee_arrangements_matter_of_kind check (matter_id is not null or kind in ('Retainer'));

create sequence retainer_movements_id;
create table retainer_movements (
  organisation_id bigint not null,
  id bigint not null default nextval('retainer_movements_id'),
  arrangement_id bigint not null,
  moved_on date not null,
  -- what was paid in; below zero what the firm paid back
  amount numeric(20, 4) not null,
  reference text,
  note text,
  created_by uuid not null,
  created_at timestamptz not null,
  withdrawn_because text,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  constraint retainer_movements_pkey primary key (organisation_id, id),
  constraint retainer_movements_arrangement foreign key (organisation_id, arrangement_id)
    references fee_arrangements (organisation_id, id) on delete cascade,
  constraint retainer_movements_created_by foreign key (created_by) references users (id),
  constraint retainer_movements_withdrawn_by foreign key (withdrawn_by) references users (id),
  constraint retainer_movements_id_check check (id between 1 and 2147483647),
  constraint retainer_movements_amount check (amount <> 0),
  constraint retainer_movements_withdrawn check (num_nonnulls(withdrawn_because, withdrawn_by, withdrawn_at) in (0, 3))
);
create index retainer_movements_by_arrangement on retainer_movements (organisation_id, arrangement_id, id);

-- the retainer that a payment is from
alter table invoice_payments add column retainer_id bigint,
  add constraint invoice_payments_retainer foreign key (organisation_id, retainer_id)
    references fee_arrangements (organisation_id, id);
create index invoice_payments_by_retainer on invoice_payments (organisation_id, retainer_id) where retainer_id is not null;
