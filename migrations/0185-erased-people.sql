-- When a person was erased: their profile is "Former member" from then on, and their account is never enabled again.
-- The code before this migration does without.
alter table users add column erased_at timestamptz;
