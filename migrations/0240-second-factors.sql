-- A second factor at sign-in: codes of an authenticator app, passkeys, recovery codes; browsers that somebody has signed in with;
-- and what an organisation demands. All of it is asked when somebody signs in, before any organisation is known, so these are small
-- tables. The code before this migration signs in with passwords alone while both run: from then on, processes that know of second
-- factors do not accept a session without one where one is demanded.
alter table sessions
  -- what was proven besides the first factor; null for nothing
  add column factor text,
  -- when the person last proved who they are
  add column verified_at timestamptz;
alter table sessions add constraint sessions_factor_known
  check (factor in ('app', 'passkey', 'recovery code', 'remembered device')) not valid;
alter table sessions validate constraint sessions_factor_known;

create table authenticator_apps (
  user_id uuid not null,
  secret_sealed bytea not null,
  -- the time step of the last code that was accepted: a code is good once
  last_step bigint not null,
  created_at timestamptz not null,
  constraint authenticator_apps_pkey primary key (user_id),
  constraint authenticator_apps_user foreign key (user_id) references users (id) on delete cascade
);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- how often it was used, as far as the authenticator counts
  uses bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_user foreign key (user_id) references users (id) on delete cascade,
  constraint passkeys_name_length check (char_length(name) between 1 and 100)
);
create index passkeys_by_user on passkeys (user_id);

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user foreign key (user_id) references users (id) on delete cascade
);

-- A browser that somebody has signed in with, by the secret of a cookie of its own.
create table known_devices (
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  user_agent text,
  address text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- since when it stands for the second factor; null if it does not
  trusted_since timestamptz,
  constraint known_devices_pkey primary key (id),
  constraint known_devices_person_unique unique (user_id, hash),
  constraint known_devices_user foreign key (user_id) references users (id) on delete cascade
);
create index known_devices_by_hash on known_devices (hash);
create index known_devices_by_use on known_devices (seen_at);

-- Who has proven the first factor in a browser, and not yet the second.
create table pending_sign_ins (
  browser_hash bytea not null,
  user_id uuid not null,
  method text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint pending_sign_ins_pkey primary key (browser_hash),
  constraint pending_sign_ins_user foreign key (user_id) references users (id) on delete cascade
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);

-- Proofs that are good once, by their hash, as long as they would be good otherwise.
create table spent_proofs (
  hash bytea not null,
  expires_at timestamptz not null,
  constraint spent_proofs_pkey primary key (hash)
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);

create table sign_in_policies (
  organisation_id bigint not null,
  second_factor text not null,
  -- whether people of law firms who work on its records need one as well
  firms boolean not null,
  remember_days smallint not null,
  -- whether single sign-on counts as both factors
  trust_single_sign_on boolean not null,
  updated_at timestamptz not null,
  constraint sign_in_policies_pkey primary key (organisation_id),
  constraint sign_in_policies_organisation foreign key (organisation_id) references organisations (id) on delete cascade,
  constraint sign_in_policies_second_factor_known check (second_factor in ('Nobody', 'Administrators', 'Everyone')),
  constraint sign_in_policies_remember_days check (remember_days between 0 and 90)
);
