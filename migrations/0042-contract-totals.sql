-- Totals of lists of contracts are counted in an index alone: what an administrator sees without being a member, and what only
-- members see whole. The old code goes on without them.
create index contracts_unrestricted on contracts (organisation_id, id) where not restricted;
create index contracts_restricted on contracts (organisation_id, id) where restricted;
