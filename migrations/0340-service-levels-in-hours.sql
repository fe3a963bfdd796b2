-- From when to when an organisation works on its working days, in minutes of the day; what is promised within hours counts these. The code
-- before this migration neither reads nor writes them.
alter table working_calendars add column begins_at bigint not null default 540;
alter table working_calendars add column ends_at bigint not null default 1020;
alter table working_calendars add constraint working_calendars_hours check (0 <= begins_at and begins_at < ends_at and ends_at <= 1440) not valid;
alter table working_calendars validate constraint working_calendars_hours;

-- An answer within working hours, in place of days. A type has one or neither; the code before this migration writes days alone.
alter table request_types add column answer_within_hours bigint;
alter table request_types add constraint request_types_hours check (answer_within_hours between 1 and 500) not valid;
alter table request_types validate constraint request_types_hours;

-- The moment until which an answer was promised within hours; the day is in `due` as for promises in days.
alter table requests add column due_at timestamptz;
