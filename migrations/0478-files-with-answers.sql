-- Files that a law firm sends with its answers and its appeal: of the invoice, with their content where all content is stored. The
-- code before this migration neither reads nor writes them.
create sequence invoice_answer_files_id;
create table invoice_answer_files (
  organisation_id bigint not null,
  id bigint not null default nextval('invoice_answer_files_id'),
  invoice_id bigint not null,
  kind text not null,
  -- of the line; null: of the whole answer
  number bigint,
  -- with the answer; until then only the firm sees it
  sent_at timestamptz,
  -- whether the invoice was posted again since
  is_earlier boolean not null default false,
  name text not null,
  content_type text not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  added_by uuid not null,
  added_at timestamptz not null,
  constraint invoice_answer_files_pkey primary key (organisation_id, id),
  constraint invoice_answer_files_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_answer_files_added_by foreign key (added_by) references users (id),
  constraint invoice_answer_files_kind_known check (kind in ('Questions', 'Decisions')),
  constraint invoice_answer_files_earlier_sent check (sent_at is not null or not is_earlier),
  constraint invoice_answer_files_id_check check (id between 1 and 2147483647)
);
create index invoice_answer_files_of_invoice on invoice_answer_files (organisation_id, invoice_id);
create index invoice_answer_files_by_content on invoice_answer_files (organisation_id, storage_key);
