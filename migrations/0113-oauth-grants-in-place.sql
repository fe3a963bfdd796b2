-- A refresh changes the expiry of its grant. Without an index on it the new row is kept beside the old one, and no index of grants is
-- written; the job that removes expired grants finds them by the expiry of their refresh tokens.
drop index oauth_grants_by_expiry;
alter table oauth_grants set (fillfactor = 80);
