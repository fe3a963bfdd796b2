-- An e-mail address was one person's in the whole installation from the moment somebody invited it. So an invitation told an
-- administrator whether the address has an account in another organisation, and kept the address from being invited elsewhere.
-- Now an address is one person's once they have joined; any number of organisations may have invited it until then.
--
-- Code from before this migration sets no value: whoever it invites counts as joined, and keeps the address as before. Whom it
-- lets in by an invitation is Active, which claims the address too.
alter table users add column joined boolean not null default true;
update users set joined = false
  where invited_at is not null and password_hash is null and status <> 'Active'
    and not exists (select from user_identities i where i.user_id = users.id);

alter table users drop constraint users_email_unique;
create unique index users_email_unique on users (email_key) where joined or status = 'Active';
create unique index users_email_unique_in_organisation on users (organisation_id, email_key);
-- who was invited: asked when a link for a new password is wanted
create index users_by_email on users (email_key);
