-- Signing in and tokens: keys, clients, consents, authorization requests and codes, grants, refresh tokens, sessions,
-- single sign-on. All of them are found by a secret or by a person before any organisation is known, so they are small tables
-- that refer only to each other and to users and organisations. Secrets are stored as hashes, or sealed where they are needed again.

-- One row: something sealed with the installation's key, so that a process with another key notices at once.
create table encryption_check (
  id boolean not null default true,
  sealed bytea not null,
  constraint encryption_check_pkey primary key (id),
  constraint encryption_check_one_row check (id)
);

-- Keys that access tokens are signed with. A key is published before it signs, and as long as a token signed by it lives.
create table signing_keys (
  kid text not null,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  constraint signing_keys_pkey primary key (kid)
);

create sequence oauth_clients_id;
create table oauth_clients (
  id bigint not null default nextval('oauth_clients_id') check (id between 1 and 2147483647),
  -- what the wire calls client_id
  public_id text not null,
  organisation_id bigint not null,
  name text not null,
  contact_email text not null,
  -- whether it can keep a secret; one that cannot never has any
  confidential boolean not null,
  status text not null default 'Active',
  available_to text not null default 'Organisation',
  redirect_uris text[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint oauth_clients_pkey primary key (id),
  constraint oauth_clients_public_id_unique unique (public_id),
  constraint oauth_clients_organisation foreign key (organisation_id) references organisations (id),
  constraint oauth_clients_created_by foreign key (created_by) references users (id),
  constraint oauth_clients_updated_by foreign key (updated_by) references users (id),
  constraint oauth_clients_status_known check (status in ('Active', 'Disabled')),
  constraint oauth_clients_available_to_known check (available_to in ('Organisation', 'Installation'))
);
create index oauth_clients_by_organisation on oauth_clients (organisation_id, id);

create sequence oauth_client_secrets_id;
create table oauth_client_secrets (
  id bigint not null default nextval('oauth_client_secrets_id') check (id between 1 and 2147483647),
  client_id bigint not null,
  hash bytea not null,
  last_four text not null,
  created_at timestamptz not null,
  -- set when a newer secret has taken its place
  expires_at timestamptz,
  constraint oauth_client_secrets_pkey primary key (id),
  constraint oauth_client_secrets_client foreign key (client_id) references oauth_clients (id) on delete cascade
);
create index oauth_client_secrets_by_client on oauth_client_secrets (client_id, id);

-- Consent is given once per person and client.
create table oauth_consents (
  user_id uuid not null,
  client_id bigint not null,
  given_at timestamptz not null,
  constraint oauth_consents_pkey primary key (user_id, client_id),
  constraint oauth_consents_user foreign key (user_id) references users (id) on delete cascade,
  constraint oauth_consents_client foreign key (client_id) references oauth_clients (id) on delete cascade
);

-- What a client asked for, kept here so that what is consented to cannot be changed on its way through the browser.
create table authorization_requests (
  id text not null,
  client_id bigint not null,
  redirect_uri text not null,
  -- as it stood in the address, still encoded: it goes back the same
  state_as_sent text,
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  constraint authorization_requests_pkey primary key (id),
  constraint authorization_requests_client foreign key (client_id) references oauth_clients (id) on delete cascade
);
create index authorization_requests_by_expiry on authorization_requests (expires_at);

-- A grant is what one code exchange began: a family of refresh tokens of which one is live, and their access tokens.
create sequence oauth_grants_id;
create table oauth_grants (
  id bigint not null default nextval('oauth_grants_id') check (id between 1 and 2147483647),
  user_id uuid not null,
  client_id bigint not null,
  -- decides the lifetime of refresh tokens, and that refreshing needs the secret as well
  with_secret boolean not null,
  created_at timestamptz not null,
  -- number and times of the live refresh token; older numbers are spent
  generation bigint not null default 1,
  rotated_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  constraint oauth_grants_pkey primary key (id),
  constraint oauth_grants_user foreign key (user_id) references users (id) on delete cascade,
  constraint oauth_grants_client foreign key (client_id) references oauth_clients (id) on delete cascade
);
create index oauth_grants_by_user on oauth_grants (user_id, client_id);
create index oauth_grants_by_client on oauth_grants (client_id);
create index oauth_grants_by_expiry on oauth_grants (refresh_expires_at);

create table authorization_codes (
  hash bytea not null,
  client_id bigint not null,
  user_id uuid not null,
  redirect_uri text not null,
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- what its use produced, to be ended by a second use
  grant_id bigint,
  constraint authorization_codes_pkey primary key (hash),
  constraint authorization_codes_client foreign key (client_id) references oauth_clients (id) on delete cascade,
  constraint authorization_codes_user foreign key (user_id) references users (id) on delete cascade,
  constraint authorization_codes_grant foreign key (grant_id) references oauth_grants (id) on delete cascade
);
create index authorization_codes_by_expiry on authorization_codes (expires_at);
create index authorization_codes_by_grant on authorization_codes (grant_id);

-- Spent tokens stay as long as they would have lived, so that their reuse is noticed.
create table refresh_tokens (
  hash bytea not null,
  grant_id bigint not null,
  generation bigint not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  constraint refresh_tokens_pkey primary key (hash),
  constraint refresh_tokens_generation_unique unique (grant_id, generation),
  constraint refresh_tokens_grant foreign key (grant_id) references oauth_grants (id) on delete cascade
);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);

create table sessions (
  id uuid not null,
  hash bytea not null,
  user_id uuid not null,
  -- 'password' or 'sso'
  method text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_hash_unique unique (hash),
  constraint sessions_user foreign key (user_id) references users (id) on delete cascade
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- One-time links of invitations and of forgotten passwords.
create table password_links (
  hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_links_pkey primary key (hash),
  constraint password_links_user foreign key (user_id) references users (id) on delete cascade,
  constraint password_links_purpose_known check (purpose in ('invitation', 'reset'))
);
create index password_links_by_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);

-- Failures that look like guessing, counted per what is guessed at and where from. The key is a hash: no address is kept.
create table guesses (
  key bytea not null,
  count bigint not null,
  ends_at timestamptz not null,
  constraint guesses_pkey primary key (key)
);
create index guesses_by_end on guesses (ends_at);

-- Single sign-on: at most one provider per organisation.
create sequence identity_providers_id;
create table identity_providers (
  id bigint not null default nextval('identity_providers_id') check (id between 1 and 2147483647),
  organisation_id bigint not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea not null,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identity_providers_pkey primary key (id),
  constraint identity_providers_organisation_unique unique (organisation_id),
  constraint identity_providers_organisation foreign key (organisation_id) references organisations (id)
);

-- A mail domain belongs to one organisation in the whole installation.
create table mail_domains (
  domain text not null,
  organisation_id bigint not null,
  created_at timestamptz not null,
  constraint mail_domains_pkey primary key (domain),
  constraint mail_domains_organisation foreign key (organisation_id) references organisations (id),
  constraint mail_domains_lower_case check (domain = lower(domain))
);
create index mail_domains_by_organisation on mail_domains (organisation_id);

-- The person behind a subject of a provider, bound at the first sign-in and never moved.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  constraint user_identities_pkey primary key (issuer, subject),
  constraint user_identities_user_unique unique (issuer, user_id),
  constraint user_identities_user foreign key (user_id) references users (id) on delete cascade
);
create index user_identities_by_user on user_identities (user_id);

-- A person who has been sent to their provider and is expected back in the same browser.
create table sso_visits (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider_id bigint not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null,
  constraint sso_visits_pkey primary key (state_hash),
  constraint sso_visits_provider foreign key (provider_id) references identity_providers (id) on delete cascade
);
create index sso_visits_by_expiry on sso_visits (expires_at);
