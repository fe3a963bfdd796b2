-- Identity providers set up by administrators: OpenID Connect or SAML 2.0, tested before they count. identity_providers stays what
-- counts; the settings that are being prepared have a table of their own. The code before this migration takes a SAML provider for
-- one of OpenID Connect and fails to reach it: whoever signs in there has to reach a process of this version.
alter table identity_providers
  add column protocol text not null default 'oidc',
  -- the settings of a SAML provider
  add column saml jsonb,
  -- the settings of the page that count; null if the operator has set them
  add column revision uuid;
alter table identity_providers alter column client_id drop not null;
alter table identity_providers alter column client_secret_sealed drop not null;
alter table identity_providers add constraint identity_providers_protocol_known
  check (protocol in ('oidc', 'saml')) not valid;
alter table identity_providers validate constraint identity_providers_protocol_known;

create table identity_provider_drafts (
  organisation_id bigint not null,
  protocol text not null,
  name text not null,
  issuer text not null,
  client_id text,
  client_secret_sealed bytea,
  saml jsonb,
  -- another one with each change
  revision uuid not null,
  updated_at timestamptz not null,
  -- the settings of the last test, and whether it passed
  tested_revision uuid,
  passed boolean,
  tested_at timestamptz,
  tested_by uuid,
  -- what came from the provider; kept for a day
  test_details jsonb,
  constraint identity_provider_drafts_pkey primary key (organisation_id),
  constraint identity_provider_drafts_organisation foreign key (organisation_id) references organisations (id) on delete cascade,
  constraint identity_provider_drafts_tested_by foreign key (tested_by) references users (id),
  constraint identity_provider_drafts_protocol_known check (protocol in ('oidc', 'saml')),
  constraint identity_provider_drafts_name_length check (char_length(name) between 1 and 100)
);

-- This installation towards the SAML providers of one organisation: what stands in its addresses there, and its keys.
create table saml_service_providers (
  organisation_id bigint not null,
  public_id uuid not null,
  created_at timestamptz not null,
  constraint saml_service_providers_pkey primary key (organisation_id),
  constraint saml_service_providers_public_unique unique (public_id),
  constraint saml_service_providers_organisation foreign key (organisation_id) references organisations (id) on delete cascade
);

create sequence saml_keys_id;
create table saml_keys (
  id bigint not null default nextval('saml_keys_id') check (id between 1 and 2147483647),
  organisation_id bigint not null,
  certificate text not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  constraint saml_keys_pkey primary key (id),
  constraint saml_keys_service_provider foreign key (organisation_id)
    references saml_service_providers (organisation_id) on delete cascade
);
create index saml_keys_by_organisation on saml_keys (organisation_id, id);

alter table sso_visits alter column provider_id drop not null;
alter table sso_visits
  -- the organisation whose settings are tried, instead of a provider that counts, and who tries them
  add column test_of bigint,
  add column test_revision uuid,
  add column tested_by uuid,
  -- what the provider stated, until the browser comes to sign in with it
  add column outcome jsonb;
alter table sso_visits add constraint sso_visits_test_of
  foreign key (test_of) references identity_provider_drafts (organisation_id) on delete cascade;
alter table sso_visits add constraint sso_visits_tested_by foreign key (tested_by) references users (id) on delete cascade;
