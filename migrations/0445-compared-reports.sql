-- What a saved report is compared with: null for nothing. The code before this migration compares none.
alter table saved_reports add column compare text;
alter table saved_reports add constraint saved_reports_compare_known check (compare in ('LastYear'));
