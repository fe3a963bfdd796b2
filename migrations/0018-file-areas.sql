-- Folders that files lie in, private folders, locks that run out, and the bin. Code from before this made no folders, no private
-- files and no locks, so what it writes meanwhile is right by the defaults; what is in the bin it takes for gone.

alter table files
  -- the folders above, outermost first: what lies in a folder at any depth is found, and shown with its path, without walking
  add column folder_ids bigint[] not null default '{}',
  -- it is private, or a folder above is
  add column shielded boolean not null default false,
  -- who made all that is private there, and so sees it; null when that were several
  add column shielded_for uuid,
  -- null with locked_by: the lock does not run out
  add column lock_expires_at timestamptz,
  add column deleted_by uuid,
  -- the entry of the bin it belongs to: itself, or the folder it was deleted with
  add column deleted_with bigint,
  -- counts the changes; the ETag of the details
  add column revision bigint not null default 1,
  add constraint files_deleted_by foreign key (deleted_by) references users (id),
  add constraint files_bin check ((deleted_at is null) = (deleted_with is null)) not valid;

with recursive tree as (
  select organisation_id, id, '{}'::bigint[] as above from files where folder_id is null
  union all
  select f.organisation_id, f.id, tree.above || tree.id
    from files f join tree on tree.organisation_id = f.organisation_id and tree.id = f.folder_id
)
update files set folder_ids = tree.above from tree
  where tree.organisation_id = files.organisation_id and tree.id = files.id and tree.above <> '{}';
update files set shielded = true, shielded_for = s.whose
  from (
    select f.organisation_id, f.id, case when count(distinct p.created_by) = 1 then min(p.created_by::text)::uuid end as whose
      from files f join files p on p.organisation_id = f.organisation_id and p.private and (p.id = f.id or p.id = any(f.folder_ids))
      group by f.organisation_id, f.id
  ) s
  where s.organisation_id = files.organisation_id and s.id = files.id;
update files set deleted_with = id where deleted_at is not null;
alter table files validate constraint files_bin;

-- lists: of one record newest first, of all by name; the bin by age
create index files_by_contract on files (organisation_id, contract_id, id) where deleted_at is null and contract_id is not null;
create index files_by_matter on files (organisation_id, matter_id, id) where deleted_at is null and matter_id is not null;
create index files_by_name on files (organisation_id, (lower(name) collate "C"), id) where deleted_at is null;
create index files_in_bin on files (organisation_id, deleted_at) where deleted_at is not null;

-- a file that is moved onto another one gives it its content and stays in the bin with it: both name the same bytes
alter table file_versions drop constraint file_versions_storage_key_unique;
create index file_versions_by_content on file_versions (organisation_id, storage_key);
