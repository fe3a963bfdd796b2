-- The demo of a sandbox: that it was begun, so that one that was interrupted is finished, and its integration client, whose secret
-- the start of the server shows again and again. It is sealed like other secrets that are needed in clear. Empty in production.
create table demo (
  id boolean not null default true,
  begun_at timestamptz not null,
  finished_at timestamptz,
  client_id bigint,
  client_secret_sealed bytea,
  constraint demo_pkey primary key (id),
  constraint demo_one_row check (id),
  constraint demo_client foreign key (client_id) references oauth_clients (id)
);
