-- What the document of a template was when it was stored, so that damage is found as it is with files. Documents from before
-- have no hash and are taken as they are; the old code goes on without the columns.
alter table contract_templates
  add column wizard_size bigint,
  add column wizard_sha256 bytea,
  add constraint contract_templates_wizard_hash check (num_nonnulls(wizard_size, wizard_sha256) in (0, 2));
