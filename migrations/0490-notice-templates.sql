-- The Word documents from which notices that end contracts are made: one of the organisation, and one of each contract
-- type that has its own. The code before this migration neither reads nor writes them.
create sequence notice_templates_id;
create table notice_templates (
  organisation_id bigint not null,
  id bigint not null default nextval('notice_templates_id'),
  -- null: of all types that have none of their own
  template_id bigint,
  storage_key text not null,
  size bigint not null,
  sha256 bytea not null,
  -- the placeholders of the document
  names text[] not null,
  set_by uuid not null,
  set_at timestamptz not null,
  constraint notice_templates_pkey primary key (organisation_id, id),
  constraint notice_templates_organisation foreign key (organisation_id) references organisations (id),
  constraint notice_templates_template foreign key (organisation_id, template_id)
    references contract_templates (organisation_id, id) on delete cascade,
  constraint notice_templates_set_by foreign key (set_by) references users (id),
  constraint notice_templates_id_check check (id between 1 and 2147483647)
);
create unique index notice_templates_one on notice_templates (organisation_id, template_id) nulls not distinct;
