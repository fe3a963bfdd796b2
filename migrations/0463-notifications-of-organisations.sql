-- Administrators are notified of what concerns the sign-in of their whole organisation, such as the use of the break-glass account: what
-- that is about is no record. The code before this migration neither makes nor shows such notifications.
alter table notifications drop constraint notifications_subject_known;
alter table notifications add constraint notifications_subject_known
  check (subject_kind in ('contract', 'matter', 'organisation')) not valid;
alter table notifications validate constraint notifications_subject_known;
