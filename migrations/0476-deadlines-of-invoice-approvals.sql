-- Deadlines of the steps in which invoices are approved, as those of contracts, and addresses at which their approvers answer from their mail.
-- The old code asks for steps without a deadline, saves rules without one, and makes no addresses; one of what was decided opens nothing.
alter table invoice_approval_rules add column deadline_days integer;
alter table invoice_approval_rules add column escalate_to uuid;
alter table invoice_approval_rules add constraint invoice_approval_rules_deadline
  check (deadline_days between 1 and 60 and (escalate_to is null or deadline_days is not null)) not valid;
alter table invoice_approval_rules validate constraint invoice_approval_rules_deadline;
-- as the rule had them when approval was asked for; null for the administrators
alter table invoice_approval_steps add column deadline_days integer;
alter table invoice_approval_steps add column escalate_to uuid;
-- the last day, from when on its people are asked
alter table invoice_approval_steps add column due date;
-- when something is to be done next; null once it is
alter table invoice_approval_steps add column remind_at timestamptz;
alter table invoice_approval_steps add column escalate_at timestamptz;
alter table invoice_approval_steps add column escalated_at timestamptz;
create index invoice_approval_steps_to_remind on invoice_approval_steps (remind_at) where remind_at is not null;
create index invoice_approval_steps_to_escalate on invoice_approval_steps (escalate_at) where escalate_at is not null;

create table invoice_approval_addresses (
  organisation_id bigint not null,
  invoice_id bigint not null,
  round integer not null,
  -- who was sent the address, and for whom they decide: themselves, a person whose delegate they are, or one who is late
  user_id uuid not null,
  deciding_for uuid not null,
  -- of the secret in the address
  secret_hash bytea not null,
  expires_at timestamptz not null,
  constraint invoice_approval_addresses_pkey primary key (organisation_id, invoice_id, round, user_id, deciding_for),
  constraint invoice_approval_addresses_approval foreign key (organisation_id, invoice_id, round)
    references invoice_approvals (organisation_id, invoice_id, round) on delete cascade
);
create index invoice_approval_addresses_by_secret on invoice_approval_addresses (organisation_id, secret_hash);
