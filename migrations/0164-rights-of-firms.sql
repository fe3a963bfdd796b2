-- What the types of matters open to people of other organisations who are in charge of a matter: properties by the names of
-- server/records/rights/rights-table.ts, single custom fields as field_12. Nothing by default; whether they put colleagues of their
-- firm on a matter is allowed by default. The code before this migration reads neither.
alter table matter_categories
  add column firm_rights text[] not null default '{}',
  add column firms_add_colleagues boolean not null default true;
