-- Intake: what business people can ask for, what they asked for, and the questions of the legal department. A request is a matter that
-- waits in intake; the code before this one sees the matter only.

create sequence request_types_id;
create table request_types (
  organisation_id bigint not null,
  id bigint not null default nextval('request_types_id'),
  title text not null,
  help text,
  category_id bigint not null,
  answer_within_days bigint,
  manager_id uuid,
  team_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint request_types_pkey primary key (organisation_id, id),
  constraint request_types_id_check check (id between 1 and 2147483647),
  constraint request_types_category foreign key (organisation_id, category_id) references matter_categories (organisation_id, id),
  constraint request_types_manager foreign key (manager_id) references users (id),
  constraint request_types_team foreign key (organisation_id, team_id) references teams (organisation_id, id),
  constraint request_types_days check (answer_within_days between 0 and 365)
);
create unique index request_types_title_unique on request_types (organisation_id, lower(title)) where deleted_at is null;

create table requests (
  organisation_id bigint not null,
  matter_id bigint not null,
  -- none: a matter that came to intake in another way
  type_id bigint,
  requester_id uuid not null,
  description text,
  due date,
  created_at timestamptz not null,
  assigned_at timestamptz,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  constraint requests_pkey primary key (organisation_id, matter_id),
  constraint requests_matter foreign key (organisation_id, matter_id) references matters (organisation_id, id) on delete cascade,
  constraint requests_type foreign key (organisation_id, type_id) references request_types (organisation_id, id),
  constraint requests_requester foreign key (requester_id) references users (id),
  constraint requests_decided_by foreign key (decided_by) references users (id),
  constraint requests_decision_known check (decision in ('Accepted', 'Declined')),
  constraint requests_decision_whole check (num_nonnulls(decision, decided_by, decided_at) in (0, 3))
);
create index requests_of_person on requests (organisation_id, requester_id, matter_id desc);

create sequence request_questions_id;
create table request_questions (
  organisation_id bigint not null,
  id bigint not null default nextval('request_questions_id'),
  matter_id bigint not null,
  question text not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  constraint request_questions_pkey primary key (organisation_id, id),
  constraint request_questions_id_check check (id between 1 and 2147483647),
  constraint request_questions_request foreign key (organisation_id, matter_id) references requests (organisation_id, matter_id) on delete cascade,
  constraint request_questions_asked_by foreign key (asked_by) references users (id),
  constraint request_questions_answered_by foreign key (answered_by) references users (id),
  constraint request_questions_answer check (num_nonnulls(answer, answered_by, answered_at) in (0, 3))
);
create index request_questions_of_matter on request_questions (organisation_id, matter_id, id);
