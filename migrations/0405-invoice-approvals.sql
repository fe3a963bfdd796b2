-- Who approves invoices: the rules of an organisation, and the rounds in which people were asked. The code before this migration has no
-- rules, so that each person who works on invoices approves them.
create table invoice_approval_settings (
  organisation_id bigint not null,
  -- counts the changes
  version bigint not null,
  -- nobody approves an invoice that they entered, also where no rule applies
  own_entries_refused boolean not null,
  constraint invoice_approval_settings_pkey primary key (organisation_id),
  constraint invoice_approval_settings_organisation foreign key (organisation_id) references organisations (id)
);

create table invoice_approval_rules (
  organisation_id bigint not null,
  position integer not null,
  name text not null,
  approver_ids uuid[] not null,
  -- and the manager of the matter
  matter_manager boolean not null,
  need text not null,
  -- null: any amount
  from_total numeric(20, 4),
  currency text,
  -- only when the budget of the matter would be exceeded
  over_budget boolean not null,
  constraint invoice_approval_rules_pkey primary key (organisation_id, position),
  constraint invoice_approval_rules_organisation foreign key (organisation_id) references organisations (id),
  constraint invoice_approval_rules_need_known check (need in ('One', 'All')),
  constraint invoice_approval_rules_amount check (num_nonnulls(from_total, currency) in (0, 2)),
  constraint invoice_approval_rules_people check (matter_manager or cardinality(approver_ids) > 0)
);

create table invoice_approvals (
  organisation_id bigint not null,
  invoice_id bigint not null,
  -- counts how often approval was asked for
  round integer not null,
  state text not null,
  comment text,
  -- with tax: the most that what was decided so far is good for
  total numeric(20, 4) not null,
  started_by uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint invoice_approvals_pkey primary key (organisation_id, invoice_id, round),
  constraint invoice_approvals_invoice foreign key (organisation_id, invoice_id)
    references invoices (organisation_id, id) on delete cascade,
  constraint invoice_approvals_started_by foreign key (started_by) references users (id),
  constraint invoice_approvals_state_known check (state in ('Waiting', 'Approved', 'Declined', 'Withdrawn')),
  constraint invoice_approvals_ended check ((state = 'Waiting') = (ended_at is null))
);

create table invoice_approval_steps (
  organisation_id bigint not null,
  invoice_id bigint not null,
  round integer not null,
  position integer not null,
  name text not null,
  need text not null,
  constraint invoice_approval_steps_pkey primary key (organisation_id, invoice_id, round, position),
  constraint invoice_approval_steps_approval foreign key (organisation_id, invoice_id, round)
    references invoice_approvals (organisation_id, invoice_id, round) on delete cascade,
  constraint invoice_approval_steps_need_known check (need in ('One', 'All'))
);

create table invoice_approvers (
  organisation_id bigint not null,
  invoice_id bigint not null,
  round integer not null,
  position integer not null,
  user_id uuid not null,
  -- null while an earlier step waits
  asked_at timestamptz,
  decision text,
  comment text,
  decided_at timestamptz,
  -- a delegate, or an administrator
  decided_by uuid,
  constraint invoice_approvers_pkey primary key (organisation_id, invoice_id, round, position, user_id),
  constraint invoice_approvers_step foreign key (organisation_id, invoice_id, round, position)
    references invoice_approval_steps (organisation_id, invoice_id, round, position) on delete cascade,
  constraint invoice_approvers_user foreign key (user_id) references users (id),
  constraint invoice_approvers_decided_by foreign key (decided_by) references users (id),
  constraint invoice_approvers_decision_known check (decision in ('Approved', 'Declined')),
  constraint invoice_approvers_decided check (num_nonnulls(decision, decided_at) in (0, 2))
);
