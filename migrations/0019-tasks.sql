-- The tasks of matters, and the templates that whole plans of tasks are added from.

create sequence tasks_id;
create table tasks (
  organisation_id bigint not null,
  id bigint not null default nextval('tasks_id') check (id between 1 and 2147483647),
  matter_id bigint not null,
  parent_id bigint,
  -- the order within the matter, from 1; ties are broken by the id
  position bigint not null,
  name text not null,
  description text,
  type text not null,
  status text not null,
  assigned_to uuid,
  -- local time of the organisation, without zone; midnight stands for the whole day
  due_at timestamp,
  -- local time of the organisation from which it is late: the end of the day where due_at is a day, due_at otherwise
  late_from timestamp,
  -- in hours
  duration numeric(9, 2) not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tasks_pkey primary key (organisation_id, id),
  constraint tasks_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id),
  constraint tasks_parent foreign key (organisation_id, parent_id) references tasks (organisation_id, id),
  constraint tasks_assigned_to foreign key (assigned_to) references users (id),
  constraint tasks_created_by foreign key (created_by) references users (id),
  constraint tasks_type_known check (type in ('Standard', 'Milestone', 'CourtDate', 'Meeting')),
  constraint tasks_status_known check (status in ('NotStarted', 'InProgress', 'Complete', 'NotRequired', 'OnHold')),
  constraint tasks_lateness check (num_nulls(due_at, late_from) in (0, 2)),
  constraint tasks_duration_range check (duration >= 0)
);
create index tasks_by_matter on tasks (organisation_id, matter_id, position, id);
create index tasks_by_parent on tasks (organisation_id, parent_id) where parent_id is not null;
create index tasks_by_assignee on tasks (organisation_id, assigned_to, due_at) where assigned_to is not null;
-- which matters are late: only what still has to be done
create index tasks_by_lateness on tasks (organisation_id, late_from, matter_id)
  where late_from is not null and status not in ('Complete', 'NotRequired');

create sequence task_templates_id;
create table task_templates (
  organisation_id bigint not null,
  id bigint not null default nextval('task_templates_id') check (id between 1 and 2147483647),
  name text not null,
  description text,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint task_templates_pkey primary key (organisation_id, id),
  constraint task_templates_organisation foreign key (organisation_id) references organisations (id),
  constraint task_templates_created_by foreign key (created_by) references users (id)
);
create unique index task_templates_name_unique on task_templates (organisation_id, lower(name)) where deleted_at is null;

-- One task that a template adds, by its number within the template.
create table task_template_items (
  organisation_id bigint not null,
  template_id bigint not null,
  number bigint not null,
  parent_number bigint,
  name text not null,
  description text,
  type text not null,
  duration numeric(9, 2) not null default 0,
  -- due so many days or working days after (below zero: before) the start, or another item's due date; null: no due date
  due_offset bigint,
  due_unit text,
  due_after_number bigint,
  -- who of the matter gets it
  assign_to text,
  constraint task_template_items_pkey primary key (organisation_id, template_id, number),
  constraint task_template_items_template foreign key (organisation_id, template_id)
    references task_templates (organisation_id, id) on delete cascade,
  constraint task_template_items_parent foreign key (organisation_id, template_id, parent_number)
    references task_template_items (organisation_id, template_id, number),
  constraint task_template_items_due_after foreign key (organisation_id, template_id, due_after_number)
    references task_template_items (organisation_id, template_id, number),
  constraint task_template_items_type_known check (type in ('Standard', 'Milestone', 'CourtDate', 'Meeting')),
  constraint task_template_items_due check (num_nulls(due_offset, due_unit) in (0, 2) and due_unit in ('Days', 'WorkingDays')),
  constraint task_template_items_assign_known check (assign_to in ('Owner', 'Manager'))
);
