-- Caps on hourly fees. The code before this migration knows none.
alter table fee_arrangements drop constraint fee_arrangements_kind_known,
  add constraint fee_arrangements_kind_known check (kind in ('Fixed', 'Capped', 'Retainer')),
  -- the version of a cap of which it was told that most of it is used
  add column told_version bigint;
