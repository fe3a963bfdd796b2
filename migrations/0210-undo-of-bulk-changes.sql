-- What a bulk change has changed of each record, so that it can be taken back. The code before this one keeps none of it: its bulk changes
-- cannot be taken back. They go with their bulk change, a month after its end.
create table bulk_change_records (
  organisation_id bigint not null,
  bulk_change_id bigint not null,
  record_id bigint not null,
  -- the facts of the events of the change, as the history has them
  made jsonb not null,
  undone_at timestamptz,
  constraint bulk_change_records_pkey primary key (organisation_id, bulk_change_id, record_id),
  constraint bulk_change_records_change foreign key (organisation_id, bulk_change_id) references bulk_changes (organisation_id, id) on delete cascade,
  constraint bulk_change_records_made_list check (jsonb_typeof(made) = 'array')
);

-- the bulk change that this one takes back
alter table bulk_changes add column undo_of bigint;
