-- Search in the texts of files, and in what people write on records. The old code uses nothing of this; what it stores meanwhile is
-- found by the job that looks for what is missing (index-missing-files), as are all files that are there already.
--
-- Words are compared by their English stems, in every language the same way on both sides, and there are no stop words: "will" and
-- "may" mean something in a contract.
create extension if not exists btree_gin;
create text search dictionary chancery_stem (template = snowball, language = english);
create text search configuration chancery (copy = simple);
alter text search configuration chancery
  alter mapping for asciiword, word, asciihword, hword, hword_asciipart, hword_part with chancery_stem;

-- What was read of the content of a version: its text, or why there is none.
create table file_texts (
  organisation_id bigint not null,
  file_id bigint not null,
  version bigint not null,
  state text not null,
  -- for people, when it could not be read
  reason text,
  -- whether all of it was read
  complete boolean not null default true,
  -- how often reading it failed
  attempts bigint not null default 0,
  read_at timestamptz not null,
  constraint file_texts_pkey primary key (organisation_id, file_id, version),
  constraint file_texts_version foreign key (organisation_id, file_id, version)
    references file_versions (organisation_id, file_id, version) on delete cascade,
  constraint file_texts_state_known check (state in ('Text', 'NoText', 'Unsupported', 'Unreadable'))
);

-- The text, in parts that are short enough for the positions of their words: for phrases, ranking and passages.
create table file_text_parts (
  organisation_id bigint not null,
  file_id bigint not null,
  version bigint not null,
  part bigint not null,
  -- [[text, page, level], ...]
  paragraphs json not null,
  words tsvector not null,
  constraint file_text_parts_pkey primary key (organisation_id, file_id, version, part),
  constraint file_text_parts_text foreign key (organisation_id, file_id, version)
    references file_texts (organisation_id, file_id, version) on delete cascade
);

-- The current version of each file, folder and link as it is searched: all its words, without positions. The record is a copy that
-- narrows a search; who sees a file is decided by its own row.
create table file_words (
  organisation_id bigint not null,
  file_id bigint not null,
  contract_id bigint,
  matter_id bigint,
  in_bin boolean not null default false,
  -- of the file when it was indexed
  revision bigint not null,
  words tsvector not null,
  constraint file_words_pkey primary key (organisation_id, file_id),
  constraint file_words_file foreign key (organisation_id, file_id) references files (organisation_id, id) on delete cascade
);
-- Blocks of files that follow one another make it possible to look among the latest ones first, for words that most files have.
-- Without a list of pending entries, which every search would have to read through.
create index file_words_by_word on file_words using gin (organisation_id, (file_id >> 13), words) with (fastupdate = off);
-- for people who see few records
create index file_words_by_contract on file_words (organisation_id, contract_id) where contract_id is not null;
create index file_words_by_matter on file_words (organisation_id, matter_id) where matter_id is not null;
