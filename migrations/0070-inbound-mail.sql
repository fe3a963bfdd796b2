-- Mail that came to the address of a matter or contract, once each: a mail server sends again what it is not sure of.
create sequence inbound_mails_id;
create table inbound_mails (
  -- the record's
  organisation_id bigint not null,
  id bigint not null default nextval('inbound_mails_id') check (id between 1 and 2147483647),
  matter_id bigint,
  contract_id bigint,
  -- the mail's Message-ID, or the hash of a mail that has none
  reference text not null,
  user_id uuid not null,
  received_at timestamptz not null,
  constraint inbound_mails_pkey primary key (organisation_id, id),
  constraint inbound_mails_user foreign key (user_id) references users (id),
  constraint inbound_mails_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint inbound_mails_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint inbound_mails_matter_once unique (organisation_id, matter_id, reference),
  constraint inbound_mails_contract_once unique (organisation_id, contract_id, reference),
  constraint inbound_mails_one_record check (num_nonnulls(matter_id, contract_id) = 1)
);
