-- What is said about a contract, and who its other parties are.

create sequence contract_status_messages_id;
create table contract_status_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_status_messages_id') check (id between 1 and 2147483647),
  contract_id bigint not null,
  message text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  constraint contract_status_messages_pkey primary key (organisation_id, id),
  constraint contract_status_messages_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint contract_status_messages_user foreign key (user_id) references users (id)
);
create index contract_status_messages_newest on contract_status_messages (organisation_id, contract_id, id desc);

-- The other parties that contracts are made with.
create sequence contract_entities_id;
create table contract_entities (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_entities_id') check (id between 1 and 2147483647),
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint contract_entities_pkey primary key (organisation_id, id),
  constraint contract_entities_organisation foreign key (organisation_id) references organisations (id),
  constraint contract_entities_created_by foreign key (created_by) references users (id)
);
create unique index contract_entities_name_unique on contract_entities (organisation_id, lower(name));
