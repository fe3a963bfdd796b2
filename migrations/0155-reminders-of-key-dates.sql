-- What a key date is about, who looks after it, whether it is done, when people are reminded of it and how it recurs. The old code
-- neither reads nor writes any of it: key dates that it adds have no reminders.
alter table contract_key_dates
  add column category text not null default 'Other',
  add column owner_id uuid,
  add column done boolean not null default false,
  -- days before the date, the most first
  add column reminders bigint[] not null default '{}'::bigint[],
  -- an RRULE of RFC 5545 without its name; the date is the first of the occurrences that are left
  add column recurrence text,
  -- the day of the organisation on which the next reminder is due, and the occurrence that it is of
  add column next_reminder date,
  add column reminder_of date,
  -- the day of the last reminder
  add column reminded_on date,
  add column version bigint not null default 1;

alter table contract_key_dates
  add constraint contract_key_dates_category_known check (category in ('Renewal', 'Notice', 'Expiry', 'Payment', 'Review', 'Obligation', 'Other')) not valid,
  add constraint contract_key_dates_owner foreign key (owner_id) references users (id) not valid,
  add constraint contract_key_dates_reminder_of check ((next_reminder is null) = (reminder_of is null)) not valid;
alter table contract_key_dates validate constraint contract_key_dates_category_known;
alter table contract_key_dates validate constraint contract_key_dates_owner;
alter table contract_key_dates validate constraint contract_key_dates_reminder_of;

-- there are no reminders yet, so it is empty
create index contract_key_dates_to_remind on contract_key_dates (organisation_id, next_reminder) where next_reminder is not null;
