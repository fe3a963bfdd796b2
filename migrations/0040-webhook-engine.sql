-- What the engine of notifications needs to be fair and to be seen: which receiver a subscription leads to, attempts that are
-- written before they go out, and when an engine last looked. The code before this one writes no host (all its subscriptions
-- count as one receiver then) and attempts with their outcome only; both go on working.

alter table webhook_subscriptions
  -- name and port of the receiver: what is sent to one receiver at once is limited
  add column host text not null default '';
update webhook_subscriptions set host = lower(substring(url from '^[^/]*//([^/?#]+)'));

alter table webhook_attempts
  -- the claim it was made under: an attempt without an outcome whose claim is gone was interrupted
  add column claim uuid,
  alter column duration_ms drop not null;

-- the queue of a subscription, whatever organisations its deliveries are of; processes walk it from subscription to subscription
drop index webhook_deliveries_queue;
create index webhook_deliveries_queue on webhook_deliveries (subscription_id, due_at, id) where state = 'pending';
-- counted in every organisation, also those that the owner has left
drop index webhook_deliveries_abandoned;
create index webhook_deliveries_abandoned on webhook_deliveries (subscription_id, ended_at) where state = 'abandoned';

-- When any process last worked on notifications, by the database's clock. One row. A long silence was an outage: what piled up in it
-- is spread over some time.
create table webhook_engine (
  id boolean not null default true,
  looked_at timestamptz not null,
  constraint webhook_engine_pkey primary key (id),
  constraint webhook_engine_one_row check (id)
);
insert into webhook_engine (looked_at) values ('2000-01-01T00:00:00Z');
