-- The hours of the fee lines of an invoice, so that reports of rates read no lines. Null where they are not kept: then
-- they are those of the lines. That is so for drafts from before, and for what the code before this migration writes;
-- lines change in drafts only, so that the others keep what is filled in here.
alter table invoices add column fee_hours numeric(20, 4);
update invoices i set fee_hours = coalesce(
    (select sum(l.quantity) from invoice_lines l
      where l.organisation_id = i.organisation_id and l.invoice_id = i.id and l.kind = 'Fee'), 0)
  where i.status <> 'Draft';
