-- Deleting an organisation: when its data was exported last, when its deletion was asked for, by whom and why, and when it is due.
-- What is left of a deleted one is a certificate. The code before this migration does without.
alter table organisations
  add column exported_at timestamptz,
  add column deletion_requested_at timestamptz,
  add column deletion_requested_by uuid,
  add column deletion_due_at timestamptz,
  add column deletion_reason text,
  add constraint organisations_deletion_requester foreign key (deletion_requested_by) references users (id),
  add constraint organisations_deletion_whole
    check (num_nulls(deletion_requested_at, deletion_due_at, deletion_reason) in (0, 3));

create table deleted_organisations (
  former_id bigint not null,
  name text not null,
  reason text not null,
  requested_at timestamptz not null,
  exported_at timestamptz,
  deleted_at timestamptz not null,
  removed jsonb not null,
  contents_removed_at timestamptz,
  contents integer not null default 0,
  constraint deleted_organisations_pkey primary key (former_id)
);
