-- The words that occur in records, so that quick find knows what a mistyped word may mean without reading the records: for each word
-- its beginnings of four, five and six letters, and these with one letter left out. What somebody types finds them by the same. A job
-- collects the words of what has changed (collect-record-words); words that occur no longer find nothing, and stay.
--
-- The old code uses nothing of this. Until the job has been through, mistyped words are found among the latest records only.
create table record_words (
  organisation_id bigint not null,
  kind text not null,
  word text not null,
  -- each begins with the organisation and the kind: an index of arrays has no other columns
  keys text[] not null,
  constraint record_words_pkey primary key (organisation_id, kind, word),
  constraint record_words_kind_known check (kind in ('contract', 'matter')),
  constraint record_words_organisation foreign key (organisation_id) references organisations (id)
);
create index record_words_by_keys on record_words using gin (keys);

-- Up to which activity the words of an organisation's records have been collected.
create table record_words_collected (
  organisation_id bigint not null,
  kind text not null,
  collected_until timestamptz not null,
  constraint record_words_collected_pkey primary key (organisation_id, kind),
  constraint record_words_collected_kind_known check (kind in ('contract', 'matter')),
  constraint record_words_collected_organisation foreign key (organisation_id) references organisations (id)
);
