-- The lists that an organisation keeps (departments, regions, teams, groups of contract types, parties, tags, options of fields) are edited
-- on one page: a version says whether somebody else has changed an entry since it was read, and groups of contract types have an order,
-- which was that of their names. The code before this migration writes neither: an entry that it renames keeps its version.
alter table departments add column version bigint not null default 1;
alter table regions add column version bigint not null default 1;
alter table teams add column version bigint not null default 1;
alter table contract_groups add column version bigint not null default 1;
alter table contract_entities add column version bigint not null default 1;
alter table tags add column version bigint not null default 1;
alter table field_options add column version bigint not null default 1;

alter table contract_groups add column position bigint not null default 0;
update contract_groups g set position = n.place
  from (select organisation_id, id, row_number() over (partition by organisation_id order by lower(name), id) as place
    from contract_groups) n
  where g.organisation_id = n.organisation_id and g.id = n.id;
