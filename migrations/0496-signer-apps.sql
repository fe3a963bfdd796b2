-- Signers who confirm with an authenticator app, besides the code by mail. The old code demands none: it opens the document after the code.
alter table signature_signers add column needs_app boolean not null default false;
-- of what the browser shows that proved itself by the app as well
alter table signature_signers add column app_proof_hash bytea;
-- when they confirmed with the app last; kept with the signature
alter table signature_signers add column app_confirmed_at timestamptz;

create sequence signer_apps_id;
create table signer_apps (
  organisation_id bigint not null,
  id bigint not null default nextval('signer_apps_id') check (id between 1 and 2147483647),
  request_id bigint not null,
  place bigint not null,
  secret_sealed bytea not null,
  -- of the code that was used last: no code counts twice
  last_step bigint not null,
  created_at timestamptz not null,
  constraint signer_apps_pkey primary key (organisation_id, id),
  constraint signer_apps_signer foreign key (organisation_id, request_id, place)
    references signature_signers (organisation_id, request_id, place) on delete cascade
);
create unique index signer_apps_by_signer on signer_apps (organisation_id, request_id, place);
