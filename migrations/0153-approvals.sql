-- Who must approve contracts of a type before they are signed, and how they decided on each. The old code reads none of it.
alter table contract_templates
  add column approvals_in_order boolean not null default false,
  -- increases with every change of the rules: their ETag
  add column approvals_version bigint not null default 1;

create sequence contract_approval_rules_id;
create table contract_approval_rules (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_approval_rules_id') check (id between 1 and 2147483647),
  template_id bigint not null,
  position integer not null,
  name text not null,
  approver_ids uuid[] not null,
  -- whoever is in it when approval is asked for
  team_id bigint,
  need text not null,
  -- the rule applies to contracts whose value of the field compares like this; to all without a field
  field_id bigint,
  operator text,
  value text,
  constraint contract_approval_rules_pkey primary key (organisation_id, id),
  constraint contract_approval_rules_template foreign key (organisation_id, template_id) references contract_templates (organisation_id, id),
  constraint contract_approval_rules_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint contract_approval_rules_field foreign key (organisation_id, field_id) references fields (organisation_id, id),
  constraint contract_approval_rules_need_known check (need in ('One', 'All')),
  constraint contract_approval_rules_condition check (num_nonnulls(field_id, operator, value) in (0, 3))
);
create index contract_approval_rules_in_order on contract_approval_rules (organisation_id, template_id, position);

create sequence contract_approvals_id;
create table contract_approvals (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_approvals_id') check (id between 1 and 2147483647),
  contract_id bigint not null,
  state text not null,
  in_order boolean not null,
  due date,
  comment text,
  -- the document that is being approved
  document_version bigint not null,
  document_sha256 bytea not null,
  started_by uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  reminded_at timestamptz,
  constraint contract_approvals_pkey primary key (organisation_id, id),
  constraint contract_approvals_contract foreign key (organisation_id, contract_id) references contracts (organisation_id, id),
  constraint contract_approvals_started_by foreign key (started_by) references users (id),
  constraint contract_approvals_state_known check (state in ('Waiting', 'Approved', 'Declined', 'Withdrawn')),
  constraint contract_approvals_end check ((state = 'Waiting') = (ended_at is null))
);
create index contract_approvals_of_contract on contract_approvals (organisation_id, contract_id, id);
create unique index contract_approvals_one_waiting on contract_approvals (organisation_id, contract_id) where state = 'Waiting';

create table contract_approval_steps (
  organisation_id bigint not null,
  approval_id bigint not null,
  position integer not null,
  name text not null,
  need text not null,
  -- the rule that asked for it; none for a step that somebody added. Rules come and go, steps stay.
  rule_id bigint,
  constraint contract_approval_steps_pkey primary key (organisation_id, approval_id, position),
  constraint contract_approval_steps_approval foreign key (organisation_id, approval_id) references contract_approvals (organisation_id, id),
  constraint contract_approval_steps_need_known check (need in ('One', 'All'))
);

create sequence contract_approvers_id;
create table contract_approvers (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_approvers_id') check (id between 1 and 2147483647),
  approval_id bigint not null,
  position integer not null,
  user_id uuid not null,
  -- when the step came up
  asked_at timestamptz,
  decision text,
  comment text,
  decided_at timestamptz,
  delegated_to uuid,
  constraint contract_approvers_pkey primary key (organisation_id, id),
  constraint contract_approvers_once unique (organisation_id, approval_id, position, user_id),
  constraint contract_approvers_step foreign key (organisation_id, approval_id, position) references contract_approval_steps (organisation_id, approval_id, position),
  constraint contract_approvers_user foreign key (user_id) references users (id),
  constraint contract_approvers_delegated_to foreign key (delegated_to) references users (id),
  constraint contract_approvers_decision_known check (decision in ('Approved', 'Declined', 'Delegated')),
  constraint contract_approvers_decided check ((decision is null) = (decided_at is null)),
  constraint contract_approvers_delegated check ((decision is not distinct from 'Delegated') = (delegated_to is not null))
);
create index contract_approvers_undecided on contract_approvers (user_id, organisation_id) where decision is null and asked_at is not null;
