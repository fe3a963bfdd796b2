-- Files and folders of matters and contracts. Contents lie in the storage under a key of their own for each version, and are
-- stored there, durably, before the row that names them: no row without bytes.

create sequence files_id;
create table files (
  organisation_id bigint not null,
  id bigint not null default nextval('files_id') check (id between 1 and 2147483647),
  kind text not null,
  -- the matter or contract it belongs to: exactly one of the two
  contract_id bigint,
  matter_id bigint,
  -- null in the root of its record
  folder_id bigint,
  name text not null,
  description text,
  -- the current version; 0 for folders
  version bigint not null,
  size bigint not null,
  content_type text,
  private boolean not null default false,
  locked_by uuid,
  locked_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint files_pkey primary key (organisation_id, id),
  constraint files_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint files_folder foreign key (organisation_id, folder_id) references files (organisation_id, id),
  constraint files_created_by foreign key (created_by) references users (id),
  constraint files_updated_by foreign key (updated_by) references users (id),
  constraint files_locked_by foreign key (locked_by) references users (id),
  constraint files_kind_known check (kind in ('File', 'Folder', 'ContractDocument')),
  constraint files_one_record check (num_nonnulls(contract_id, matter_id) = 1)
);
-- a name is taken once in a folder, without regard to case (0 stands for the root)
create unique index files_contract_name_unique on files (organisation_id, contract_id, coalesce(folder_id, 0), lower(name))
  where deleted_at is null and contract_id is not null and kind <> 'ContractDocument';
create unique index files_matter_name_unique on files (organisation_id, matter_id, coalesce(folder_id, 0), lower(name))
  where deleted_at is null and matter_id is not null;
create unique index files_one_document on files (organisation_id, contract_id)
  where deleted_at is null and kind = 'ContractDocument';
create index files_by_folder on files (organisation_id, folder_id) where folder_id is not null;

create table file_versions (
  organisation_id bigint not null,
  file_id bigint not null,
  version bigint not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  md5 bytea not null,
  content_type text not null,
  name text not null,
  comments text,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint file_versions_pkey primary key (organisation_id, file_id, version),
  constraint file_versions_file foreign key (organisation_id, file_id) references files (organisation_id, id),
  constraint file_versions_created_by foreign key (created_by) references users (id),
  constraint file_versions_storage_key_unique unique (organisation_id, storage_key)
);
