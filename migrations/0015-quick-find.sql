-- Quick find of contracts and matters: by the beginning of a name, a word, a part of one, and with typing mistakes.
-- pg_trgm finds parts of words by index. It comes with PostgreSQL and is trusted: the owner of a database may create it.
create extension if not exists pg_trgm;

-- the text of server/platform/quick-find.ts: the expression there must stay the same
create index contracts_by_words on contracts using gin ((lower(name || ' ' || coalesce(external_id, ''))) gin_trgm_ops);
create index matters_by_words on matters using gin ((lower(name || ' ' || coalesce(external_id, ''))) gin_trgm_ops);

-- of everything that holds a frequent word, the latest is what people look for
create index contracts_by_activity on contracts (organisation_id, last_activity_at, id);
create index matters_by_activity on matters (organisation_id, last_activity_at, id);
create index contracts_by_team_activity on contracts (organisation_id, team_id, last_activity_at, id) where team_id is not null;
create index matters_by_team_activity on matters (organisation_id, team_id, last_activity_at, id) where team_id is not null;
-- they begin with the same columns as the ones that follow here did
drop index contracts_by_team;
drop index matters_by_team;

-- What a contract of this type is to the contract above it: an amendment of that one, or else a statement of work under it.
alter table contract_templates add column amends boolean not null default false;
