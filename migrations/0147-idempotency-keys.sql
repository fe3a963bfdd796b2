-- Calls that their senders may repeat: the key they chose, what the body was, and the answer once there is one. The old code does not
-- look at keys, so a call is carried out again while it answers.
create table idempotency_keys (
  organisation_id bigint not null,
  user_id uuid not null,
  -- 0 for a session of the web app
  client_id bigint not null,
  key text not null,
  created_at timestamptz not null,
  -- while it runs: until when its process has said that it does
  leased_until timestamptz,
  -- of the address and the body; null if the body was not read to its end
  request_hash bytea,
  status bigint,
  -- sealed: an answer may contain a secret. Null if there is no answer yet, or it was too long
  answer bytea,
  constraint idempotency_keys_pkey primary key (organisation_id, user_id, client_id, key),
  constraint idempotency_keys_organisation foreign key (organisation_id) references organisations (id),
  constraint idempotency_keys_user foreign key (user_id) references users (id),
  constraint idempotency_keys_key_length check (char_length(key) between 1 and 255)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
