-- What follows from tax codes in the own currency, frozen by the approval as the other amounts are; null for invoices
-- that were frozen before, whose lines have no codes, and for those that the code before this migration freezes.
alter table invoice_lines
  add column own_reverse_charge_tax numeric(20, 4),
  add column own_nonrecoverable_tax numeric(20, 4),
  add column own_withheld numeric(20, 4),
  add column own_approved_reverse_charge_tax numeric(20, 4),
  add column own_approved_nonrecoverable_tax numeric(20, 4),
  add column own_approved_withheld numeric(20, 4);
alter table invoices
  add column own_reverse_charge_tax numeric(20, 4),
  add column own_nonrecoverable_tax numeric(20, 4),
  add column own_withheld numeric(20, 4),
  add column own_approved_reverse_charge_tax numeric(20, 4),
  add column own_approved_nonrecoverable_tax numeric(20, 4),
  add column own_approved_withheld numeric(20, 4);
