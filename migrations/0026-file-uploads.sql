-- Uploads that their senders may still finalise, and files that came for a task of a matter. Code from before this writes neither. Its
-- sweep, while it still runs, may remove content that an upload has just replaced; that upload can then not be taken back.

alter table files
  add column task_id bigint,
  add constraint files_task foreign key (organisation_id, task_id) references tasks (organisation_id, id),
  add constraint files_task_of_matter check (task_id is null or matter_id is not null);
create index files_by_task on files (organisation_id, task_id, id) where task_id is not null;

create sequence file_uploads_id;
create table file_uploads (
  organisation_id bigint not null,
  id bigint not null default nextval('file_uploads_id') check (id between 1 and 2147483647),
  -- what the sender was told as the upload's id: the file it made, or made a version of
  file_id bigint not null,
  -- what the sender named as its target: Matter, Contract, Folder or Task
  target_kind text not null,
  target_id bigint not null,
  set_id text,
  set_size bigint,
  -- what it made: a File, a Version of one, or other Content of a version
  made text not null,
  version bigint not null,
  storage_key text not null,
  -- the file whose name it came under, when there was one
  conflict_file_id bigint,
  -- what that file was called, and (for Content) what it contained, until the upload is final
  name_before text,
  replaced_storage_key text,
  replaced jsonb,
  outcome text,
  conflict_resolution text,
  failure_reason text,
  signed boolean not null default false,
  result_file_id bigint,
  created_by uuid not null,
  created_at timestamptz not null,
  finalised_at timestamptz,
  constraint file_uploads_pkey primary key (organisation_id, id),
  constraint file_uploads_organisation foreign key (organisation_id) references organisations (id),
  constraint file_uploads_created_by foreign key (created_by) references users (id),
  constraint file_uploads_target_known check (target_kind in ('Matter', 'Contract', 'Folder', 'Task')),
  constraint file_uploads_made_known check (made in ('File', 'Version', 'Content')),
  constraint file_uploads_outcome_known check (outcome in ('Succeeded', 'Failed')),
  constraint file_uploads_final check ((outcome is null) = (finalised_at is null)),
  constraint file_uploads_replaced check (num_nulls(replaced, replaced_storage_key) in (0, 2))
);
create index file_uploads_by_file on file_uploads (organisation_id, file_id, created_by, id);
create index file_uploads_open on file_uploads (organisation_id, created_at) where outcome is null;
create index file_uploads_by_replaced on file_uploads (organisation_id, replaced_storage_key)
  where replaced_storage_key is not null;
