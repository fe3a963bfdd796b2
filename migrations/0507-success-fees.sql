-- Success fees: an amount or a percentage of a result that is due once a success is recorded. The code before this
-- migration knows none, and writes none of these columns.
alter table fee_arrangements drop constraint fee_arrangements_kind_known,
  add constraint fee_arrangements_kind_known check (kind in ('Fixed', 'Capped', 'Success', 'Volume', 'Retainer'));

alter table fee_arrangement_versions
  -- of a success fee, when it is due; null for other kinds
  add column condition text,
  -- of the result; null where an amount is agreed. The amount is then the maximum, or 0 without one
  add column percent numeric(7, 4),
  add column minimum numeric(20, 4),
  add column maximum numeric(20, 4),
  -- the last day on which the success can come
  add column latest_on date,
  drop constraint fee_arrangement_versions_amount,
  add constraint fee_arrangement_versions_amount
    check (amount > 0 or (amount = 0 and (tiers is not null or percent is not null))),
  add constraint fee_arrangement_versions_percent 
    check (percent is null or (percent > 0 and percent <= 100 and condition is not null)),
  add constraint fee_arrangement_versions_limits check ((percent is not null or num_nonnulls(minimum, maximum) = 0)
    and minimum > 0 and maximum > 0 and maximum >= minimum);

-- what became of a success fee; the latest counts, the others are kept. Without any it is open
create table success_outcomes (
  organisation_id bigint not null,
  arrangement_id bigint not null,
  version bigint not null,
  state text not null,
  -- the day of the success, or on which it was missed; null where a correction makes it open again
  happened_on date,
  -- what the percentage is of
  result numeric(20, 4),
  -- what it comes to, of a success only
  fee numeric(20, 4),
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint success_outcomes_pkey primary key (organisation_id, arrangement_id, version),
  constraint success_outcomes_arrangement foreign key (organisation_id, arrangement_id)
    references fee_arrangements (organisation_id, id) on delete cascade,
  constraint success_outcomes_set_by foreign key (set_by) references users (id),
  constraint success_outcomes_state_known check (state in ('Open', 'Succeeded', 'Failed')),
  constraint success_outcomes_of_state check ((happened_on is null) = (state = 'Open')
    and (fee is not null) = (state = 'Succeeded') and (result is null or state = 'Succeeded')),
  constraint success_outcomes_amounts check (fee >= 0 and result >= 0)
);
