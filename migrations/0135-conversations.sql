-- Conversations: what people write on a matter stands beside the mails that were added to it, and contracts have one as well. The code
-- before this one shows what is written on a matter like a mail without a sender.
alter table matter_messages add column written boolean not null default false;
alter table matter_messages add column mentions uuid[] not null default '{}';
alter table matter_messages add column edited_at timestamptz;

create sequence contract_messages_id;
create table contract_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_messages_id'),
  contract_id bigint not null,
  user_id uuid not null,
  body text not null,
  written boolean not null default true,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  constraint contract_messages_pkey primary key (organisation_id, id),
  constraint contract_messages_id_check check (id between 1 and 2147483647),
  constraint contract_messages_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint contract_messages_user foreign key (user_id) references users (id)
);
create index contract_messages_newest on contract_messages (organisation_id, contract_id, id desc);
