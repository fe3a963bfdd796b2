-- Renewals of contracts: for how long one is renewed, and what was decided before it ended. The old code reads neither.
create table contract_renewal_terms (
  organisation_id bigint not null,
  contract_id bigint not null,
  amount integer not null,
  unit text not null,
  version integer not null,
  updated_at timestamptz not null,
  constraint contract_renewal_terms_pkey primary key (organisation_id, contract_id),
  constraint contract_renewal_terms_contract foreign key (organisation_id, contract_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_renewal_terms_amount check (amount between 1 and 999),
  constraint contract_renewal_terms_unit check (unit in ('Days', 'Weeks', 'Months', 'Years'))
);

create sequence contract_renewal_decisions_id;
create table contract_renewal_decisions (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_renewal_decisions_id') check (id between 1 and 2147483647),
  contract_id bigint not null,
  decision text not null,
  -- the day on which the contract would have ended, and on which it ends instead
  expiry date not null,
  renewed_until date,
  reason text,
  -- of a renegotiation: the new contract
  draft_id bigint,
  -- of an end: the letter that gives notice, which may have been deleted since
  notice_file_id bigint,
  -- key dates that it moved or marked as done, with what they were and became: withdrawing puts them back
  key_dates jsonb not null,
  decided_by uuid not null,
  decided_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint contract_renewal_decisions_pkey primary key (organisation_id, id),
  constraint contract_renewal_decisions_contract foreign key (organisation_id, contract_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_renewal_decisions_draft foreign key (organisation_id, draft_id)
    references contracts (organisation_id, id),
  constraint contract_renewal_decisions_decided_by foreign key (decided_by) references users (id),
  constraint contract_renewal_decisions_key_dates check (jsonb_typeof(key_dates) = 'array'),
  constraint contract_renewal_decisions_known check (decision in ('Renew', 'Renegotiate', 'End')),
  constraint contract_renewal_decisions_renewed check ((decision = 'Renew') = (renewed_until is not null))
);
create index contract_renewal_decisions_by_contract on contract_renewal_decisions (organisation_id, contract_id, id);
create index contract_renewal_decisions_by_draft on contract_renewal_decisions (organisation_id, draft_id)
  where draft_id is not null;
