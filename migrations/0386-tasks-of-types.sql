-- The task templates that a type of matters names: their tasks are added to each new matter of the type, or when it first comes to a state.
-- The code before this migration adds none.
create table category_task_templates (
  organisation_id bigint not null,
  category_id bigint not null,
  template_id bigint not null,
  -- null for as soon as the matter is opened
  at_state text,
  position integer not null,
  constraint category_task_templates_pkey primary key (organisation_id, category_id, template_id),
  constraint category_task_templates_category foreign key (organisation_id, category_id)
    references matter_categories (organisation_id, id) on delete cascade,
  constraint category_task_templates_template foreign key (organisation_id, template_id)
    references task_templates (organisation_id, id) on delete cascade
);
create index category_task_templates_by_template on category_task_templates (organisation_id, template_id);
