-- Subscriptions to events, the notifications that follow from them, and each attempt to deliver one.
-- Subscriptions belong to a person and are written seldom: a small table. Deliveries and attempts belong to the organisation
-- of the event.

create sequence webhook_subscriptions_id;
create table webhook_subscriptions (
  id bigint not null default nextval('webhook_subscriptions_id') check (id between 1 and 2147483647),
  user_id uuid not null,
  -- the integration it was made through, whose end is the end of its notifications; null when made in the web app
  client_id bigint,
  topics text[] not null,
  url text not null,
  client_state text,
  status text not null,
  -- signs the notifications; sealed, because it is needed again in clear
  secret bytea not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  modified_by uuid not null,
  disabled_because text,
  deleted_at timestamptz,
  constraint webhook_subscriptions_pkey primary key (id),
  constraint webhook_subscriptions_user foreign key (user_id) references users (id) on delete cascade,
  constraint webhook_subscriptions_client foreign key (client_id) references oauth_clients (id) on delete cascade,
  constraint webhook_subscriptions_status_known check (status in ('active', 'disabled'))
);
create index webhook_subscriptions_by_user on webhook_subscriptions (user_id) where deleted_at is null;
create index webhook_subscriptions_by_topic on webhook_subscriptions using gin (topics) where deleted_at is null;

create sequence webhook_deliveries_id;
create table webhook_deliveries (
  organisation_id bigint not null,
  id bigint not null default nextval('webhook_deliveries_id'),
  subscription_id bigint not null,
  -- the same in every attempt; the receiver's key against duplicates
  message_id text not null,
  -- of a notification that collects several events, the last
  event_id bigint not null,
  event_at timestamptz not null,
  topic text not null,
  resource_id bigint not null,
  subject_kind text not null,
  subject_id bigint not null,
  -- while true, further events of the same resource and topic go into this one
  collecting boolean not null,
  state text not null,
  attempts bigint not null default 0,
  due_at timestamptz not null,
  -- who is sending it, and until when nobody else may, in real time
  claim uuid,
  claimed_until timestamptz,
  -- rendered once, when it becomes due
  body bytea,
  ended_at timestamptz,
  ended_because text,
  created_at timestamptz not null,
  constraint webhook_deliveries_pkey primary key (organisation_id, id),
  constraint webhook_deliveries_once unique (organisation_id, event_id, subscription_id),
  constraint webhook_deliveries_organisation foreign key (organisation_id) references organisations (id),
  constraint webhook_deliveries_subscription foreign key (subscription_id) references webhook_subscriptions (id) on delete cascade,
  constraint webhook_deliveries_state_known check (state in ('pending', 'acknowledged', 'abandoned', 'cancelled', 'suppressed'))
);
create unique index webhook_deliveries_collecting on webhook_deliveries (organisation_id, subscription_id, topic, resource_id)
  where collecting;
create index webhook_deliveries_due on webhook_deliveries (due_at, organisation_id) where state = 'pending';
create index webhook_deliveries_queue on webhook_deliveries (organisation_id, subscription_id, due_at, id) where state = 'pending';
create index webhook_deliveries_abandoned on webhook_deliveries (organisation_id, subscription_id, ended_at) where state = 'abandoned';

create sequence webhook_attempts_id;
create table webhook_attempts (
  organisation_id bigint not null,
  id bigint not null default nextval('webhook_attempts_id'),
  delivery_id bigint not null,
  number bigint not null,
  started_at timestamptz not null,
  duration_ms bigint not null,
  status bigint,
  error text,
  -- the first bytes of the answer
  excerpt bytea,
  constraint webhook_attempts_pkey primary key (organisation_id, id),
  constraint webhook_attempts_delivery foreign key (organisation_id, delivery_id) references webhook_deliveries (organisation_id, id) on delete cascade
);
create index webhook_attempts_by_delivery on webhook_attempts (organisation_id, delivery_id, number);
