-- Conversations on contracts are searched where they are stored, like those on matters (0146).
create index contract_messages_by_word on contract_messages using gin (organisation_id, to_tsvector('chancery'::regconfig,
  translate(regexp_replace(normalize(lower(body), nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text),
  '/_-.@:'::text, '      '::text)));
