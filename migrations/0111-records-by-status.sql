-- Lists of records with a status that few have begin with these; the order of the list would pass over all the others. Building the
-- indexes reads the tables once, and holds back writers for that long.
create index matters_by_status on matters (organisation_id, status, id);
create index contracts_by_status on contracts (organisation_id, status, id);
