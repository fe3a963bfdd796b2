-- Deadlines of the steps of approvals, in working days: the approvers are reminded on the last of them, and after it somebody else is asked.
-- The old code asks for steps without a deadline, and saves rules without one.
alter table contract_approval_rules add column deadline_days integer;
alter table contract_approval_rules add column escalate_to uuid;
alter table contract_approval_rules add constraint contract_approval_rules_deadline
  check (deadline_days between 1 and 60 and (escalate_to is null or deadline_days is not null)) not valid;
alter table contract_approval_rules validate constraint contract_approval_rules_deadline;
-- as the rule had them when approval was asked for; null for the administrators
alter table contract_approval_steps add column deadline_days integer;
alter table contract_approval_steps add column escalate_to uuid;
-- the last day, from when on its people are asked
alter table contract_approval_steps add column due date;
-- when something is to be done next; null once it is
alter table contract_approval_steps add column remind_at timestamptz;
alter table contract_approval_steps add column escalate_at timestamptz;
alter table contract_approval_steps add column escalated_at timestamptz;
create index contract_approval_steps_to_remind on contract_approval_steps (remind_at) where remind_at is not null;
create index contract_approval_steps_to_escalate on contract_approval_steps (escalate_at) where escalate_at is not null;
