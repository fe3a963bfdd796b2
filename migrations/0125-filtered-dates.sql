-- Dates that lists of matters and contracts are filtered and sorted by, and the indexes for them. Code of before this step writes neither
-- column: a contract that it moves shows the stage before as the latest one until the next move.

-- When the contract came to its stage; null while it is in its first one, which began with the contract.
alter table contracts add column stage_since timestamptz;
update contracts set stage_since = (
  select max(e.at) from events e
  where e.organisation_id = contracts.organisation_id and e.subject_kind = 'contract' and e.subject_id = contracts.id
    and e.name = 'contract.status.updated')
where status <> 'Draft';

-- When the matter was completed or archived; null while it goes on.
alter table matters add column closed_at timestamptz;
update matters set closed_at = coalesce((
  select max(e.at) from events e
  where e.organisation_id = matters.organisation_id and e.subject_kind = 'matter' and e.subject_id = matters.id
    and e.name = 'matter.status.updated'), updated_at)
where status in ('Complete', 'Archived');

create index contracts_by_stage_since on contracts (organisation_id, coalesce(stage_since, created_at), id);
create index contracts_by_change on contracts (organisation_id, updated_at, id);
create index contracts_by_execution on contracts (organisation_id, executed_at nulls first, id);
create index matters_by_change on matters (organisation_id, updated_at, id);
create index matters_by_closing on matters (organisation_id, closed_at nulls first, id);
create index matters_urgent on matters (organisation_id, id) where urgent;
-- the next due date of a matter, and the matters in which something is due
create index tasks_to_do on tasks (organisation_id, matter_id, due_at)
  where due_at is not null and status not in ('Complete', 'NotRequired');
create index tasks_to_do_by_date on tasks (organisation_id, due_at, matter_id)
  where due_at is not null and status not in ('Complete', 'NotRequired');
