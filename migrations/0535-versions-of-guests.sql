-- Who sent a version who has no account: a signer, or somebody of the other side, as "Nils Lindqvist <nils@…>". The
-- person in created_by is the colleague in whose name it is kept. Null for versions of people with an account, and for
-- those from before, whose comment names their sender.
alter table file_versions add column guest text;
