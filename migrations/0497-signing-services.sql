-- Services elsewhere that sign contracts, and what they were given. The old code knows none: it shows an open request that one has as
-- it shows those that are signed here, and its signers have no address.
create sequence signing_services_id;
create table signing_services (
  organisation_id bigint not null,
  id bigint not null default nextval('signing_services_id'),
  name text not null,
  url text not null,
  -- what calls are authorised with; null for one that was imported or whose key is lost: it is given again
  token_sealed bytea,
  -- what events are signed with, and the one before until it ends
  secret_sealed bytea,
  previous_secret_sealed bytea,
  previous_secret_expires_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  -- it is kept for the requests that it had
  removed_at timestamptz,
  constraint signing_services_pkey primary key (organisation_id, id),
  constraint signing_services_organisation foreign key (organisation_id) references organisations (id),
  constraint signing_services_created_by foreign key (created_by) references users (id),
  constraint signing_services_id_check check (id between 1 and 2147483647)
);
create index signing_services_by_creator on signing_services (created_by);

alter table signature_requests add column service_id bigint;
-- the id of the packet at the service, which nobody can guess
alter table signature_requests add column packet uuid;
-- when the service took it
alter table signature_requests add column accepted_at timestamptz;
-- when the service was asked last
alter table signature_requests add column asked_service_at timestamptz;
-- what went wrong then; null if nothing did
alter table signature_requests add column service_problem text;
-- since when somebody has been voiding it at the service: what the service says of it in the meantime is theirs to write
alter table signature_requests add column voiding_since timestamptz;
alter table signature_requests add constraint signature_requests_service
  foreign key (organisation_id, service_id) references signing_services (organisation_id, id);
alter table signature_requests add constraint signature_requests_packet
  check ((service_id is null) = (packet is null));
create index signature_requests_by_service on signature_requests (organisation_id, service_id) where service_id is not null;
create unique index signature_requests_by_packet on signature_requests (organisation_id, packet) where packet is not null;
