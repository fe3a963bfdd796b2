-- Files that were uploaded for a contract that is yet to be made. A row is consumed by the transaction that makes the contract, or goes
-- with its bytes a day later. New table only; while the sweep of older code still runs, it may remove the bytes of a file that waits.
create table waiting_files (
  organisation_id bigint not null,
  -- from files_id: the file keeps it when it becomes the document of the contract
  file_id bigint not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  md5 bytea not null,
  content_type text not null,
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint waiting_files_file_id_range check (file_id between 1 and 2147483647),
  constraint waiting_files_pkey primary key (organisation_id, file_id),
  constraint waiting_files_organisation foreign key (organisation_id) references organisations (id),
  constraint waiting_files_created_by foreign key (created_by) references users (id)
);
create index waiting_files_by_age on waiting_files (organisation_id, created_at);
create index waiting_files_by_stored on waiting_files (organisation_id, storage_key);
