-- Budgets by phase and fiscal year, with or without tax. The code before this migration sets budgets for the whole life of a matter
-- without tax, as the defaults say; while it still runs, it reads others as if they were like that.
alter table matter_budgets
  add column span text not null default 'Lifetime',
  add column includes_tax boolean not null default false,
  -- [{"phase": "L300", "year": 2026, "amount": "1000.00"}]: what of the amount is for which phase and fiscal year; null for none
  add column parts jsonb,
  add constraint matter_budgets_span_known check (span in ('Lifetime', 'Yearly')),
  add constraint matter_budgets_parts check (jsonb_typeof(parts) = 'array');
