-- Totals of lists of matters and contracts without reading the lists: how many records an organisation has, and how many each
-- person is a member of, by what decides who sees them and by their state. Whoever writes a record adds rows of plus and minus in
-- the same transaction; reading adds them up, and a job folds them together. docs/decisions/0016-totals.md tells why and how.
--
-- The old code counts nothing. Until it is gone, its changes are missing in the totals; the nightly recount finds them.

create sequence record_counts_id;
create table record_counts (
  organisation_id bigint not null,
  -- goes up for ever
  id bigint not null default nextval('record_counts_id'),
  kind text not null,
  -- whose memberships are counted; null where every record of the organisation is
  user_id uuid,
  team_id bigint,
  status text not null,
  restricted boolean not null,
  -- only matters are
  in_intake boolean not null,
  amount bigint not null,
  -- the sum of rows that are gone; there is one of each
  folded boolean not null default false,
  constraint record_counts_pkey primary key (organisation_id, id),
  constraint record_counts_kind_known check (kind in ('contract', 'matter'))
);
-- all that a total needs
create index record_counts_by_person on record_counts (organisation_id, kind, user_id)
  include (team_id, status, restricted, in_intake, amount);
create unique index record_counts_folded
  on record_counts (organisation_id, kind, user_id, team_id, status, restricted, in_intake)
  nulls not distinct where folded;
create index record_counts_to_fold on record_counts (organisation_id, id) where not folded;

insert into record_counts (organisation_id, kind, user_id, team_id, status, restricted, in_intake, amount, folded)
  select organisation_id, 'contract', null::uuid, team_id, status, restricted, false, count(*), true
    from contracts group by organisation_id, team_id, status, restricted
  union all
  select m.organisation_id, 'contract', m.user_id, r.team_id, r.status, r.restricted, false, count(*), true
    from contract_members m join contracts r on r.organisation_id = m.organisation_id and r.id = m.contract_id
    group by m.organisation_id, m.user_id, r.team_id, r.status, r.restricted
  union all
  select organisation_id, 'matter', null, team_id, status, restricted, in_intake, count(*), true
    from matters group by organisation_id, team_id, status, restricted, in_intake
  union all
  select m.organisation_id, 'matter', m.user_id, r.team_id, r.status, r.restricted, r.in_intake, count(*), true
    from matter_members m join matters r on r.organisation_id = m.organisation_id and r.id = m.matter_id
    group by m.organisation_id, m.user_id, r.team_id, r.status, r.restricted, r.in_intake;

-- an administrator's list of restricted matters is walked in this order, as that of contracts is
create index matters_restricted on matters (organisation_id, id) where restricted;
-- counted what the totals above count now
drop index contracts_unrestricted;
