-- A service of an organisation's own that reads documents beside the rules, and what it answered of a version. The code
-- before this migration knows neither, and reads by its rules alone.
create table document_readers (
  organisation_id bigint not null,
  url text not null,
  secret_sealed bytea,
  tested_at timestamptz not null,
  set_by uuid not null,
  constraint document_readers_pkey primary key (organisation_id),
  constraint document_readers_organisation foreign key (organisation_id) references organisations (id),
  constraint document_readers_set_by foreign key (set_by) references users (id)
);
create index document_readers_by_setter on document_readers (set_by);

create table reader_readings (
  organisation_id bigint not null,
  file_id bigint not null,
  version bigint not null,
  state text not null,
  -- the host that was asked
  host text not null,
  -- for people, when it gave no answer that can be used
  reason text,
  -- [{kind, certainty, paragraph, words, ...}, ...] as they were answered, without those whose words are not there
  facts json,
  left_out bigint not null default 0,
  asked_by uuid not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  constraint reader_readings_pkey primary key (organisation_id, file_id, version),
  constraint reader_readings_version foreign key (organisation_id, file_id, version)
    references file_versions (organisation_id, file_id, version) on delete cascade,
  constraint reader_readings_asked_by foreign key (asked_by) references users (id),
  constraint reader_readings_state_known check (state in ('Reading', 'Read', 'Failed')),
  constraint reader_readings_answered check ((state = 'Reading') = (answered_at is null)),
  constraint reader_readings_reason check ((state = 'Failed') = (reason is not null)),
  constraint reader_readings_facts check ((state = 'Read') = (facts is not null))
);
create index reader_readings_by_asker on reader_readings (asked_by);
