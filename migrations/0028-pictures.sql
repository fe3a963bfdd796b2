-- Pictures of people and logos of organisations: small, shown beside names. A new picture is a new row, so that its id says to
-- clients that keep pictures whether theirs is the current one.

create sequence pictures_id;
create table pictures (
  organisation_id bigint not null,
  id bigint not null default nextval('pictures_id') check (id between 1 and 2147483647),
  -- the person; null for the organisation's own logo
  user_id uuid,
  content_type text not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint pictures_pkey primary key (organisation_id, id),
  constraint pictures_organisation foreign key (organisation_id) references organisations (id),
  constraint pictures_user foreign key (user_id) references users (id),
  constraint pictures_one unique nulls not distinct (organisation_id, user_id),
  constraint pictures_size check (octet_length(content) between 1 and 1048576)
);
