-- A consent is to a client as it was: with these addresses, and before it was given others or another secret. The
-- client counts these changes; a consent from before one of them is asked for again. People who have consented already
-- go on with the addresses that the client has now and those they were sent back to. The code before this migration
-- writes consents without addresses: these people are asked once more.
alter table oauth_clients add column consent_version bigint not null default 1;
alter table oauth_consents
  add column client_version bigint not null default 1,
  add column redirect_uris text[] not null default '{}';
update oauth_consents c set redirect_uris = array(
  select unnest(o.redirect_uris) from oauth_clients o where o.id = c.client_id
  union
  select a.redirect_uri from authorization_codes a where a.client_id = c.client_id and a.user_id = c.user_id);
-- Whether an application was allowed without a fresh proof of who did: its tokens do nothing that asks for one.
alter table authorization_codes add column unproven boolean not null default false;
alter table oauth_grants add column unproven boolean not null default false;
