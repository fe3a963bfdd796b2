-- Offers to work together, which the other side accepts: one organisation writes to the address of an administrator of the other.
-- An offer says nothing of whether there is anybody of that address.

create sequence organisation_link_offers_id;
create table organisation_link_offers (
  id bigint not null default nextval('organisation_link_offers_id') check (id between 1 and 2147483647),
  -- who offers
  organisation_id bigint not null,
  email text not null,
  -- lower case, as users.email_key
  email_key text not null,
  created_at timestamptz not null,
  created_by uuid,
  expires_at timestamptz not null,
  constraint organisation_link_offers_pkey primary key (id),
  constraint organisation_link_offers_once unique (organisation_id, email_key),
  constraint organisation_link_offers_organisation foreign key (organisation_id) references organisations (id),
  constraint organisation_link_offers_creator foreign key (created_by) references users (id)
);
create index organisation_link_offers_by_address on organisation_link_offers (email_key);
create index organisation_link_offers_by_creator on organisation_link_offers (created_by);
