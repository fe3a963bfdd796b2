-- What somebody did, and what happened to one thing, newest first. Both are lists of the history; events of a record have an index already.
create index events_by_user on events (organisation_id, user_id, id) where user_id is not null;
create index events_by_resource on events (organisation_id, resource_kind, resource_id, id);
