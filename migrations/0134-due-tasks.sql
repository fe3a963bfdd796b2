-- The due time of which a task's event `task.due` was raised: one for each due time, whatever process looks. The code before this one
-- raises none; what was due before the upgrade is passed over.
alter table tasks add column told_due timestamp;
