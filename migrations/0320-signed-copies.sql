-- What was signed outside the product: which version of its document is the signed copy of a contract, and who signed it for whom and
-- when. Types may demand one before a contract is executed; those that exist do not. The old code executes contracts without one, and
-- keeps what is recorded when a contract returns to Draft: it is replaced by the next one.
alter table contract_templates add column signed_copy_required boolean not null default false;

create table signed_copies (
  organisation_id bigint not null,
  contract_id bigint not null,
  file_id bigint not null,
  file_version bigint not null,
  sha256 bytea not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  version bigint not null default 1,
  constraint signed_copies_pkey primary key (organisation_id, contract_id),
  constraint signed_copies_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint signed_copies_file foreign key (organisation_id, file_id) references files (organisation_id, id)
);
create index signed_copies_by_file on signed_copies (organisation_id, file_id);

create table signatories (
  organisation_id bigint not null,
  contract_id bigint not null,
  place bigint not null,
  name text not null,
  title text,
  party text,
  signed_on date not null,
  constraint signatories_pkey primary key (organisation_id, contract_id, place),
  constraint signatories_copy foreign key (organisation_id, contract_id) references signed_copies (organisation_id, contract_id) on delete cascade
);
