-- Addresses at which approvers answer from their mail. The old code makes none, and does not remove those of what was decided: these open
-- nothing, since nothing waits there.
create table approval_addresses (
  organisation_id bigint not null,
  approval_id bigint not null,
  -- who was sent the address, and for whom they decide: themselves, or somebody whose delegate they are
  user_id uuid not null,
  deciding_for uuid not null,
  -- of the secret in the address
  secret_hash bytea not null,
  expires_at timestamptz not null,
  constraint approval_addresses_pkey primary key (organisation_id, approval_id, user_id, deciding_for),
  constraint approval_addresses_approval foreign key (organisation_id, approval_id)
    references contract_approvals (organisation_id, id) on delete cascade
);
create index approval_addresses_by_secret on approval_addresses (organisation_id, secret_hash);

alter table sign_in_policies add column approvals_need_sign_in boolean not null default true;
