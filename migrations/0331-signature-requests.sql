-- Contracts that are signed here: who is asked to sign a document, in what order, and what became of it. While a request is open its
-- document is frozen. The old code asks nobody, and changes frozen documents: the signers then sign what they were shown, or nothing.
alter table files add column frozen boolean not null default false;

create sequence signature_requests_id;
create table signature_requests (
  organisation_id bigint not null,
  id bigint not null default nextval('signature_requests_id') check (id between 1 and 2147483647),
  contract_id bigint not null,
  file_id bigint not null,
  -- of the document with the seals so far
  file_version bigint not null,
  sha256 bytea not null,
  in_order boolean not null,
  message text,
  expires_at timestamptz not null,
  state text not null,
  reason text,
  created_by uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint signature_requests_pkey primary key (organisation_id, id),
  constraint signature_requests_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint signature_requests_state check (state in ('Open', 'Completed', 'Declined', 'Expired', 'Voided'))
);
create unique index signature_requests_open on signature_requests (organisation_id, contract_id) where state = 'Open';
create index signature_requests_by_contract on signature_requests (organisation_id, contract_id, id);

create table signature_signers (
  organisation_id bigint not null,
  request_id bigint not null,
  place bigint not null,
  name text not null,
  email text not null,
  title text,
  party text,
  state text not null,
  -- of the secret in the address that they were sent
  secret_hash bytea,
  asked_at timestamptz,
  code_hash bytea,
  code_expires_at timestamptz,
  -- of what the browser shows that proved itself by the code
  proof_hash bytea,
  proof_expires_at timestamptz,
  viewed_at timestamptz,
  -- of the document that they were shown
  viewed_sha256 bytea,
  ended_at timestamptz,
  address text,
  browser text,
  consent_version bigint,
  drawn boolean,
  reason text,
  constraint signature_signers_pkey primary key (organisation_id, request_id, place),
  constraint signature_signers_request foreign key (organisation_id, request_id)
    references signature_requests (organisation_id, id) on delete cascade,
  constraint signature_signers_state check (state in ('Waiting', 'Asked', 'Signed', 'Declined'))
);
create index signature_signers_by_secret on signature_signers (organisation_id, secret_hash);
