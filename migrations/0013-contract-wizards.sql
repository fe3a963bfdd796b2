-- What makes a contract template more than a name: the document that its wizard fills, and rules on its answers.
alter table contract_templates add column wizard_storage_key text;
alter table contract_templates add column rules jsonb;
