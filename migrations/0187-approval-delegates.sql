-- Who decides on approvals while somebody is away: one person at a time, from the first to the last day in the calendar of the
-- organisation. `begun_at` is when what waited already was opened to the delegate. The code before this migration does without.
create sequence approval_delegates_id;
create table approval_delegates (
  organisation_id bigint not null,
  id bigint not null default nextval('approval_delegates_id'),
  user_id uuid not null,
  delegate_id uuid not null,
  first_day date not null,
  last_day date not null,
  created_at timestamptz not null,
  begun_at timestamptz,
  constraint approval_delegates_pkey primary key (organisation_id, id),
  constraint approval_delegates_id_check check (id between 1 and 2147483647),
  constraint approval_delegates_user foreign key (user_id) references users (id),
  constraint approval_delegates_delegate foreign key (delegate_id) references users (id),
  constraint approval_delegates_other check (user_id <> delegate_id),
  constraint approval_delegates_days check (first_day <= last_day)
);
create index approval_delegates_of_person on approval_delegates (organisation_id, user_id, last_day);
create index approval_delegates_of_delegate on approval_delegates (organisation_id, delegate_id, last_day);
create index approval_delegates_to_begin on approval_delegates (first_day) where begun_at is null;
