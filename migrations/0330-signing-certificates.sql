-- The certificates with which an organisation seals PDFs. Those that were replaced stay, without their private keys, so that older
-- seals are still recognised. The old code seals nothing.
create sequence signing_certificates_id;
create table signing_certificates (
  id bigint not null default nextval('signing_certificates_id') check (id between 1 and 2147483647),
  organisation_id bigint not null,
  certificate text not null,
  -- those that lead to its authority, one after the other
  chain text not null,
  private_sealed bytea,
  self_made boolean not null,
  fingerprint bytea not null,
  created_at timestamptz not null,
  -- null when it was made for the first seal
  created_by uuid,
  replaced_at timestamptz,
  constraint signing_certificates_pkey primary key (id),
  constraint signing_certificates_fingerprint unique (fingerprint, organisation_id),
  constraint signing_certificates_organisation foreign key (organisation_id) references organisations (id),
  constraint signing_certificates_created_by foreign key (created_by) references users (id)
);
create unique index signing_certificates_current on signing_certificates (organisation_id) where replaced_at is null;

-- Where an organisation has its seals time-stamped (RFC 3161), once a test of it has passed.
create table time_stamp_authorities (
  organisation_id bigint not null,
  url text not null,
  tested_at timestamptz not null,
  set_by uuid not null,
  constraint time_stamp_authorities_pkey primary key (organisation_id),
  constraint time_stamp_authorities_organisation foreign key (organisation_id) references organisations (id),
  constraint time_stamp_authorities_set_by foreign key (set_by) references users (id)
);
