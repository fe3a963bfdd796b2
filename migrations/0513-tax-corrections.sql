-- Tax codes that the organisation that pays has corrected on lines of posted invoices: the line has the code that is
-- right, with what follows from it, and this table what the law firm billed. The code before this migration corrects
-- none, and approves the tax of corrected lines at the rate that was billed.
create table invoice_tax_corrections (
  organisation_id bigint not null,
  invoice_id bigint not null,
  number bigint not null,
  -- the rate of the tax that is approved, where it is not the one that was billed
  tax_rate numeric(7, 4),
  -- what the line named, and what applied of it
  billed_tax_code_id bigint,
  billed_reverse_charge_rate numeric(7, 4) not null,
  billed_recoverable numeric(7, 4) not null,
  billed_withholding numeric(7, 4) not null,
  reason text not null,
  corrected_by uuid not null,
  corrected_at timestamptz not null,
  constraint invoice_tax_corrections_pkey primary key (organisation_id, invoice_id, number),
  constraint invoice_tax_corrections_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_tax_corrections_billed_tax_code foreign key (organisation_id, billed_tax_code_id)
    references tax_codes (organisation_id, id),
  constraint invoice_tax_corrections_corrected_by foreign key (corrected_by) references users (id)
);
create index invoice_tax_corrections_by_billed_tax_code on invoice_tax_corrections (organisation_id, billed_tax_code_id)
  where billed_tax_code_id is not null;
