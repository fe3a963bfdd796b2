-- What the payer decides on the lines of an invoice, a reduction of the whole, and the amounts that were approved. The code before this
-- migration approves without them: approved amounts that are null are those that were billed.
create table invoice_line_reviews (
  organisation_id bigint not null,
  invoice_id bigint not null,
  -- of the line
  number bigint not null,
  decision text not null,
  -- what a reduced line is reduced to, as the reviewer said it: one of these
  approved_quantity numeric(14, 4),
  approved_unit_price numeric(18, 4),
  approved_amount numeric(20, 4),
  reduced_by_percent numeric(7, 4),
  reason text,
  note text,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  constraint invoice_line_reviews_pkey primary key (organisation_id, invoice_id, number),
  constraint invoice_line_reviews_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_line_reviews_reviewed_by foreign key (reviewed_by) references users (id),
  constraint invoice_line_reviews_decision_known check (decision in ('Accepted', 'Reduced', 'Rejected')),
  constraint invoice_line_reviews_reduced check (
    num_nonnulls(approved_quantity, approved_unit_price, approved_amount, reduced_by_percent)
      = case when decision = 'Reduced' then 1 else 0 end),
  constraint invoice_line_reviews_reason check (decision = 'Accepted' or reason is not null)
);

-- A reduction of the whole invoice, spread over its lines.
create table invoice_reductions (
  organisation_id bigint not null,
  invoice_id bigint not null,
  applies_to text not null,
  -- one of these
  amount numeric(20, 4),
  percent numeric(7, 4),
  reason text not null,
  note text,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  constraint invoice_reductions_pkey primary key (organisation_id, invoice_id),
  constraint invoice_reductions_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_reductions_reviewed_by foreign key (reviewed_by) references users (id),
  constraint invoice_reductions_applies_to_known check (applies_to in ('Fees', 'All')),
  constraint invoice_reductions_one check (num_nonnulls(amount, percent) = 1)
);

-- frozen on approval
alter table invoice_lines
  add column approved_amount numeric(20, 4),
  add column approved_tax numeric(20, 4);
alter table invoices
  add column approved_disbursements numeric(20, 4),
  add column approved_other_fees numeric(20, 4),
  add column approved_tax numeric(20, 4);
