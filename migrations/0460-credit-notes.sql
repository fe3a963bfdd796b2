-- Credit notes name the invoice that they credit, and their lines the lines that they take back. The code before this
-- migration knows neither: what it posts credits nothing, and what it approves is not counted as credited.
alter table invoices
  add column credits_id bigint,
  -- what approved credit notes take back of it, with tax
  add column credited numeric(20, 4) not null default 0;
-- no row names one yet
alter table invoices add constraint invoices_credits foreign key (organisation_id, credits_id)
  references invoices (organisation_id, id) not valid;
create index invoices_by_credits on invoices (organisation_id, credits_id) where credits_id is not null;
-- the number of the line of the credited invoice
alter table invoice_lines add column credits_line bigint;
