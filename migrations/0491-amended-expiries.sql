-- Which amendments moved the expiry of their agreement, from what and to what. Those that are executed already moved
-- nothing, and do not now: they are noted as not applied. The code before this migration neither reads nor writes it.
create sequence contract_amended_expiries_id;
create table contract_amended_expiries (
  organisation_id bigint not null,
  id bigint not null default nextval('contract_amended_expiries_id'),
  -- the agreement
  contract_id bigint not null,
  amendment_id bigint not null,
  -- what it was before; null if the agreement had none
  former_expiry timestamp,
  expiry timestamp not null,
  applied boolean not null default true,
  came_at timestamptz not null,
  -- since when the amendment is not in force any more
  ended_at timestamptz,
  constraint contract_amended_expiries_pkey primary key (organisation_id, id),
  constraint contract_amended_expiries_contract foreign key (organisation_id, contract_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_amended_expiries_amendment foreign key (organisation_id, amendment_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_amended_expiries_id_check check (id between 1 and 2147483647)
);
create index contract_amended_expiries_by_contract on contract_amended_expiries (organisation_id, contract_id);
create index contract_amended_expiries_by_amendment on contract_amended_expiries (organisation_id, amendment_id);
-- the job looks every minute for amendments that came into force
create index contracts_with_parent_and_expiry on contracts (organisation_id, id)
  where parent_id is not null and expiry is not null and status = 'Executed' and deleted_at is null;
insert into contract_amended_expiries (organisation_id, contract_id, amendment_id, expiry, applied, came_at, ended_at)
select a.organisation_id, a.parent_id, a.id, a.expiry, false, a.executed_at, a.executed_at
from contracts a
join contract_templates t on t.organisation_id = a.organisation_id and t.id = a.template_id and t.amends
where a.parent_id is not null and a.expiry is not null and a.executed_at is not null
  and a.status in ('Executed', 'Expired');
