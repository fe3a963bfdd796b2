-- The country of a law firm, as the organisation that pays knows it: lines of its files get tax codes of that country.
-- The code before this migration goes by what files say.
alter table law_firm_terms add column country text,
  add constraint law_firm_terms_country check (country ~ '^[A-Z]{2}$');
