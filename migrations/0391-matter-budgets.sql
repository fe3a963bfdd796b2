-- What may be spent on a matter, without tax. Each change is a row of its own, with its reason: the latest counts. An amount that is null
-- says that there is no budget any more. The code before this migration has no budgets.
create table matter_budgets (
  organisation_id bigint not null,
  matter_id bigint not null,
  -- counts the changes
  version bigint not null,
  amount numeric(20, 4),
  currency text not null,
  reason text,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint matter_budgets_pkey primary key (organisation_id, matter_id, version),
  constraint matter_budgets_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id)
    on delete cascade,
  constraint matter_budgets_set_by foreign key (set_by) references users (id),
  constraint matter_budgets_amount check (amount >= 0)
);
