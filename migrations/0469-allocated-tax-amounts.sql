-- What each share of an invoice bears of the tax that is not recoverable, and what is withheld of it. Of invoices that
-- were allocated before nothing is either; the code before this migration leaves it so.
alter table invoice_allocations
  add column billed_nonrecoverable_tax numeric(20, 4) not null default 0,
  add column approved_nonrecoverable_tax numeric(20, 4),
  add column approved_withheld numeric(20, 4);
