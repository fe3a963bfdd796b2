-- The order that an administrator gives matter types, and the placeholders of the document that a contract type's wizard fills, so that
-- a form or a field is not changed under it. Documents from before have no list; their wizard answers 409 when one leads nowhere. The old
-- code goes on without both columns.
alter table matter_categories add column position bigint not null default 0;
alter table contract_templates add column wizard_names text[];
