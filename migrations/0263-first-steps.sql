-- What an organisation has done of its first steps where that cannot be read off anything else: a step that was skipped, and the test of
-- its mail. The code before this migration reads none of it.
create table first_steps (
  organisation_id bigint not null,
  step text not null,
  state text not null,
  user_id uuid not null,
  updated_at timestamptz not null,
  constraint first_steps_pkey primary key (organisation_id, step, state),
  constraint first_steps_organisation foreign key (organisation_id) references organisations (id),
  constraint first_steps_user foreign key (user_id) references users (id),
  constraint first_steps_state_known check (state in ('Skipped', 'Tested'))
);
