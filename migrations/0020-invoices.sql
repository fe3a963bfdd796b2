-- Invoices on matters, with their lines, and whom they are addressed to. Money is numeric, never floating; sums are of
-- amounts that have been rounded to the currency line by line, as the invoice prints them.

create sequence invoice_recipients_id;
create table invoice_recipients (
  organisation_id bigint not null,
  id bigint not null default nextval('invoice_recipients_id') check (id between 1 and 2147483647),
  name text not null,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  tax_type text,
  tax_number text,
  contact_name text,
  contact_phone text,
  contact_email text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- invoices keep showing one that is gone
  deleted_at timestamptz,
  constraint invoice_recipients_pkey primary key (organisation_id, id),
  constraint invoice_recipients_organisation foreign key (organisation_id) references organisations (id),
  constraint invoice_recipients_tax_type_known check (tax_type in ('GST', 'TAX', 'VAT'))
);
create unique index invoice_recipients_name_unique on invoice_recipients (organisation_id, lower(name)) where deleted_at is null;

-- Invoices that came in together.
create sequence invoice_batches_id;
create table invoice_batches (
  organisation_id bigint not null,
  id bigint not null default nextval('invoice_batches_id') check (id between 1 and 2147483647),
  created_by uuid not null,
  created_at timestamptz not null,
  constraint invoice_batches_pkey primary key (organisation_id, id),
  constraint invoice_batches_organisation foreign key (organisation_id) references organisations (id),
  constraint invoice_batches_created_by foreign key (created_by) references users (id)
);

create sequence invoices_id;
create table invoices (
  -- the customer's, whose matter it is and who pays
  organisation_id bigint not null,
  id bigint not null default nextval('invoices_id') check (id between 1 and 2147483647),
  matter_id bigint not null,
  batch_id bigint not null,
  -- the organisation of whoever wrote it: nobody else sees it before it is posted
  author_organisation_id bigint not null,
  -- who is to be paid: a law firm of the installation, or anybody else by name
  service_provider_id bigint,
  vendor_name text,
  -- a cost that somebody else incurred and passes on
  third_party boolean not null default false,
  number text not null,
  description text,
  status text not null,
  invoice_date date not null,
  due_date date,
  billing_period_start date,
  billing_period_end date,
  recipient_id bigint,
  purchase_order text,
  currency text not null,
  -- sums of the lines, without tax
  fees numeric(20, 4) not null,
  disbursements numeric(20, 4) not null,
  other_fees numeric(20, 4) not null,
  total_tax numeric(20, 4) not null,
  -- of the fees
  approved_fees numeric(20, 4),
  approved_by uuid,
  approved_at timestamptz,
  declined_because text,
  posted_at timestamptz,
  paid_at timestamptz,
  payment_note text,
  -- for the customer's people only
  internal_notes text,
  -- the invoice as a document: a file of the matter
  file_id bigint,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- counts the changes
  version bigint not null default 1,
  constraint invoices_pkey primary key (organisation_id, id),
  constraint invoices_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint invoices_batch foreign key (organisation_id, batch_id) references invoice_batches (organisation_id, id),
  constraint invoices_recipient foreign key (organisation_id, recipient_id) references invoice_recipients (organisation_id, id),
  constraint invoices_file foreign key (organisation_id, file_id) references files (organisation_id, id),
  constraint invoices_author_organisation foreign key (author_organisation_id) references organisations (id),
  constraint invoices_service_provider foreign key (service_provider_id) references organisations (id),
  constraint invoices_approved_by foreign key (approved_by) references users (id),
  constraint invoices_created_by foreign key (created_by) references users (id),
  constraint invoices_one_provider check (num_nonnulls(service_provider_id, vendor_name) = 1),
  constraint invoices_status_known check (status in ('Draft', 'Posted', 'InReview', 'Approved', 'Declined', 'Paid', 'Void')),
  constraint invoices_paid check ((status = 'Paid') = (paid_at is not null)),
  constraint invoices_billing_period check (billing_period_start <= billing_period_end)
);
-- the same invoice is not paid twice: a number is taken once for each provider, until it is void
create unique index invoices_number_unique on invoices
  (organisation_id, coalesce(service_provider_id, 0), lower(coalesce(vendor_name, '')), lower(number)) where status <> 'Void';
create index invoices_by_date on invoices (organisation_id, invoice_date, id);
create index invoices_by_matter on invoices (organisation_id, matter_id, invoice_date, id);
create index invoices_by_provider on invoices (service_provider_id, organisation_id, invoice_date, id)
  where service_provider_id is not null;
create index invoices_by_batch on invoices (organisation_id, batch_id);
create index invoices_by_recipient on invoices (organisation_id, recipient_id) where recipient_id is not null;
create index invoices_by_file on invoices (organisation_id, file_id) where file_id is not null;

create table invoice_lines (
  organisation_id bigint not null,
  invoice_id bigint not null,
  number bigint not null,
  kind text not null,
  work_date date,
  description text not null,
  timekeeper text,
  -- UTBMS codes, as the provider gives them
  task_code text,
  activity_code text,
  expense_code text,
  quantity numeric(14, 4) not null,
  unit_price numeric(18, 4) not null,
  adjustment numeric(20, 4) not null default 0,
  -- quantity x unit price + adjustment, rounded to the currency
  amount numeric(20, 4) not null,
  -- percent
  tax_rate numeric(7, 4) not null default 0,
  tax numeric(20, 4) not null default 0,
  constraint invoice_lines_pkey primary key (organisation_id, invoice_id, number),
  constraint invoice_lines_invoice foreign key (organisation_id, invoice_id) references invoices (organisation_id, id) on delete cascade,
  constraint invoice_lines_kind_known check (kind in ('Fee', 'Disbursement', 'OtherFee'))
);
