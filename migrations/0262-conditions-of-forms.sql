-- Parts of a form may be shown only when another field of it has an answer, and fields may have a help of their own on a form. The code
-- before this migration shows every part.
alter table form_parts add column help text;
alter table form_parts add column when_field_id bigint;
alter table form_parts add column when_operator text;
alter table form_parts add column when_value text;
alter table form_parts add constraint form_parts_when_field foreign key (organisation_id, when_field_id)
  references fields (organisation_id, id);
alter table form_parts add constraint form_parts_when_known
  check (when_operator in ('filled', 'eq', 'ne', 'ge', 'gt', 'le', 'lt'));
alter table form_parts add constraint form_parts_when_whole check (num_nonnulls(when_field_id, when_operator) in (0, 2)
  and (when_value is null or when_operator is not null));
