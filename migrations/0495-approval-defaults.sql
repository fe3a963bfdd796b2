-- The deadline of the steps that people add to a request for approval, until they set another one. The old code asks for such steps without a
-- deadline, as an organisation without a row does.
create table approval_defaults (
  organisation_id bigint not null,
  -- working days
  deadline_days integer not null,
  -- null for the administrators
  escalate_to uuid,
  constraint approval_defaults_pkey primary key (organisation_id),
  constraint approval_defaults_organisation foreign key (organisation_id) references organisations (id),
  constraint approval_defaults_deadline check (deadline_days between 1 and 60)
);
