-- Custom fields: their definitions and choices, the forms they stand on, and the values that matters and contracts have.
-- New tables only; older code does not know them.

create sequence fields_id;
create table fields (
  organisation_id bigint not null,
  id bigint not null default nextval('fields_id') check (id between 1 and 2147483647),
  -- what v2 calls the field
  api_name text not null,
  title text not null,
  description text,
  category text not null,
  type text not null,
  -- the name it has in documents that are filled from answers
  merge_name text not null,
  -- the property of the record that this field shows and sets, for built-in ones
  entity_column text,
  always_required boolean not null default false,
  range_start numeric,
  range_end numeric,
  step_size numeric,
  -- a lookup that takes several choices
  multiple boolean not null default false,
  allow_external_users boolean not null default false,
  can_add_options boolean not null default false,
  -- what new records begin with: one element for each choice, person or text
  defaults jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint fields_pkey primary key (organisation_id, id),
  constraint fields_organisation foreign key (organisation_id) references organisations (id),
  constraint fields_category_known check (category in ('Custom', 'Lawvu')),
  constraint fields_range check (range_start <= range_end),
  constraint fields_step check (step_size > 0),
  constraint fields_defaults_list check (jsonb_typeof(defaults) = 'array')
);
create unique index fields_api_name_unique on fields (organisation_id, lower(api_name)) where deleted_at is null;
create unique index fields_merge_name_unique on fields (organisation_id, lower(merge_name)) where deleted_at is null;

create sequence field_options_id;
create table field_options (
  organisation_id bigint not null,
  id bigint not null default nextval('field_options_id') check (id between 1 and 2147483647),
  field_id bigint not null,
  -- what stands for the choice in values; of lookups it is the id
  value text not null,
  label text not null,
  position bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint field_options_pkey primary key (organisation_id, id),
  constraint field_options_field foreign key (organisation_id, field_id) references fields (organisation_id, id),
  constraint field_options_of_field unique (organisation_id, field_id, id)
);
create unique index field_options_value_unique on field_options (organisation_id, field_id, lower(value)) where deleted_at is null;
create unique index field_options_label_unique on field_options (organisation_id, field_id, lower(label)) where deleted_at is null;
create index field_options_by_position on field_options (organisation_id, field_id, position, id) where deleted_at is null;

-- What stands on a form, in order: fields, and groups that hold parts of their own. A form belongs to a contract template, to a
-- matter category or, the core forms, to all contracts or matters of the organisation.
create sequence form_parts_id;
create table form_parts (
  organisation_id bigint not null,
  id bigint not null default nextval('form_parts_id') check (id between 1 and 2147483647),
  form text not null,
  template_id bigint,
  category_id bigint,
  parent_id bigint,
  position bigint not null,
  -- absent for a group
  field_id bigint,
  -- a group's title; what this form calls the field, when that is not its title
  label text,
  required boolean not null default false,
  read_only boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint form_parts_pkey primary key (organisation_id, id),
  constraint form_parts_field foreign key (organisation_id, field_id) references fields (organisation_id, id),
  constraint form_parts_template foreign key (organisation_id, template_id) references contract_templates (organisation_id, id),
  constraint form_parts_category foreign key (organisation_id, category_id) references matter_categories (organisation_id, id),
  constraint form_parts_parent foreign key (organisation_id, parent_id) references form_parts (organisation_id, id),
  constraint form_parts_form_known check (
    form in ('ContractDetails', 'ContractUpload', 'ContractWizard') and template_id is not null and category_id is null
    or form in ('MatterDetails', 'MatterCreate') and category_id is not null and template_id is null
    or form in ('ContractCore', 'MatterCore') and template_id is null and category_id is null
  ),
  constraint form_parts_group_has_title check (field_id is not null or label is not null)
);
create unique index form_parts_field_once on form_parts (organisation_id, form, coalesce(template_id, category_id, 0), field_id)
  where field_id is not null;
create index form_parts_by_form on form_parts (organisation_id, form, coalesce(template_id, category_id, 0));
create index form_parts_by_parent on form_parts (organisation_id, parent_id) where parent_id is not null;
create index form_parts_by_field on form_parts (organisation_id, field_id) where field_id is not null;
create index form_parts_by_template on form_parts (organisation_id, template_id) where template_id is not null;
create index form_parts_by_category on form_parts (organisation_id, category_id) where category_id is not null;

-- The values of records: one row, or one for each choice of a field that takes several. The type of the field says which column
-- holds the value. There is no reference to the record, which is of one of two kinds; records are never deleted.
create table field_values (
  organisation_id bigint not null,
  record_kind text not null,
  record_id bigint not null,
  field_id bigint not null,
  ordinal bigint not null,
  text_value text,
  number_value numeric,
  boolean_value boolean,
  date_value date,
  option_id bigint,
  user_id uuid,
  -- a department, region, contract entity or invoice recipient
  reference_id bigint,
  constraint field_values_pkey primary key (organisation_id, record_kind, record_id, field_id, ordinal),
  constraint field_values_field foreign key (organisation_id, field_id) references fields (organisation_id, id),
  constraint field_values_option foreign key (organisation_id, field_id, option_id)
    references field_options (organisation_id, field_id, id),
  constraint field_values_user foreign key (user_id) references users (id),
  constraint field_values_kind_known check (record_kind in ('contract', 'matter')),
  constraint field_values_one_value check (
    num_nonnulls(text_value, number_value, boolean_value, date_value, option_id, user_id, reference_id) = 1
  )
);
-- one for each kind of value, so that lists filter and sort by a field through an index; each row is in one of them
create index field_values_by_text on field_values
  (organisation_id, field_id, record_kind, (left(lower(text_value), 255) collate "C"), record_id) where text_value is not null;
create index field_values_by_number on field_values
  (organisation_id, field_id, record_kind, number_value, record_id) where number_value is not null;
create index field_values_by_boolean on field_values
  (organisation_id, field_id, record_kind, boolean_value, record_id) where boolean_value is not null;
create index field_values_by_date on field_values
  (organisation_id, field_id, record_kind, date_value, record_id) where date_value is not null;
create index field_values_by_option on field_values
  (organisation_id, field_id, option_id, record_kind, record_id) where option_id is not null;
create index field_values_by_user on field_values
  (organisation_id, field_id, record_kind, user_id, record_id) where user_id is not null;
create index field_values_by_reference on field_values
  (organisation_id, field_id, record_kind, reference_id, record_id) where reference_id is not null;
