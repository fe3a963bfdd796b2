-- Notifications of people, in the app and by mail. They are made from events after the commit: the transaction of a change stores
-- one dispatch for each event that may notify somebody. The code before this one stores none and notifies nobody.

create table notification_dispatches (
  organisation_id bigint not null,
  event_id bigint not null,
  event_at timestamptz not null,
  constraint notification_dispatches_pkey primary key (organisation_id, event_id)
);

create sequence notifications_id;
-- organisation_id is that of the record, which may be another one than that of the person
create table notifications (
  organisation_id bigint not null,
  id bigint not null default nextval('notifications_id'),
  user_id uuid not null,
  kind text not null,
  -- what happened, in one word: the text is made when it is read, from names of that moment
  what text not null,
  event_id bigint not null,
  at timestamptz not null,
  subject_kind text not null,
  subject_id bigint not null,
  resource_kind text not null,
  resource_id bigint,
  by_user_id uuid,
  facts jsonb not null,
  read_at timestamptz,
  -- null: not by mail
  mail text,
  -- when a mail at once is due; null when it was sent or is not needed any more
  mail_due_at timestamptz,
  -- whether it waits for the next daily digest
  in_digest boolean not null default false,
  mailed_at timestamptz,
  constraint notifications_pkey primary key (organisation_id, id),
  constraint notifications_once unique (organisation_id, event_id, user_id),
  constraint notifications_user foreign key (user_id) references users (id) on delete cascade,
  constraint notifications_subject_known check (subject_kind in ('contract', 'matter')),
  constraint notifications_mail_known check (mail in ('Mail', 'Digest'))
);
create index notifications_of_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
create index notifications_due on notifications (mail_due_at) where mail_due_at is not null;
create index notifications_for_digest on notifications (user_id) where in_digest;
create index notifications_by_age on notifications (organisation_id, at);

-- What a person wants to be notified of and how, where it is not the default. The organisation is the person's own.
create table notification_preferences (
  organisation_id bigint not null,
  user_id uuid not null,
  ways jsonb not null,
  updated_at timestamptz not null,
  constraint notification_preferences_pkey primary key (organisation_id, user_id),
  constraint notification_preferences_user foreign key (user_id) references users (id) on delete cascade
);

-- One row for each daily digest that was sent: a day has one, whatever process sends it. The organisation is the person's own.
create table notification_digests (
  organisation_id bigint not null,
  user_id uuid not null,
  day date not null,
  sent_at timestamptz not null,
  constraint notification_digests_pkey primary key (organisation_id, user_id, day),
  constraint notification_digests_user foreign key (user_id) references users (id) on delete cascade
);

-- Mail with a part in HTML and headers of its own (List-Unsubscribe). Older code sends such a mail as plain text.
alter table outbox_mails add column html text;
alter table outbox_mails add column headers jsonb;
