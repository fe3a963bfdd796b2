-- What an integrator does with the log of notifications: pause and resume, test, replay, rotate the signing secret. The code before
-- this one never writes the new states and kinds; a subscription that is paused it leaves alone.

alter table webhook_subscriptions
  drop constraint webhook_subscriptions_status_known,
  add constraint webhook_subscriptions_status_known check (status in ('active', 'paused', 'disabled'));

alter table webhook_deliveries
  -- what it is of: an event; an earlier delivery once more; nothing, because it was asked for as a test
  add column kind text not null default 'event',
  add column replay_id uuid,
  add column replay_of bigint,
  add constraint webhook_deliveries_kind_known check (kind in ('event', 'replay', 'test')),
  drop constraint webhook_deliveries_state_known,
  -- held: became due while its subscription was paused
  add constraint webhook_deliveries_state_known
    check (state in ('pending', 'held', 'acknowledged', 'abandoned', 'cancelled', 'suppressed')),
  drop constraint webhook_deliveries_once;
create unique index webhook_deliveries_once on webhook_deliveries (organisation_id, event_id, subscription_id) where kind = 'event';
-- one replay makes one delivery of each, however often it is asked for
create unique index webhook_deliveries_replayed_once on webhook_deliveries (organisation_id, replay_id, replay_of)
  where replay_id is not null;
-- the log of a subscription by time, for its reader and for what takes old entries away
create index webhook_deliveries_log on webhook_deliveries (subscription_id, created_at, id);
create index webhook_deliveries_held on webhook_deliveries (subscription_id) where state = 'held';

-- Signing secrets that were replaced and still sign beside the new one for a while.
create sequence webhook_previous_secrets_id;
create table webhook_previous_secrets (
  id bigint not null default nextval('webhook_previous_secrets_id') check (id between 1 and 2147483647),
  subscription_id bigint not null,
  -- sealed, because it is needed again in clear
  secret bytea not null,
  expires_at timestamptz not null,
  constraint webhook_previous_secrets_pkey primary key (id),
  constraint webhook_previous_secrets_subscription foreign key (subscription_id) references webhook_subscriptions (id) on delete cascade
);
create index webhook_previous_secrets_by_subscription on webhook_previous_secrets (subscription_id);
