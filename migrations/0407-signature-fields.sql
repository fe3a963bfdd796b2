-- Fields on the pages of a document that is signed here, each of one signer, and what they filled in. The old code asks for none of them:
-- a request that it sends has no fields, and what it seals of another one lacks what its fields would have shown.
create table signature_fields (
  organisation_id bigint not null,
  request_id bigint not null,
  number bigint not null,
  -- of the signer
  place bigint not null,
  kind text not null,
  page bigint not null,
  -- in points, from the upper left corner of the page as it is shown
  x double precision not null,
  y double precision not null,
  width double precision not null,
  height double precision not null,
  required boolean not null,
  label text,
  -- what they filled in: a text, or true
  value text,
  constraint signature_fields_pkey primary key (organisation_id, request_id, number),
  constraint signature_fields_signer foreign key (organisation_id, request_id, place)
    references signature_signers (organisation_id, request_id, place) on delete cascade,
  constraint signature_fields_kind check (kind in ('Signature', 'Initials', 'Name', 'Title', 'Date', 'Text', 'Tick'))
);
create index signature_fields_by_signer on signature_fields (organisation_id, request_id, place);
