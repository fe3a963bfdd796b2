-- The id of a payment in the finance system, which says whether it was sent before. The code before this migration knows
-- none, and goes by amount, moment and reference.
alter table invoice_payments add column external_id text;
create unique index invoice_payments_external_id_unique on invoice_payments (organisation_id, invoice_id, external_id)
  where external_id is not null;
