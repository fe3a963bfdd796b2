-- When a matter or contract goes for good, the database looks for contracts and files that still refer to it. It had no index for that,
-- because those of files leave out deleted ones, and read all contracts and files of the organisation for each record: minutes for an
-- organisation of 50,000 matters that is deleted. The code before this migration reads the same rows with the new indexes.
create index contracts_by_matter on contracts (organisation_id, matter_id) where matter_id is not null;

create index files_of_matter on files (organisation_id, matter_id, id) where matter_id is not null;
drop index files_by_matter;

create index files_of_contract on files (organisation_id, contract_id, id) where contract_id is not null;
drop index files_by_contract;
