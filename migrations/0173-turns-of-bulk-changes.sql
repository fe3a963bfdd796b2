-- When a bulk change last had its turn: organisations take turns, however many each of them has. The code before this migration leaves it
-- null, and changes that it carried out have their turn first.
alter table bulk_changes add column ran_at timestamptz;
-- the last turn of each organisation; the table keeps a month of changes that people started by hand
create index bulk_changes_by_turn on bulk_changes (organisation_id, ran_at);
