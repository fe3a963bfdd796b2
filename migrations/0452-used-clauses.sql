-- Which clauses the documents of templates name, and which went into contracts that were drafted from them. The code before
-- this migration neither reads nor writes them; a template that it gives another document keeps the clauses of the former
-- one until the document is set again.
create table contract_template_clauses (
  organisation_id bigint not null,
  template_id bigint not null,
  place integer not null,
  clause_id bigint not null,
  -- that the document names; else it follows from the answer to a field, or it is the standard text
  alternative text,
  chosen_by text,
  constraint contract_template_clauses_pkey primary key (organisation_id, template_id, place),
  constraint contract_template_clauses_template foreign key (organisation_id, template_id)
    references contract_templates (organisation_id, id) on delete cascade,
  constraint contract_template_clauses_clause foreign key (organisation_id, clause_id)
    references clauses (organisation_id, id),
  constraint contract_template_clauses_one_choice check (num_nonnulls(alternative, chosen_by) <= 1)
);
create index contract_template_clauses_by_clause on contract_template_clauses (organisation_id, clause_id);

create table contract_clauses (
  organisation_id bigint not null,
  contract_id bigint not null,
  place integer not null,
  clause_id bigint not null,
  version integer not null,
  -- null: the standard text
  alternative text,
  constraint contract_clauses_pkey primary key (organisation_id, contract_id, place),
  constraint contract_clauses_contract foreign key (organisation_id, contract_id)
    references contracts (organisation_id, id) on delete cascade,
  constraint contract_clauses_version foreign key (organisation_id, clause_id, version)
    references clause_versions (organisation_id, clause_id, version)
);
create index contract_clauses_by_version on contract_clauses (organisation_id, clause_id, version);
