-- Documents of contracts that are sent to people of the other side, who have no account, and what these send back. The old code sends
-- none; it shows what was sent back among the files of the contract, and comments as messages of the person who sent the document.
create sequence document_shares_id;
create table document_shares (
  organisation_id bigint not null,
  id bigint not null default nextval('document_shares_id') check (id between 1 and 2147483647),
  contract_id bigint not null,
  file_id bigint not null,
  file_version bigint not null,
  -- of that version: another content in its place is not shown
  sha256 bytea not null,
  name text not null,
  email text not null,
  message text,
  may_upload boolean not null,
  may_comment boolean not null,
  expires_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- when the last mail with an address was sent
  sent_at timestamptz not null,
  opened_at timestamptz,
  answered_at timestamptz,
  withdrawn_at timestamptz,
  -- of the secret in the address that they were sent
  secret_hash bytea not null,
  code_hash bytea,
  code_expires_at timestamptz,
  -- of what the browser shows that proved itself by the code
  proof_hash bytea,
  proof_expires_at timestamptz,
  constraint document_shares_pkey primary key (organisation_id, id),
  constraint document_shares_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id)
);
create index document_shares_by_contract on document_shares (organisation_id, contract_id, id);
create index document_shares_by_secret on document_shares (organisation_id, secret_hash);

-- What came back: a file of the contract, until somebody makes it a version of the document.
create sequence document_returns_id;
create table document_returns (
  organisation_id bigint not null,
  id bigint not null default nextval('document_returns_id') check (id between 1 and 2147483647),
  share_id bigint not null,
  file_id bigint not null,
  sha256 bytea not null,
  name text not null,
  state text not null,
  returned_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint document_returns_pkey primary key (organisation_id, id),
  constraint document_returns_share foreign key (organisation_id, share_id)
    references document_shares (organisation_id, id) on delete cascade,
  constraint document_returns_state check (state in ('Offered', 'Accepted', 'Declined'))
);
create index document_returns_by_share on document_returns (organisation_id, share_id, id);

-- Comments of people of the other side: who wrote it, and on what they were sent. The person of such a message is the one who sent it.
alter table contract_messages add column sender text;
alter table contract_messages add column share_id bigint;
