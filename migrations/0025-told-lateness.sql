-- A matter that becomes late, or is in time again, changes its state on the wire by time alone. What has been told of it is kept,
-- so that each such change is told once: a late state, or null when what is kept was told last.
alter table matters
  add column told_state text,
  add constraint matters_told_state_known
    check (told_state in ('TasksLate', 'MilestonesLate', 'TasksAndMilestonesLate')) not valid;
create index matters_told_late on matters (organisation_id, id) where told_state is not null;
