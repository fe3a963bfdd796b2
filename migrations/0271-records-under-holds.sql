-- The records of an organisation that are under a legal hold are listed, which are few among many.
-- The code before this migration does not list them.
create index contracts_held on contracts (organisation_id, legal_hold_at) where legal_hold_at is not null;
create index matters_held on matters (organisation_id, legal_hold_at) where legal_hold_at is not null;
