-- Mail domains that administrators add to their organisation: they count once a TXT record of the domain has proved that
-- it is the organisation's. The code before this migration adds them by the command line only, without a proof; it
-- neither reads the claims nor says how a domain was proved.
alter table mail_domains add column proved_at timestamptz;

create table mail_domain_claims (
  organisation_id bigint not null,
  domain text not null,
  -- what the TXT record must say
  proof text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- the last look at the name servers, and what it found instead
  checked_at timestamptz,
  problem text,
  constraint mail_domain_claims_pkey primary key (organisation_id, domain),
  constraint mail_domain_claims_organisation foreign key (organisation_id) references organisations (id),
  constraint mail_domain_claims_created_by foreign key (created_by) references users (id),
  constraint mail_domain_claims_lower_case check (domain = lower(domain)),
  constraint mail_domain_claims_checked check (problem is null or checked_at is not null),
  constraint mail_domain_claims_problem_known check (problem in ('NoRecord', 'OtherRecord', 'NoAnswer'))
);
create index mail_domain_claims_by_creator on mail_domain_claims (created_by);
