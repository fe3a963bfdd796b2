-- Contracts in the order in which they expire, soonest or latest first; those without an expiry come before all others, or after them.
create index contracts_by_expiry on contracts (organisation_id, expiry nulls first, id);
