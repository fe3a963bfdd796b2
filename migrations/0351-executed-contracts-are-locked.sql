-- Executed contracts are locked from the recording of their signed copy on, until an administrator opens one for a correction. What was
-- recorded before stays open. The old code locks nothing, and changes what is locked; it keeps documents of locked contracts frozen.
alter table signed_copies add column locked boolean not null default false;
alter table signed_copies add column correction_reason text;
alter table signed_copies add column correction_since timestamptz;
alter table signed_copies add constraint signed_copies_correction check ((correction_reason is null) = (correction_since is null)) not valid;
alter table signed_copies validate constraint signed_copies_correction;
