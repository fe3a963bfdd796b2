-- Records keep the version of the form that they were made with. Both numbers are those of the form when the record was created or
-- brought to a newer version; a record shows the earliest version from there on that was replaced since, and the current form when none
-- was. So records from before this migration, which have 0, keep the form as it is when this code first replaces it. The code before this
-- migration shows every record with the current form, and replaces forms without storing what they were: such a version is skipped.
alter table matters add column form_version integer not null default 0;
alter table matters add column core_form_version integer not null default 0;
alter table contracts add column form_version integer not null default 0;
alter table contracts add column core_form_version integer not null default 0;

-- A field may be required before a record comes to a state only; null for one that is required from the start, or not at all. The code
-- before this migration neither reads nor writes it.
alter table form_parts add column required_before text;

-- the number that the form had before this version; null for what code before this migration wrote
alter table form_versions add column replaced integer;

-- the parts of versions that were replaced, as form_parts has those of the current ones
create table former_form_parts (
  organisation_id bigint not null,
  form text not null,
  -- the template or category; 0 for the forms that all contracts, or all matters, share
  owner_id bigint not null,
  version integer not null,
  -- the id that it had in form_parts
  part_id bigint not null,
  parent_id bigint,
  position bigint not null,
  field_id bigint,
  label text,
  required boolean not null,
  read_only boolean not null,
  required_before text,
  help text,
  when_field_id bigint,
  when_operator text,
  when_value text,
  constraint former_form_parts_pkey primary key (organisation_id, form, owner_id, version, part_id),
  constraint former_form_parts_organisation foreign key (organisation_id) references organisations (id),
  constraint former_form_parts_field foreign key (organisation_id, field_id) references fields (organisation_id, id),
  constraint former_form_parts_when_field foreign key (organisation_id, when_field_id) references fields (organisation_id, id)
);

-- on which earlier forms a field was
create index former_form_parts_by_field on former_form_parts (organisation_id, field_id) where field_id is not null;
