-- Types say what they are for, and forms keep what they were: a version of the whole form is stored whenever it is replaced. The code
-- before this migration replaces forms without storing a version; the next replacement stores what it finds as the version before.
alter table matter_categories add column description text;
alter table contract_templates add column description text;

create table form_versions (
  organisation_id bigint not null,
  form text not null,
  -- the template or category; 0 for the forms that all contracts, or all matters, share
  owner_id bigint not null,
  version integer not null,
  -- [{"fieldId": 12, "title": "Rent", "label": null, "required": true, "readOnly": false}, {"group": "Money", "parts": [...]}]
  parts jsonb not null,
  -- null for what was there before versions were kept
  changed_by uuid,
  created_at timestamptz not null,
  constraint form_versions_pkey primary key (organisation_id, form, owner_id, version),
  constraint form_versions_organisation foreign key (organisation_id) references organisations (id),
  constraint form_versions_changed_by foreign key (changed_by) references users (id),
  constraint form_versions_parts_list check (jsonb_typeof(parts) = 'array')
);

-- how many records are of a type
create index contracts_by_template on contracts (organisation_id, template_id);
create index requests_by_type on requests (organisation_id, type_id) where type_id is not null;
create index contract_requests_by_type on contract_requests (organisation_id, type_id);
