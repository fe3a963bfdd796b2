-- Editing Word documents in the browser: what somebody has edited and not saved, one draft for each person and file, and
-- why a file is locked. The old code locks for no reason that is named, and knows no drafts.
alter table files add column locked_for text;
alter table files add constraint files_locked_for_known check (locked_for = 'Editing') not valid;

create table file_drafts (
  organisation_id bigint not null,
  file_id bigint not null,
  user_id uuid not null,
  -- the version that was edited, and the hash of its content: a version may get another content
  version bigint not null,
  sha256 bytea not null,
  edits json not null,
  saved_at timestamptz not null,
  constraint file_drafts_pkey primary key (organisation_id, file_id, user_id),
  constraint file_drafts_file foreign key (organisation_id, file_id) references files (organisation_id, id) on delete cascade,
  constraint file_drafts_user foreign key (user_id) references users (id)
);
create index file_drafts_by_user on file_drafts (user_id);
