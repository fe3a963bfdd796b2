-- What a migration for a third kind of record would do.
create sequence disputes_id;
create table disputes (
  organisation_id bigint not null references organisations (id),
  id bigint not null default nextval('disputes_id'),
  name text not null,
  status text not null,
  owner_id uuid not null references users (id),
  created_by uuid not null references users (id),
  team_id bigint,
  category_id bigint,
  parent_id bigint,
  restricted boolean not null default false,
  in_intake boolean not null default false,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_activity_at timestamptz not null,
  version bigint not null default 1,
  form_version integer not null default 0,
  core_form_version integer not null default 0,
  deleted_at timestamptz,
  deleted_by uuid,
  legal_hold_reason text,
  legal_hold_at timestamptz,
  legal_hold_by uuid,
  primary key (organisation_id, id)
);
create index disputes_by_last_activity on disputes (organisation_id, last_activity_at desc, id desc);

create table dispute_members (
  organisation_id bigint not null,
  dispute_id bigint not null,
  user_id uuid not null references users (id),
  counsel boolean not null default false,
  added_at timestamptz,
  added_by uuid,
  note text,
  primary key (organisation_id, dispute_id, user_id),
  foreign key (organisation_id, dispute_id) references disputes (organisation_id, id) on delete cascade
);
create sequence dispute_messages_id;
create table dispute_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('dispute_messages_id'),
  dispute_id bigint not null,
  user_id uuid not null references users (id),
  body text not null,
  written boolean not null default true,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, dispute_id) references disputes (organisation_id, id)
);
create sequence dispute_status_messages_id;
create table dispute_status_messages (
  organisation_id bigint not null,
  id bigint not null default nextval('dispute_status_messages_id'),
  dispute_id bigint not null,
  message text not null,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, dispute_id) references disputes (organisation_id, id)
);

-- the column of what is attached to records
alter table files add column dispute_id bigint, drop constraint files_one_record,
  add constraint files_one_record check (num_nonnulls(contract_id, matter_id, dispute_id) = 1);
alter table file_words add column dispute_id bigint;
create unique index files_dispute_name_unique on files (organisation_id, dispute_id, coalesce(folder_id, 0), lower(name))
  where deleted_at is null and dispute_id is not null;
alter table email_threads add column dispute_id bigint, drop constraint email_threads_one_record,
  add constraint email_threads_one_record
    check (num_nonnulls(matter_id, contract_id, dispute_id) = num_nonnulls(record_organisation_id));
alter table email_trackings add column dispute_id bigint, drop constraint email_trackings_one_record,
  add constraint email_trackings_one_record check (num_nonnulls(matter_id, contract_id, dispute_id) = 1);
alter table inbound_mails add column dispute_id bigint, drop constraint inbound_mails_one_record,
  add constraint inbound_mails_one_record check (num_nonnulls(matter_id, contract_id, dispute_id) = 1),
  add constraint inbound_mails_dispute_once unique (organisation_id, dispute_id, reference);

-- the name of the kind, where the schema lists the kinds
alter table favourites drop constraint favourites_kind_known;
alter table field_values drop constraint field_values_kind_known;
alter table file_uploads drop constraint file_uploads_target_known;
alter table form_parts drop constraint form_parts_form_known;
alter table notifications drop constraint notifications_subject_known;
alter table recents drop constraint recents_kind_known;
alter table record_counts drop constraint record_counts_kind_known;
alter table record_words drop constraint record_words_kind_known;
alter table record_words_collected drop constraint record_words_collected_kind_known;
