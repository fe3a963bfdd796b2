-- Who administers the installation, which processes serve it, and how its backups and its files were found. The code before this
-- migration knows none of it and goes on without; its processes are not listed, and its backups are recorded by their time alone.

-- Named by the operator. They need the role Administrator as well.
create table installation_administrators (
  user_id uuid not null,
  added_at timestamptz not null,
  constraint installation_administrators_pkey primary key (user_id),
  constraint installation_administrators_user foreign key (user_id) references users (id) on delete cascade
);

-- Times are those of the database, not of the sandbox. A process that is stopped removes its row; one that is killed leaves it, and
-- another one removes it later.
create table server_processes (
  id uuid not null,
  role text not null,
  version text not null,
  node_version text not null,
  host text not null,
  process_id integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  constraint server_processes_pkey primary key (id)
);

alter table backup_results
  -- the newest backup
  add column made_id text,
  add column place text,
  -- the last verification of all backups in the place, or of the newest one
  add column verified_at timestamptz,
  add column verified_place text,
  add column verified_findings integer;

-- what the last whole round found
alter table content_checks
  add column measured_at timestamptz,
  add column measured_contents bigint,
  add column measured_bytes bigint;
