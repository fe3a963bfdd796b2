-- Reports that somebody gets by mail, weekly or monthly. The code before this migration mails none.
create sequence report_mailings_id;
create table report_mailings (
  organisation_id bigint not null,
  id bigint not null default nextval('report_mailings_id'),
  -- a report that is saved, or the id of one that is ready
  report_id bigint,
  ready text,
  recipient_id uuid not null,
  -- somebody else, where an administrator has subscribed a colleague
  created_by uuid not null,
  -- 1 is Monday; or a day of the month, whose last one it is where the month is shorter
  weekday bigint,
  month_day bigint,
  hour bigint not null,
  format text not null,
  -- null while paused
  next_at timestamptz,
  -- what it was due at when it was mailed last, and when that was
  mailed_for timestamptz,
  mailed_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint report_mailings_pkey primary key (organisation_id, id),
  constraint report_mailings_organisation foreign key (organisation_id) references organisations (id),
  constraint report_mailings_report foreign key (organisation_id, report_id) references saved_reports (organisation_id, id)
    on delete cascade,
  constraint report_mailings_recipient foreign key (recipient_id) references users (id),
  constraint report_mailings_created_by foreign key (created_by) references users (id),
  constraint report_mailings_one_report check (num_nonnulls(report_id, ready) = 1),
  constraint report_mailings_one_day check (num_nonnulls(weekday, month_day) = 1),
  constraint report_mailings_weekday check (weekday between 1 and 7),
  constraint report_mailings_month_day check (month_day between 1 and 31),
  constraint report_mailings_hour check (hour between 0 and 23),
  constraint report_mailings_format_known check (format in ('Csv', 'Xlsx')),
  constraint report_mailings_id_check check (id between 1 and 2147483647)
);
create index report_mailings_by_recipient on report_mailings (organisation_id, recipient_id, id);
create index report_mailings_by_report on report_mailings (organisation_id, report_id) where report_id is not null;
create index report_mailings_due on report_mailings (next_at) where next_at is not null;
