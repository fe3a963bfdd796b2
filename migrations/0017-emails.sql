-- The mail that people keep track of, and their drafts. A thread and its messages are one person's and lie with their
-- organisation. What is tracked to a record is noted with the record's organisation besides, because whoever sees the
-- record may know of it.

create sequence email_threads_id;
create table email_threads (
  organisation_id bigint not null,
  id bigint not null default nextval('email_threads_id') check (id between 1 and 2147483647),
  user_id uuid not null,
  client text not null,
  thread_identifier text not null,
  track boolean not null,
  -- the record may be another organisation's, which lies elsewhere: nothing refers to it
  record_organisation_id bigint,
  matter_id bigint,
  contract_id bigint,
  file_id bigint,
  -- counts the changes of all threads of the person: the order of the pages, and their cursor
  change_number bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint email_threads_pkey primary key (organisation_id, id),
  constraint email_threads_organisation foreign key (organisation_id) references organisations (id),
  constraint email_threads_user foreign key (user_id) references users (id),
  constraint email_threads_identifier_unique unique (organisation_id, user_id, client, thread_identifier),
  constraint email_threads_change_unique unique (organisation_id, user_id, change_number),
  constraint email_threads_client_known check (client in ('Outlook', 'Gmail')),
  constraint email_threads_change_range check (change_number between 1 and 2147483647),
  constraint email_threads_one_record check (num_nonnulls(matter_id, contract_id) = num_nonnulls(record_organisation_id)),
  constraint email_threads_tracked_record check (not track or record_organisation_id is not null)
);

create sequence email_messages_id;
create table email_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('email_messages_id') check (id between 1 and 2147483647),
  thread_id bigint not null,
  user_id uuid not null,
  external_reference_id text not null,
  sender text,
  recipients text[] not null default '{}',
  subject text,
  sent_at timestamptz,
  body text,
  -- the original (message/rfc822) in the storage, where it was given
  storage_key text,
  size bigint,
  sha256 bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint email_messages_pkey primary key (organisation_id, id),
  constraint email_messages_thread foreign key (organisation_id, thread_id) references email_threads (organisation_id, id) on delete cascade,
  constraint email_messages_user foreign key (user_id) references users (id),
  constraint email_messages_reference_unique unique (organisation_id, thread_id, external_reference_id),
  constraint email_messages_storage_key_unique unique (organisation_id, storage_key),
  constraint email_messages_original check (num_nonnulls(storage_key, size, sha256) in (0, 3))
);
create index email_messages_by_reference on email_messages (organisation_id, user_id, external_reference_id);

create sequence email_trackings_id;
create table email_trackings (
  -- the record's
  organisation_id bigint not null,
  id bigint not null default nextval('email_trackings_id') check (id between 1 and 2147483647),
  user_id uuid not null,
  client text not null,
  thread_identifier text not null,
  matter_id bigint,
  contract_id bigint,
  file_id bigint,
  tracked_at timestamptz not null,
  constraint email_trackings_pkey primary key (organisation_id, id),
  constraint email_trackings_user foreign key (user_id) references users (id),
  constraint email_trackings_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint email_trackings_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint email_trackings_file foreign key (organisation_id, file_id) references files (organisation_id, id),
  constraint email_trackings_thread_unique unique (organisation_id, user_id, client, thread_identifier),
  constraint email_trackings_one_record check (num_nonnulls(matter_id, contract_id) = 1)
);
create index email_trackings_by_thread on email_trackings (organisation_id, thread_identifier);
create index email_trackings_by_matter on email_trackings (organisation_id, matter_id) where matter_id is not null;
create index email_trackings_by_contract on email_trackings (organisation_id, contract_id) where contract_id is not null;
create index email_trackings_by_file on email_trackings (organisation_id, file_id) where file_id is not null;

-- The messages of a tracked thread, by the ids that mail clients know them by.
create table email_tracked_messages (
  organisation_id bigint not null,
  tracking_id bigint not null,
  external_reference_id text not null,
  tracked_at timestamptz not null,
  constraint email_tracked_messages_pkey primary key (organisation_id, tracking_id, external_reference_id),
  constraint email_tracked_messages_tracking foreign key (organisation_id, tracking_id)
    references email_trackings (organisation_id, id) on delete cascade
);
create index email_tracked_messages_by_reference on email_tracked_messages (organisation_id, external_reference_id);

-- What is to become of a mail in a matter once it is there.
create sequence email_drafts_id;
create table email_drafts (
  -- the matter's
  organisation_id bigint not null,
  id bigint not null default nextval('email_drafts_id') check (id between 1 and 2147483647),
  user_id uuid not null,
  matter_id bigint not null,
  mode text not null,
  -- the mail, by the id that the person's mail client knows it by
  source_id text,
  expected_from text,
  -- the people it is addressed to in the conversation
  recipient_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  delivered_at timestamptz,
  constraint email_drafts_pkey primary key (organisation_id, id),
  constraint email_drafts_user foreign key (user_id) references users (id),
  constraint email_drafts_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint email_drafts_mode_known check (mode in ('Message', 'File'))
);
create index email_drafts_by_source on email_drafts (organisation_id, user_id, source_id) where delivered_at is null;
create index email_drafts_by_matter on email_drafts (organisation_id, matter_id);

-- The conversation of a matter.
create sequence matter_messages_id;
create table matter_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('matter_messages_id') check (id between 1 and 2147483647),
  matter_id bigint not null,
  user_id uuid not null,
  -- the draft it comes from
  draft_id bigint,
  recipient_ids uuid[] not null default '{}',
  -- the address that the mail came from
  sender text,
  subject text,
  body text not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  constraint matter_messages_pkey primary key (organisation_id, id),
  constraint matter_messages_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint matter_messages_draft foreign key (organisation_id, draft_id) references email_drafts (organisation_id, id),
  constraint matter_messages_user foreign key (user_id) references users (id),
  constraint matter_messages_once unique (organisation_id, draft_id)
);
create index matter_messages_newest on matter_messages (organisation_id, matter_id, id desc);
