-- Which storage of file contents belongs to this database, and what backups need of the running server. The version before
-- knows none of these tables and goes on without them.

-- One row. The storage carries a note with the same id and the generation it was last claimed with. A database whose
-- generation is behind that of the note is an older state of the one in use and must not remove contents. A restore gives the
-- database a new id; its lineage stays, so that it goes on with the backups of the one it was made from.
create table storage_claims (
  id boolean not null default true,
  database_id uuid not null,
  lineage_id uuid not null,
  generation bigint not null default 0,
  nonce uuid,
  constraint storage_claims_pkey primary key (id),
  constraint storage_claims_one_row check (id)
);
insert into storage_claims (database_id, lineage_id) select id, id from (select gen_random_uuid() as id) made;

-- While a backup copies contents, none are removed. A hold that is not renewed ends by itself: its backup was killed.
create table storage_holds (
  id uuid not null,
  held_until timestamptz not null,
  constraint storage_holds_pkey primary key (id)
);

-- One row: how the scheduled backups went last, for metrics.
create table backup_results (
  id boolean not null default true,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text,
  constraint backup_results_pkey primary key (id),
  constraint backup_results_one_row check (id)
);
insert into backup_results default values;
