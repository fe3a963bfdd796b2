-- Discounts by volume, on the fees of all matters of a law firm. The code before this migration knows none, and writes no
-- tiers.
alter table fee_arrangements drop constraint fee_arrangements_kind_known,
  add constraint fee_arrangements_kind_known check (kind in ('Fixed', 'Capped', 'Volume', 'Retainer')),
  drop constraint fee_arrangements_matter_of_kind,
  add constraint fee_arrangements_matter_of_kind check (
    case kind when 'Retainer' then true when 'Volume' then matter_id is null else matter_id is not null end);

-- from which amount of fees how many percent; the amount is that of the highest tier, which may be the only one, from 0; null
-- for other kinds
alter table fee_arrangement_versions add column tiers jsonb,
  add constraint fee_arrangement_versions_tiers check (jsonb_typeof(tiers) = 'array'),
  drop constraint fee_arrangement_versions_amount,
  add constraint fee_arrangement_versions_amount check (amount > 0 or (amount = 0 and tiers is not null));
