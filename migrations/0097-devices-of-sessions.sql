-- Where a session is used from, so that people recognise theirs in a list: what the browser says of itself, and the address it
-- last came from. Sessions from before, and those that the code before this migration begins, have neither.
alter table sessions
  add column user_agent text,
  add column address text;
