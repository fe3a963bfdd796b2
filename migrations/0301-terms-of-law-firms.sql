-- What an organisation has agreed with a law firm: since when, until when, where the agreement is kept, and notes. The terms stay when the
-- two are no longer linked. The code before this migration neither reads nor writes them.
create table law_firm_terms (
  organisation_id bigint not null,
  provider_id bigint not null,
  agreed_on date,
  ends_on date,
  document_url text,
  notes text,
  version bigint not null default 1,
  updated_at timestamptz not null,
  constraint law_firm_terms_pkey primary key (organisation_id, provider_id),
  constraint law_firm_terms_organisation foreign key (organisation_id) references organisations (id),
  constraint law_firm_terms_provider foreign key (provider_id) references organisations (id),
  constraint law_firm_terms_days check (ends_on >= agreed_on)
);
