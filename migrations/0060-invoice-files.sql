-- The files that invoices came in, byte for byte, beside the batch that they made; and who did a line's work, as the file says
-- it. The old code goes on without both: it writes invoices by hand, whose batches have no file.
create table invoice_originals (
  organisation_id bigint not null,
  batch_id bigint not null,
  name text not null,
  format text not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  constraint invoice_originals_pkey primary key (organisation_id, batch_id),
  constraint invoice_originals_batch foreign key (organisation_id, batch_id)
    references invoice_batches (organisation_id, id),
  constraint invoice_originals_format_known check (format in ('LEDES1998B', 'LEDES98BI V2', 'LEDES XML 2.1'))
);
create index invoice_originals_by_content on invoice_originals (organisation_id, storage_key);

-- the timekeeper's number at the firm, and the class: partner, associate and so on; `timekeeper` is the name
alter table invoice_lines
  add column timekeeper_number text,
  add column timekeeper_class text;
