-- Rows that anybody can make are bounded for each network and in all. The network is kept as a hash, as in `guesses`. The version
-- before writes rows without one; they expire within the hour.
alter table authorization_requests add column network bytea;
alter table sso_visits add column network bytea;
-- both tables hold some thousand rows at most
create index authorization_requests_by_network on authorization_requests (network) where decided_at is null;
create index sso_visits_by_network on sso_visits (network);
