-- Budgets in another currency than the organisation's own have a rate at which they are planned, kept with their version.
-- The code before this migration writes versions without one.
alter table matter_budgets
  -- what one unit of the currency is planned to be in the own currency of that time
  add column plan_rate numeric(20, 10),
  add column plan_currency text,
  add constraint matter_budgets_plan_rate check (coalesce(plan_rate, 1) > 0 and num_nonnulls(plan_rate, plan_currency) in (0, 2)
    and (plan_rate is null or (amount is not null and plan_currency <> currency))) not valid;
alter table matter_budgets validate constraint matter_budgets_plan_rate;
