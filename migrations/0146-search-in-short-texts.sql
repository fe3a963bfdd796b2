-- Tasks, messages and the like are searched where they are stored. The expression is that of server/platform/text-search/searched-text.ts.
-- Building the indexes reads the tables once, and holds back writers for that long. The old code keeps them up to date.
create index tasks_by_word on tasks using gin (organisation_id, to_tsvector('chancery'::regconfig,
  translate(regexp_replace(normalize(lower(name || ' ' || coalesce(description, '')), nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text),
  '/_-.@:'::text, '      '::text)));
create index matter_messages_by_word on matter_messages using gin (organisation_id, to_tsvector('chancery'::regconfig,
  translate(regexp_replace(normalize(lower(coalesce(subject, '') || ' ' || body), nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text),
  '/_-.@:'::text, '      '::text)));
create index matter_status_messages_by_word on matter_status_messages using gin (organisation_id, to_tsvector('chancery'::regconfig,
  translate(regexp_replace(normalize(lower(message), nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text),
  '/_-.@:'::text, '      '::text)));
create index contract_status_messages_by_word on contract_status_messages using gin (organisation_id, to_tsvector('chancery'::regconfig,
  translate(regexp_replace(normalize(lower(message), nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text),
  '/_-.@:'::text, '      '::text)));
