-- Uploads that arrive in pieces, and continue where they were interrupted (tus 1.0). Each piece is in the storage before it is recorded,
-- so the offset never promises what is not there. They end after a day, or when the file is recorded.
create table resumable_uploads (
  organisation_id bigint not null,
  id uuid not null,
  created_by uuid not null,
  -- of the whole, and what has arrived
  size bigint not null,
  received bigint not null default 0,
  name text,
  content_type text,
  -- as it was sent
  metadata text,
  created_at timestamptz not null,
  constraint resumable_uploads_pkey primary key (organisation_id, id),
  constraint resumable_uploads_organisation foreign key (organisation_id) references organisations (id),
  constraint resumable_uploads_created_by foreign key (created_by) references users (id),
  constraint resumable_uploads_received check (received between 0 and size)
);
create index resumable_uploads_by_age on resumable_uploads (created_at);
create index resumable_uploads_by_person on resumable_uploads (organisation_id, created_by);

create table resumable_upload_pieces (
  organisation_id bigint not null,
  upload_id uuid not null,
  -- its place in the whole
  start bigint not null,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  constraint resumable_upload_pieces_pkey primary key (organisation_id, upload_id, start),
  constraint resumable_upload_pieces_upload foreign key (organisation_id, upload_id)
    references resumable_uploads (organisation_id, id) on delete cascade
);
create index resumable_upload_pieces_in_storage on resumable_upload_pieces (organisation_id, storage_key);
