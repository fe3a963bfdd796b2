-- Invoices are imported from LEDES XML 2.0 as well. The old code imports none.
alter table invoice_originals drop constraint invoice_originals_format_known;
alter table invoice_originals add constraint invoice_originals_format_known
  check (format in ('LEDES1998B', 'LEDES98BI V2', 'LEDES XML 2.0', 'LEDES XML 2.1')) not valid;
alter table invoice_originals validate constraint invoice_originals_format_known;
