-- Approved invoices as they were handed over to the finance system. The code before this migration neither reads nor writes them.
create sequence finance_exports_id;
create table finance_exports (
  organisation_id bigint not null,
  id bigint not null default nextval('finance_exports_id'),
  -- counts the exports of the organisation
  number bigint not null,
  status text not null,
  note text,
  -- of the finance system
  reference text,
  withdrawn_because text,
  version bigint not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  -- acknowledged or withdrawn
  ended_by uuid,
  ended_at timestamptz,
  constraint finance_exports_pkey primary key (organisation_id, id),
  constraint finance_exports_number_unique unique (organisation_id, number),
  constraint finance_exports_organisation foreign key (organisation_id) references organisations (id),
  constraint finance_exports_created_by foreign key (created_by) references users (id),
  constraint finance_exports_ended_by foreign key (ended_by) references users (id),
  constraint finance_exports_id_check check (id between 1 and 2147483647),
  constraint finance_exports_status_known check (status in ('Open', 'Acknowledged', 'Withdrawn')),
  constraint finance_exports_ended check (num_nonnulls(ended_by, ended_at) = case when status = 'Open' then 0 else 2 end),
  constraint finance_exports_reference check (status <> 'Acknowledged' or reference is not null)
);

create table finance_export_invoices (
  organisation_id bigint not null,
  export_id bigint not null,
  invoice_id bigint not null,
  -- with the export: the invoice may be exported again
  withdrawn boolean not null default false,
  -- the invoice as it was handed over
  content jsonb not null,
  -- under which the finance system has booked and paid it
  reference text,
  payment_reference text,
  constraint finance_export_invoices_pkey primary key (organisation_id, export_id, invoice_id),
  constraint finance_export_invoices_export foreign key (organisation_id, export_id)
    references finance_exports (organisation_id, id) on delete cascade,
  constraint finance_export_invoices_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade
);
create index finance_export_invoices_by_invoice on finance_export_invoices (organisation_id, invoice_id);
-- an invoice is in one export at most
create unique index finance_export_invoices_once on finance_export_invoices (organisation_id, invoice_id) where not withdrawn;
