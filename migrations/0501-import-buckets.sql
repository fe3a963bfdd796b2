-- Buckets that files of an import are fetched from, object by object. The secret of the access key is sealed, and goes when the last
-- object has arrived. The code before this migration reads none of it: a bucket that is being fetched waits for the new one.
create sequence import_buckets_id;
create table import_buckets (
  organisation_id bigint not null,
  id bigint not null default nextval('import_buckets_id'),
  import_id bigint not null,
  endpoint text not null,
  region text not null,
  bucket text not null,
  -- the beginning of the keys that are fetched
  prefix text not null,
  access_key_id text not null,
  -- null once everything has arrived, or could not
  secret_sealed bytea,
  -- the last key that has arrived: those after it follow
  after_key text,
  files integer not null default 0,
  bytes bigint not null default 0,
  failure text,
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint import_buckets_pkey primary key (organisation_id, id),
  constraint import_buckets_import foreign key (organisation_id, import_id) references imports (organisation_id, id) on delete cascade,
  constraint import_buckets_created_by foreign key (created_by) references users (id),
  constraint import_buckets_id_check check (id between 1 and 2147483647)
);
create index import_buckets_of_import on import_buckets (organisation_id, import_id, id);
create index import_buckets_by_creator on import_buckets (created_by);
create index import_buckets_to_fetch on import_buckets (organisation_id, import_id) where finished_at is null;
