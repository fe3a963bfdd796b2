-- What mails say is sealed: they contain links that sign people in. It goes when the mail is sent, and the mail itself some time later.
-- Null in both forms: sent, or restored from a backup, which leaves it out.
alter table outbox_mails add column content_sealed bytea;
-- rows of the new code have their content above; the old code does not know the job that sends them
alter table outbox_mails alter column body set default '';
create index outbox_mails_by_age on outbox_mails (created_at);
