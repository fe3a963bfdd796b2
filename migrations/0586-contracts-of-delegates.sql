-- The contracts that a delegate of approvers has joined as one, and for whom: they leave with the delegation. The code
-- before this migration writes none, so that whom it adds meanwhile stays.
create table contract_delegates (
  organisation_id bigint not null,
  contract_id bigint not null,
  user_id uuid not null,
  approver_id uuid not null,
  constraint contract_delegates_pkey primary key (organisation_id, contract_id, user_id, approver_id),
  constraint contract_delegates_contract foreign key (organisation_id, contract_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_delegates_user foreign key (user_id) references users (id),
  constraint contract_delegates_approver foreign key (approver_id) references users (id)
);
create index contract_delegates_by_pair on contract_delegates (organisation_id, approver_id, user_id);
