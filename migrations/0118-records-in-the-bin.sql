-- Matters and contracts can be deleted: they stay in the bin, invisible, until they are purged or restored. And they can be held: what
-- is under a legal hold is neither deleted nor purged, nor are the files in it. The code before this migration deletes no records; while
-- it still runs, it goes on showing what a newer process has deleted.
alter table matters
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  add column legal_hold_reason text,
  add column legal_hold_at timestamptz,
  add column legal_hold_by uuid;
alter table contracts
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  add column legal_hold_reason text,
  add column legal_hold_at timestamptz,
  add column legal_hold_by uuid;

alter table matters
  add constraint matters_bin check ((deleted_at is null) = (deleted_by is null)) not valid,
  add constraint matters_legal_hold check (num_nulls(legal_hold_reason, legal_hold_at, legal_hold_by) in (0, 3)) not valid,
  add constraint matters_deleted_by foreign key (deleted_by) references users (id) not valid,
  add constraint matters_legal_hold_by foreign key (legal_hold_by) references users (id) not valid;
alter table contracts
  add constraint contracts_bin check ((deleted_at is null) = (deleted_by is null)) not valid,
  add constraint contracts_legal_hold check (num_nulls(legal_hold_reason, legal_hold_at, legal_hold_by) in (0, 3)) not valid,
  add constraint contracts_deleted_by foreign key (deleted_by) references users (id) not valid,
  add constraint contracts_legal_hold_by foreign key (legal_hold_by) references users (id) not valid;
alter table matters validate constraint matters_bin;
alter table matters validate constraint matters_legal_hold;
alter table matters validate constraint matters_deleted_by;
alter table matters validate constraint matters_legal_hold_by;
alter table contracts validate constraint contracts_bin;
alter table contracts validate constraint contracts_legal_hold;
alter table contracts validate constraint contracts_deleted_by;
alter table contracts validate constraint contracts_legal_hold_by;

-- the bin, and what is due to be purged
create index matters_in_bin on matters (organisation_id, deleted_at) where deleted_at is not null;
create index contracts_in_bin on contracts (organisation_id, deleted_at) where deleted_at is not null;
