-- What law firms state as unbilled by phase, and accruals by phase: [{phase, amount}, ...], null where it is in all. The
-- code before this migration states and closes in all.
alter table accrual_entries add column phases jsonb;
alter table accrual_entries add constraint accrual_entries_phases check (jsonb_typeof(phases) = 'array') not valid;
alter table accrual_entries validate constraint accrual_entries_phases;
alter table accrual_lines add column phases jsonb;
alter table accrual_lines add constraint accrual_lines_phases check (jsonb_typeof(phases) = 'array') not valid;
alter table accrual_lines validate constraint accrual_lines_phases;
