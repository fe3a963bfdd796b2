-- Mail that the platform sends: written in the transaction that causes it, sent afterwards. The sandbox only shows it.
create sequence outbox_mails_id;
create table outbox_mails (
  organisation_id bigint not null,
  id bigint not null default nextval('outbox_mails_id') check (id between 1 and 2147483647),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  error text,
  constraint outbox_mails_pkey primary key (organisation_id, id),
  constraint outbox_mails_organisation foreign key (organisation_id) references organisations (id)
);
create index outbox_mails_newest on outbox_mails (organisation_id, created_at desc);
