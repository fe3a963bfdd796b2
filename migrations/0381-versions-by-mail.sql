-- Versions of a document that came by mail to the address of its contract: files of the contract, offered like those that the other side
-- sends back. The old code reads and decides those of shares only.
alter table document_returns alter column share_id drop not null;
alter table document_returns add column contract_id bigint;
-- the mail as it was filed, which may have been deleted since, and who sent it
alter table document_returns add column mail_file_id bigint;
alter table document_returns add column user_id uuid;
alter table document_returns add constraint document_returns_contract
  foreign key (organisation_id, contract_id) references contracts (organisation_id, id) on delete cascade;
alter table document_returns add constraint document_returns_origin
  check (num_nonnulls(share_id, contract_id) = 1 and num_nonnulls(contract_id, mail_file_id, user_id) in (0, 3));
create index document_returns_by_contract on document_returns (organisation_id, contract_id, id) where contract_id is not null;
