-- How the chart of a saved report draws its measures. The code before this migration draws the first one.
alter table saved_reports add column chart text not null default 'First';
alter table saved_reports add constraint saved_reports_chart_known
  check (chart in ('First', 'Grouped', 'Stacked')) not valid;
alter table saved_reports validate constraint saved_reports_chart_known;
